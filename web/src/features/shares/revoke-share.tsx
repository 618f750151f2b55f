import { Text } from '@mantine/core'
import type { Share } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { sharesKey } from '../../ui/shares/new-share.ts'

export function RevokeShare({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation('shares')
  const queries = useQueryClient()
  async function revoke(): Promise<void> {
    await rastro.delete('/api/shares/{shareId}', { path: { shareId: share.id } })
    await queries.invalidateQueries({ queryKey: [...sharesKey, 'list'] })
  }
  return (
    <ConfirmDialog
      title={t('revoke.title', { name: share.name })}
      action={t('revoke.action')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Text size="sm">{t('revoke.hint')}</Text>
    </ConfirmDialog>
  )
}
