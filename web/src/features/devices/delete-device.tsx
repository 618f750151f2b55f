import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { inBackground } from '../../ui/in-background.ts'

const losses = ['history', 'alerts', 'shares', 'tracker'] as const

export function DeleteDevice({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const go = useNavigate()
  const [isOpen, { open, close }] = useDisclosure()
  async function remove(): Promise<void> {
    await rastro.delete('/api/devices/{deviceId}', { path: { deviceId: device.id } })
    await go({ to: '/devices' })
    queries.removeQueries({ queryKey: ['devices', device.id] })
    inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
    inBackground(queries.invalidateQueries({ queryKey: accountKey }))
    notifications.show({ message: t('delete.done', { name: device.name }) })
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
