// Who was told of the alert, by what channel; and of each message that did not leave, why, and what can be done.

import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Alert } from '@rastro/client'
import {
  IconCheck,
  IconClock,
  IconDeviceMobileMessage,
  IconHandStop,
  IconMail,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'
import type { Reason, Telling } from './reasons.ts'
import { tellReason } from './reasons.ts'

export function AlertTellings({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('tellings.title')}</h3>
      {alert.notifications.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(alert.late ? 'tellings.late' : 'tellings.none')}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0}>
          {alert.notifications.map((telling) => (
            <OneTelling
              key={`${telling.channel} ${telling.to}`}
              telling={telling}
              deviceId={alert.deviceId}
            />
          ))}
        </Stack>
      )}
    </section>
  )
}

/** Shape and word say what colour alone must not. */
const stateIcons: Record<string, typeof IconCheck> = {
  waiting: IconClock,
  sending: IconClock,
  sent: IconCheck,
  failed: IconX,
  suppressed: IconHandStop,
}

function OneTelling({ telling, deviceId }: { telling: Telling; deviceId: string }) {
  const { t } = useTranslation('alerts')
  const timeZone = useAccount()?.timeZone ?? ''
  const Icon = telling.channel === 'sms' ? IconDeviceMobileMessage : IconMail
  const StateIcon = stateIcons[telling.state] ?? IconClock
  const reason = tellReason(telling, timeZone, t)
  return (
    <Stack component="li" gap={4} style={{ listStyle: 'none' }}>
      <Group gap="xs" wrap="nowrap">
        <Icon size={17} aria-label={t(`channels.${telling.channel}`, { defaultValue: telling.channel })} />
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere', flex: 1 }}>
          {telling.to}
        </Text>
        <Badge variant="default" leftSection={<StateIcon size={12} aria-hidden />}>
          {t(`tellings.state.${telling.state}`, { defaultValue: telling.state })}
        </Badge>
      </Group>
      {reason && <Why reason={reason} channel={telling.channel} deviceId={deviceId} />}
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
  const most = channel === 'sms' ? device?.limits.dailySmsLimit : device?.limits.dailyEmailLimit
  const limit =
    isLimit && device && typeof most === 'number'
      ? t('tellings.limitNow', { count: most, at: format.dateTime(device.usage.resetsAt) })
      : ''
  return (
    <Text size="sm" ps={25} c="dimmed">
      {reason.says} {limit} {reason.advice}{' '}
      {(isLimit || reason.code === 'device_expired') && (
        <AnchorLink to="/devices/$deviceId" params={{ deviceId }} inherit>
          {t('tellings.toDevice')}
        </AnchorLink>
      )}
      {reason.code === 'contact_gone' && (
        <AnchorLink to="/settings/contacts" inherit>
          {t('tellings.toContacts')}
        </AnchorLink>
      )}
    </Text>
  )
}
