import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { Failure } from '../../ui/failure.tsx'

const losses = ['history', 'alerts', 'shares', 'tracker'] as const

/** It cannot be undone, so the name has to be typed. */
export function DeleteDevice({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const go = useNavigate()
  const [isOpen, { open, close }] = useDisclosure()
  const [typed, setTyped] = useState('')
  const deleting = useMutation({
    mutationFn: () => rastro.delete('/api/devices/{deviceId}', { path: { deviceId: device.id } }),
    async onSuccess() {
      await go({ to: '/devices' as never })
      queries.removeQueries({ queryKey: ['devices', device.id] })
      void queries.invalidateQueries({ queryKey: ['devices', 'list'] })
      void queries.invalidateQueries({ queryKey: accountKey })
      notifications.show({ message: t('delete.done', { name: device.name }) })
    },
  })
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
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('delete.title', { name: device.name })}
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <Stack>
          <Alert color="red" title={t('delete.lost')}>
            <List size="sm">
              {losses.map((what) => (
                <List.Item key={what}>{t(`delete.losses.${what}`)}</List.Item>
              ))}
            </List>
          </Alert>
          <Text size="sm">{t(device.licensed ? 'delete.license' : 'delete.noLicense')}</Text>
          <Text size="sm">{t('delete.instead')}</Text>
          <TextInput
            label={t('delete.type', { name: device.name })}
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {deleting.error && <Failure error={deleting.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button
              color="red"
              disabled={typed.trim() !== device.name.trim()}
              loading={deleting.isPending}
              onClick={() => deleting.mutate()}
            >
              {t('delete.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
