import { Text } from '@mantine/core'
import type { Group } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { groupsKey } from './use-groups.ts'

export function DeleteGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const go = useNavigate()
  const queries = useQueryClient()
  const deleteWithUndo = useDeleteWithUndo()
  async function remove(): Promise<void> {
    const { id: groupId, name } = group
    deleteWithUndo({
      ids: [groupId],
      message: t('ui:undo.deleted', { name }),
      send: (client) => client.delete('/api/groups/{groupId}', { path: { groupId } }),
      refetch: () => queries.invalidateQueries({ queryKey: [...groupsKey, 'list'] }),
    })
    await go({ to: '/settings/groups' })
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
