import { Text } from '@mantine/core'
import type { Group } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { groupsKey } from './use-groups.ts'

export function DeleteGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const go = useNavigate()
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await rastro.delete('/api/groups/{groupId}', { path: { groupId: group.id } })
    await go({ to: '/settings/groups' })
    await queries.invalidateQueries({ queryKey: [...groupsKey, 'list'] })
  }
  return (
    <ConfirmDialog
      title={t('delete.title', { name: group.name })}
      action={t('delete.action')}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.hint', { count: group.devices.length })}</Text>
    </ConfirmDialog>
  )
}
