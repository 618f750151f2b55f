// Notifications of a device: sent, not sent, and why.

import { Badge, Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import type { Notification } from '@rastro/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { channelIcons } from '../../ui/channel-icons.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { DeviceRecord } from './device-record.ts'
import styles from './devices.module.css'

const states = ['waiting', 'sending', 'sent', 'failed', 'suppressed'] as const
const colors = {
  waiting: 'gray',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  suppressed: 'yellow',
} as const
const knownReasons = [
  'daily_email_limit',
  'daily_sms_limit',
  'account_cap',
  'platform_cap',
  'reseller_cap',
  'repeat',
  'device_expired',
  'no_browser',
  'alert_withdrawn',
  'account_suspended',
  'account_blocked',
  'account_closing',
  'contact_gone',
  'contact_unverified',
  'channel_not_configured',
  'outcome_unknown',
]

type State = (typeof states)[number]

export function NotificationsTab({ record }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const { id } = record.device
  const [state, setState] = useState<State>()
  const list = useInfiniteQuery({
    queryKey: ['devices', id, 'notifications', state ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/devices/{deviceId}/notifications', {
        path: { deviceId: id },
        query: { limit: 50, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor,
  })
  const notifications = list.data?.pages.flatMap((page) => page.notifications) ?? []
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed" flex={1} miw={240}>
          {t('notification.hint')}
        </Text>
        <Select
          size="xs"
          clearable
          aria-label={t('notification.state')}
          placeholder={t('notification.all')}
          data={states.map((value) => ({ value, label: t(`notification.states.${value}`) }))}
          value={state ?? null}
          onChange={(value) => setState((value ?? undefined) as State | undefined)}
        />
      </Group>
      {list.error && (
        <Failure
          error={list.error}
          onRetry={() => {
            inBackground(list.refetch())
          }}
        />
      )}
      {list.isPending && <Loader aria-label={t('ui:loading')} />}
      {list.isSuccess && notifications.length === 0 && (
        <Empty title={t('notification.emptyTitle')} description={t('notification.emptyHint')} />
      )}
      <ul className={styles.rows} aria-label={t('tabs.notifications')}>
        {notifications.map((one) => (
          <NotificationEntry key={one.id} notification={one} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => {
            inBackground(list.fetchNextPage())
          }}
        >
          {t('ui:more')}
        </Button>
      )}
    </Stack>
  )
}

function NotificationEntry({ notification }: { notification: Notification }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { channel, to, state, reason, cap, alertName, createdAt, sentAt, attempts, receipt } = notification
  const Icon = channelIcons[channel]
  const last = attempts.at(-1)
  return (
    <li>
      <div className={styles.row_head}>
        <Group gap="xs">
          <Icon size={16} aria-label={t(`notification.channels.${channel}`)} />
          <Text size="sm" fw={600}>
            {to}
          </Text>
          <Badge size="sm" variant="light" tt="none" color={colors[state]}>
            {t(`notification.states.${state}`)}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {format.dateTime(sentAt ?? createdAt)}
        </Text>
      </div>
      <Text size="sm">{alertName}</Text>
      {reason && (
        <Text size="sm" c="dimmed">
          {knownReasons.includes(reason) ? t(`notification.reasons.${reason}`) : reason}
          {cap && ` (${t(`notification.caps.${cap}`)})`}
        </Text>
      )}
      {last && (
        <Text size="xs" c="dimmed">
          {t('notification.attempts', { count: attempts.length })}
          {last.outcome && ` · ${t(`notification.outcomes.${last.outcome}`)}`}
          {last.error && ` · ${last.error}`}
          {receipt && ` · ${receipt}`}
        </Text>
      )}
    </li>
  )
}
