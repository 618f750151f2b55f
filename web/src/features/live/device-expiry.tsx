import { Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'

/** Only when it matters: what expires in a year is on the page of the device. */
const soonMs = 30 * 86_400_000

export function DeviceExpiry({ device }: { device: Device }) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const { limits, state } = device
  const date = limits.expires && limits.expirationDate
  if (!date || (state !== 'expired' && Date.parse(date) - nowMs > soonMs)) return null
  return (
    <Text size="xs" c="dimmed">
      {state === 'expired'
        ? t('card.expired', { date: format.calendarDay(date) })
        : t('card.expires', { date: format.calendarDay(date), age: format.age(`${date}T00:00:00Z`, nowMs) })}
    </Text>
  )
}
