import type { ApiKey } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import type { MadeKey } from './use-api-keys.ts'
import { WhatBreaks } from './what-breaks.tsx'

export interface ReplaceSecretProps {
  of: ApiKey
  onMade: (made: MadeKey) => void
  onClose: () => void
}

export function ReplaceSecret({ of: key, onMade, onClose }: ReplaceSecretProps) {
  const { t } = useTranslation('api-keys')
  async function replace(): Promise<void> {
    const path = { keyId: key.id }
    onMade(await withProof(() => rastro.post('/api/apiKeys/{keyId}/regenerate', { path })))
  }
  return (
    <DangerDialog
      title={t('replace.title', { name: key.name })}
      action={t('replace.confirm')}
      word={key.name}
      onConfirm={replace}
      onClose={onClose}
    >
      <WhatBreaks of={key} says={t('replace.says')} />
    </DangerDialog>
  )
}
