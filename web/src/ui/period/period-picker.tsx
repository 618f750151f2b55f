// Chooses a period: presets, text or calendar, always with the time zone.

import { ActionIcon, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../use-format.ts'
import { CustomPeriod } from './custom-period.tsx'
import type { Period, PeriodPreset, PeriodText } from './period.ts'
import { periodPresets, presetOf, touchedDays } from './period.ts'
import styles from './period-picker.module.css'

interface PeriodPickerProps {
  text: PeriodText
  /** Undefined while the text cannot be parsed. */
  period: Period | undefined
  timeZone: string
  presets: readonly PeriodPreset[]
  /** Only whole days can be chosen. */
  isOfDays?: boolean
  onChange(text: PeriodText): void
  onRefresh(): void
}

export function PeriodPicker({
  text,
  period,
  timeZone,
  presets,
  isOfDays = false,
  onChange,
  onRefresh,
}: PeriodPickerProps) {
  const { t } = useTranslation('period')
  const format = useFormat()
  const preset = presets.find((name) => name === presetOf(text))
  const days = period && touchedDays(period, timeZone)
  const [isCustom, setCustom] = useState(period === undefined)
  return (
    <Stack gap={6}>
      <Group gap={6} className={styles.presets ?? ''} role="group" aria-label={t('label')}>
        {presets.map((name) => (
          <UnstyledButton
            key={name}
            className={styles.preset ?? ''}
            aria-pressed={!isCustom && preset === name}
            onClick={() => {
              setCustom(false)
              onChange(periodPresets[name])
            }}
          >
            {t(`presets.${name}`)}
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={styles.preset ?? ''}
          aria-pressed={isCustom || preset === undefined}
          aria-expanded={isCustom}
          onClick={() => setCustom(!isCustom)}
        >
          {t('custom')}
        </UnstyledButton>
      </Group>
      {isCustom && (
        <CustomPeriod
          key={`${text.from} ${text.to}`}
          text={text}
          period={period}
          timeZone={timeZone}
          isOfDays={isOfDays}
          onClose={() => setCustom(false)}
          onChange={(next) => {
            setCustom(false)
            onChange(next)
          }}
        />
      )}
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text size="xs" c="dimmed">
          {isOfDays
            ? days && `${format.calendarDay(days.from)} – ${format.calendarDay(days.to)} · `
            : period && `${format.dateTime(period.fromMs)} – ${format.dateTime(period.toMs)} · `}
          {timeZone}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label={t('refresh')} onClick={onRefresh}>
          <IconRefresh size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  )
}
