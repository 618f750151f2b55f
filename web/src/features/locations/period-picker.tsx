// Chooses the period: presets, text or calendar, always with the time zone.

import { ActionIcon, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { CustomPeriod } from './custom-period.tsx'
import type { Period, PeriodPreset, PeriodText } from './period.ts'
import { periodPresets, presetOf, presetPeriod } from './period.ts'

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
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('period.label')}
        value={isCustom ? 'custom' : (preset ?? 'custom')}
        data={[
          ...periodPresets.map((name) => ({ value: name, label: t(`period.${name}`) })),
          { value: 'custom', label: t('period.custom') },
        ]}
        onChange={(value) => {
          setCustom(value === 'custom')
          if (value !== 'custom') onChange(presetPeriod(value as PeriodPreset))
        }}
      />
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
