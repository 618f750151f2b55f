import { Group, Progress, Stack, Text } from '@mantine/core'
import type { SpendingCap } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { CapName, UseLevel } from './caps.ts'
import { amountOf, isMoney, levelOf } from './caps.ts'

const colors: Record<UseLevel, string> = {
  ok: 'blue',
  warned: 'yellow',
  criticalOnly: 'orange',
  reached: 'red',
}

/** What is used of one cap. Without a cap there is no bar to fill. */
export function CapBar({ name, cap, currency }: { name: CapName; cap: SpendingCap; currency: string }) {
  const { t } = useTranslation('spending')
  const { number, dateTime } = useFormat()
  const amount = (value: number) =>
    number(amountOf(name, value), isMoney(name) ? { style: 'currency', currency } : {})
  const level = levelOf(cap)
  const label =
    cap.cap === null
      ? t('used', { used: amount(cap.used) })
      : t('usedOf', { used: amount(cap.used), cap: amount(cap.cap) })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t(`periods.${name.endsWith('Day') ? 'day' : 'month'}`)}
        </Text>
        <Text size="sm">{label}</Text>
      </Group>
      {cap.cap !== null && (
        <Progress
          size="lg"
          value={cap.cap === 0 ? 100 : Math.min(100, (cap.used / cap.cap) * 100)}
          color={colors[level]}
          aria-label={`${t(`caps.${name}`)}: ${label}`}
        />
      )}
      <Text size="xs" c="dimmed">
        {cap.cap === null ? t('noCap') : t('resets', { at: dateTime(cap.resetsAt) })}
        {cap.keptForCritical ? ` ${t('kept', { amount: amount(cap.keptForCritical) })}` : ''}
      </Text>
      {(level === 'criticalOnly' || level === 'reached') && (
        <Text size="sm" role="status">
          {t(`levels.${level}`)}
        </Text>
      )}
    </Stack>
  )
}
