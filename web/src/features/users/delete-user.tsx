import { Text } from '@mantine/core'
import type { User } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { usersKey } from './use-users.ts'

export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users')
  const go = useNavigate()
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/users/{userId}', { path: { userId: user.id } }))
    await go({ to: '/settings/users' })
    await queries.invalidateQueries({ queryKey: [...usersKey, 'list'] })
  }
  return (
    <DangerDialog
      title={t('delete.title', { name: user.name })}
      action={t('delete.action')}
      word={user.userName}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.hint')}</Text>
    </DangerDialog>
  )
}
