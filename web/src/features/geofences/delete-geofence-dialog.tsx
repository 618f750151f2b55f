// Deletes a geofence. Rules that use it prevent that, and are listed first.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AlertRule, Geofence } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'

interface DeleteGeofenceDialogProps {
  geofence: Geofence
  /** Undefined while unknown; the server checks anyway. */
  rules: AlertRule[] | undefined
  onClose(): void
}

export function DeleteGeofenceDialog({ geofence, rules, onClose }: DeleteGeofenceDialogProps) {
  const { t } = useTranslation('geofences')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deleting = useMutation({
    mutationFn: () => rastro.delete('/api/geofences/{geofenceId}', { path: { geofenceId: geofence.id } }),
    async onSuccess() {
      notifications.show({ message: t('deleted', { name: geofence.name }) })
      await navigate({ to: '/geofences' })
      queries.removeQueries({ queryKey: ['geofences', 'one', geofence.id] })
      inBackground(queries.invalidateQueries({ queryKey: ['geofences', 'list'] }))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('delete.title', { name: geofence.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="sm">
        {rules && rules.length > 0 ? (
          <>
            <Text size="sm">{t('delete.inUse', { count: rules.length })}</Text>
            {rules.map(({ id, name }) => (
              <AnchorLink key={id} to="/rules/$ruleId" params={{ ruleId: id }} size="sm">
                {name}
              </AnchorLink>
            ))}
          </>
        ) : (
          <Text size="sm">{t(rules ? 'delete.hint' : 'delete.hintOnly')}</Text>
        )}
        {deleting.error && <Failure error={deleting.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            color="red"
            disabled={rules !== undefined && rules.length > 0}
            loading={deleting.isPending}
            onClick={() => deleting.mutate()}
          >
            {t('ui:delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
