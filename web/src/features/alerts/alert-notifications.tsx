// The notifications of an alert by channel; for each one that was not sent, why, and what can be done.

import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconCheck, IconClock, IconHandStop, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { channelIcons } from '../../ui/channel-icons.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'
import type { NotifiedDevice, Reason } from './reasons.ts'
import { describeReason } from './reasons.ts'

export function AlertNotifications({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('deliveries.title')}</h3>
      {alert.notifications.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(alert.late ? 'deliveries.late' : 'deliveries.none')}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0}>
          {alert.notifications.map((notification) => (
            <NotificationItem
              key={`${notification.channel} ${notification.to}`}
              notification={notification}
              deviceId={alert.deviceId}
            />
          ))}
        </Stack>
      )}
    </section>
  )
}

/** Shape and text carry the same information as the colour. */
const stateIcons: Record<string, typeof IconCheck> = {
  waiting: IconClock,
  sending: IconClock,
  sent: IconCheck,
  failed: IconX,
  suppressed: IconHandStop,
}

function NotificationItem({ notification, deviceId }: { notification: NotifiedDevice; deviceId: string }) {
  const { t } = useTranslation('alerts')
  const timeZone = useAccount()?.timeZone ?? ''
  const Icon = channelIcons[notification.channel]
  const StateIcon = stateIcons[notification.state] ?? IconClock
  const reason = describeReason(notification, timeZone, t)
  return (
    <Stack component="li" gap={4} style={{ listStyle: 'none' }}>
      <Group gap="xs" wrap="nowrap">
        <Icon
          size={17}
          aria-label={t(`channels.${notification.channel}`, { defaultValue: notification.channel })}
        />
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere', flex: 1 }}>
          {notification.to}
        </Text>
        <Badge variant="default" leftSection={<StateIcon size={12} aria-hidden />}>
          {t(`deliveries.state.${notification.state}`, { defaultValue: notification.state })}
        </Badge>
      </Group>
      {reason && <Why reason={reason} channel={notification.channel} deviceId={deviceId} />}
    </Stack>
  )
}

interface WhyProps {
  reason: Reason
  channel: string
  deviceId: string
}

function Why({ reason, channel, deviceId }: WhyProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const isLimit = reason.code === 'daily_email_limit' || reason.code === 'daily_sms_limit'
  const { data: device } = useQuery({
    queryKey: ['devices', deviceId, 'usage'],
    enabled: isLimit,
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path: { deviceId } })).device,
  })
  const dailyLimit = channel === 'sms' ? device?.limits.dailySmsLimit : device?.limits.dailyEmailLimit
  const limit =
    isLimit && device && typeof dailyLimit === 'number'
      ? t('deliveries.limitNow', { count: dailyLimit, at: format.dateTime(device.usage.resetsAt) })
      : ''
  return (
    <Text size="sm" ps={25} c="dimmed">
      {reason.text} {limit} {reason.advice}{' '}
      {(isLimit || reason.code === 'device_expired') && (
        <AnchorLink to="/devices/$deviceId" params={{ deviceId }} inherit>
          {t('deliveries.toDevice')}
        </AnchorLink>
      )}
      {(reason.code === 'contact_gone' || reason.code === 'contact_unverified') && (
        <AnchorLink to="/settings/contacts" inherit>
          {t('deliveries.toContacts')}
        </AnchorLink>
      )}
    </Text>
  )
}
