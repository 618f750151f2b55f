// Today's message counts and the expiry of the device.

import { Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'

export function DeviceDay({ device }: { device: Device }) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const { limits, usage, state } = device
  const sent = (kind: 'emails' | 'sms', count: number, limit: number | null) =>
    limit === null
      ? t(`card.${kind}`, { count, shown: format.number(count) })
      : t(`card.${kind}Of`, { sent: format.number(count), limit: format.number(limit) })
  const date = limits.expires && limits.expirationDate
  return (
    <Text size="xs" c="dimmed" component="div">
      <div>
        {sent('emails', usage.emailsSent, limits.dailyEmailLimit)}
        {' · '}
        {sent('sms', usage.smsSent, limits.dailySmsLimit)}
        {' · '}
        {t('card.resets', { time: format.time(usage.resetsAt) })}
      </div>
      {date && (
        <div>
          {state === 'expired'
            ? t('card.expired', { date: format.calendarDay(date) })
            : t('card.expires', {
                date: format.calendarDay(date),
                age: format.age(`${date}T00:00:00Z`, nowMs),
              })}
        </div>
      )}
    </Text>
  )
}
