// Chooses the period: presets, text or calendar, always with the time zone.

import { ActionIcon, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { CustomPeriod } from './custom-period.tsx'
import type { Period, PeriodText } from './period.ts'
import { periodPresets, presetNames, presetOf } from './period.ts'
import styles from './period-picker.module.css'

interface PeriodPickerProps {
  text: PeriodText
  /** Undefined while the text cannot be parsed. */
  period: Period | undefined
  timeZone: string
  onChange(text: PeriodText): void
  onRefresh(): void
}

export function PeriodPicker({ text, period, timeZone, onChange, onRefresh }: PeriodPickerProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const preset = presetOf(text)
  const [isCustom, setCustom] = useState(period === undefined)
  return (
    <Stack gap={6}>
      <Group gap={6} className={styles.presets ?? ''} role="group" aria-label={t('period.label')}>
        {presetNames.map((name) => (
          <UnstyledButton
            key={name}
            className={styles.preset ?? ''}
            aria-pressed={!isCustom && preset === name}
            onClick={() => {
              setCustom(false)
              onChange(periodPresets[name])
            }}
          >
            {t(`period.${name}`)}
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={styles.preset ?? ''}
          aria-pressed={isCustom || preset === undefined}
          aria-expanded={isCustom}
          onClick={() => setCustom(!isCustom)}
        >
          {t('period.custom')}
        </UnstyledButton>
      </Group>
      {isCustom && (
        <CustomPeriod
          key={`${text.from} ${text.to}`}
          text={text}
          period={period}
          timeZone={timeZone}
          onClose={() => setCustom(false)}
          onChange={(next) => {
            setCustom(false)
            onChange(next)
          }}
        />
      )}
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text size="xs" c="dimmed">
          {period && `${format.dateTime(period.fromMs)} – ${format.dateTime(period.toMs)} · `}
          {timeZone}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label={t('period.refresh')} onClick={onRefresh}>
          <IconRefresh size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  )
}
