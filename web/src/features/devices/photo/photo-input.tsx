import { Button, FileButton, Group, Input } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rastro/client'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { refetchRecord } from '../device-record.ts'
import { resized } from './resize.ts'

/** Saved at once, not with the form. */
export function PhotoInput({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const path = { deviceId: device.id }
  const onSuccess = () => refetchRecord(queries, device.id)
  const uploading = useMutation({
    mutationFn: async (file: File) =>
      rastro.put('/api/devices/{deviceId}/photo', { path, body: await resized(file) }),
    onSuccess,
    onError: () => notifications.show({ color: 'red', role: 'alert', message: t('photo.failed') }),
  })
  const removing = useMutation({
    mutationFn: () => rastro.delete('/api/devices/{deviceId}/photo', { path }),
    onSuccess,
  })
  return (
    <Input.Wrapper label={t('photo.title')} labelElement="div">
      <Group gap="xs" mt={4}>
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          onChange={(file) => file && uploading.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconCamera size={16} />}
              loading={uploading.isPending}
            >
              {device.photoUpdatedAt === null ? t('photo.add') : t('photo.replace')}
            </Button>
          )}
        </FileButton>
        {device.photoUpdatedAt !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} />}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {t('photo.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
