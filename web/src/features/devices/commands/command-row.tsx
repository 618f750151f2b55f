import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Command } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { sentenceOf } from '../../../ui/failure.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../devices.module.css'

const colors = {
  queued: 'gray',
  sent: 'blue',
  acknowledged: 'green',
  failed: 'red',
  expired: 'yellow',
  cancelled: 'gray',
} as const

/** One command and its outcome, updated by the stream. */
export function CommandRow({ command }: { command: Command }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { type, state, reason, answer, createdAt, expiresAt } = command
  const details = describeSettings(command, t)
  return (
    <li>
      <div className={styles.row_head}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t(`command.types.${type}`)}
          </Text>
          {details && (
            <Text size="sm" c="dimmed">
              {details}
            </Text>
          )}
          <Badge size="sm" variant="light" tt="none" color={colors[state]} role="status">
            {t(`command.states.${state}`)}
          </Badge>
        </Group>
        <Group gap="xs">
          <Text size="xs" c="dimmed" title={format.dateTime(createdAt)}>
            {format.age(Math.min(Date.parse(createdAt), nowMs), nowMs)}
          </Text>
          {state === 'queued' && <Cancel command={command} />}
        </Group>
      </div>
      {reason && (
        <Text size="sm" c="dimmed">
          {t(`command.reasons.${reason}`, { defaultValue: reason })}
        </Text>
      )}
      {state === 'queued' && (
        <Text size="xs" c="dimmed">
          {t('command.until', { at: format.dateTime(expiresAt) })}
        </Text>
      )}
      {answer && (
        <Group gap="xs" mt={4} align="baseline">
          <Text size="xs" c="dimmed">
            {t('command.answer')}
          </Text>
          <Code className={styles.hex}>{answer}</Code>
        </Group>
      )}
    </li>
  )
}

function Cancel({ command: { id, deviceId } }: { command: Command }) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () =>
      rastro.delete('/api/devices/{deviceId}/commands/{commandId}', { path: { deviceId, commandId: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices', deviceId, 'commands'] }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t), role: 'alert' }),
  })
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={cancelling.isPending}
      onClick={() => cancelling.mutate()}
    >
      {t('command.cancel')}
    </Button>
  )
}

function describeSettings({ type, settings }: Command, t: TFunction<'devices'>): string {
  const values = settings as { seconds?: number; output?: number; on?: boolean; text?: string; hex?: string }
  if (type === 'interval') return t('command.every', { seconds: values.seconds })
  if (type === 'output') return `${values.output} · ${values.on ? t('command.on') : t('command.off')}`
  return values.text ?? values.hex ?? ''
}
