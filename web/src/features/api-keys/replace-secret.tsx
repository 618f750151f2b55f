import { Select } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { KeyConsequences } from './key-consequences.tsx'
import type { CreatedKey } from './use-api-keys.ts'

export interface ReplaceSecretProps {
  of: ApiKey
  onMade: (made: CreatedKey) => void
  onClose: () => void
}

/** Hours for which the old secret stays valid. */
const overlaps = [0, 1, 24, 72, 168] as const

export function ReplaceSecret({ of: key, onMade, onClose }: ReplaceSecretProps) {
  const { t } = useTranslation('api-keys')
  const [overlapHours, setOverlapHours] = useState(0)
  async function replace(): Promise<void> {
    const call = { path: { keyId: key.id }, body: { overlapHours } }
    onMade(await withRecentSignIn(() => rastro.post('/api/apiKeys/{keyId}/regenerate', call)))
  }
  return (
    <DangerDialog
      title={t('replace.title', { name: key.name })}
      action={t('replace.confirm')}
      word={key.name}
      onConfirm={replace}
      onClose={onClose}
    >
      <Select
        label={t('replace.overlap')}
        description={t('replace.overlapHint')}
        data={overlaps.map((hours) => ({ value: String(hours), label: t(`replace.overlaps.${hours}`) }))}
        value={String(overlapHours)}
        allowDeselect={false}
        onChange={(hours) => setOverlapHours(Number(hours))}
      />
      {overlapHours === 0 && <KeyConsequences of={key} description={t('replace.hint')} />}
    </DangerDialog>
  )
}
