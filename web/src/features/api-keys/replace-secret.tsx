import type { ApiKey } from '@rastro/client'
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

export function ReplaceSecret({ of: key, onMade, onClose }: ReplaceSecretProps) {
  const { t } = useTranslation('api-keys')
  async function replace(): Promise<void> {
    const path = { keyId: key.id }
    onMade(await withRecentSignIn(() => rastro.post('/api/apiKeys/{keyId}/regenerate', { path })))
  }
  return (
    <DangerDialog
      title={t('replace.title', { name: key.name })}
      action={t('replace.confirm')}
      word={key.name}
      onConfirm={replace}
      onClose={onClose}
    >
      <KeyConsequences of={key} description={t('replace.hint')} />
    </DangerDialog>
  )
}
