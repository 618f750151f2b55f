import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Device } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { accountKey } from '../../session/use-account.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'

const losses = ['history', 'alerts', 'shares', 'tracker'] as const

export function DeleteDevice({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const go = useNavigate()
  const [isOpen, { open, close }] = useDisclosure()
  const deleteWithUndo = useDeleteWithUndo()
  async function remove(): Promise<void> {
    const path = { deviceId: device.id }
    deleteWithUndo({
      ids: [device.id],
      message: t('ui:undo.deleted', { name: device.name }),
      send: (client) => client.delete('/api/devices/{deviceId}', { path }),
      refetch: () =>
        Promise.all([['devices'], accountKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
    })
    await go({ to: '/devices' })
  }
  return (
    <>
      <Group justify="space-between" pt="lg" style={{ borderTop: '1px solid var(--rastro-line)' }}>
        <Text size="sm" c="dimmed">
          {t('delete.teaser')}
        </Text>
        <Button color="red" variant="light" size="xs" leftSection={<IconTrash size={15} />} onClick={open}>
          {t('delete.button')}
        </Button>
      </Group>
      {isOpen && (
        <DangerDialog
          title={t('delete.title', { name: device.name })}
          word={device.name}
          action={t('delete.confirm')}
          onConfirm={remove}
          onClose={close}
        >
          <Alert color="red" title={t('delete.lost')}>
            <List size="sm">
              {losses.map((what) => (
                <List.Item key={what}>{t(`delete.losses.${what}`)}</List.Item>
              ))}
            </List>
          </Alert>
          <Text size="sm">{device.licensed ? t('delete.license') : t('delete.noLicense')}</Text>
          {device.licensed && <Text size="sm">{t('delete.instead')}</Text>}
        </DangerDialog>
      )}
    </>
  )
}
