import type { ApiKey } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { KeyConsequences } from './key-consequences.tsx'
import { apiKeysKey } from './use-api-keys.ts'

interface DeleteKeyProps {
  of: ApiKey
  onDeleted: (keyId: string) => void
  onClose: () => void
}

export function DeleteKey({ of: key, onDeleted, onClose }: DeleteKeyProps) {
  const { t } = useTranslation('api-keys')
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/apiKeys/{keyId}', { path: { keyId: key.id } }))
    onDeleted(key.id)
    await queries.invalidateQueries({ queryKey: apiKeysKey })
  }
  return (
    <DangerDialog
      title={t('delete.title', { name: key.name })}
      action={t('delete.confirm')}
      word={key.name}
      onConfirm={remove}
      onClose={onClose}
    >
      <KeyConsequences of={key} description={t('delete.hint')} />
    </DangerDialog>
  )
}
