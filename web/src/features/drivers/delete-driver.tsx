import { Text } from '@mantine/core'
import type { Driver } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { driversKey } from '../../ui/drivers/use-drivers.ts'

export function DeleteDriver({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const go = useNavigate()
  const queries = useQueryClient()
  const deleteWithUndo = useDeleteWithUndo()
  async function remove(): Promise<void> {
    const { id: driverId, name } = driver
    deleteWithUndo({
      ids: [driverId],
      message: t('ui:undo.deleted', { name }),
      send: (client) => client.delete('/api/drivers/{driverId}', { path: { driverId } }),
      refetch: () => queries.invalidateQueries({ queryKey: [...driversKey, 'list'] }),
    })
    await go({ to: '/drivers' })
  }
  return (
    <ConfirmDialog
      title={t('delete.title', { name: driver.name })}
      action={t('delete.action')}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.hint')}</Text>
    </ConfirmDialog>
  )
}
