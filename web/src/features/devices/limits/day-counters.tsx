import { Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'

/** The number of messages sent today, against the limits. */
export function DayCounters({ device: { usage, limits } }: { device: Device }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  return (
    <Stack gap="sm" component="section" aria-label={t('today.title')}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('today.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('today.resets', {
            at: format.dateTime(usage.resetsAt),
            age: format.age(usage.resetsAt, nowMs),
          })}
        </Text>
      </Group>
      <Counter kind="emails" sent={usage.emailsSent} limit={limits.dailyEmailLimit} />
      <Counter kind="sms" sent={usage.smsSent} limit={limits.dailySmsLimit} />
    </Stack>
  )
}

interface CounterProps {
  kind: 'emails' | 'sms'
  sent: number
  limit: number | null
}

function Counter({ kind, sent, limit }: CounterProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const isFull = limit !== null && sent >= limit
  const share = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (sent / limit) * 100)
  const text =
    limit === null
      ? t('today.unlimited', { sent: format.number(sent) })
      : t('today.of', { sent: format.number(sent), limit: format.number(limit) })
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {t(`today.${kind}`)}
        </Text>
        <Text size="sm">
          {text}
          {isFull && ` · ${t('today.full')}`}
        </Text>
      </Group>
      {limit !== null && (
        <Progress.Root size="sm">
          <Progress.Section
            value={share}
            color={isFull ? 'yellow' : 'blue'}
            aria-label={`${t(`today.${kind}`)}: ${text}`}
          />
        </Progress.Root>
      )}
    </div>
  )
}
