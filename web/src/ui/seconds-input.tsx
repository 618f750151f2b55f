import { Group, Input, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from './use-format.ts'

const timeUnits = ['seconds', 'minutes', 'hours', 'days'] as const
type TimeUnit = (typeof timeUnits)[number]

const secondsIn: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

interface SecondsInputProps {
  label: string
  description?: string
  error: string | undefined
  required: boolean
  seconds: number | undefined
  defaultValue: number | undefined
  /** Instead of the default value. */
  placeholder?: string | undefined
  onChange(seconds: number | undefined): void
}

/** A duration in a fitting unit, stored in seconds. */
export function SecondsInput({
  label,
  description,
  error,
  required,
  seconds,
  defaultValue,
  placeholder,
  onChange,
}: SecondsInputProps) {
  const { t } = useTranslation('rules')
  const format = useFormat()
  const [unit, setUnit] = useState<TimeUnit>(fittingUnit(seconds ?? defaultValue))
  const usual = defaultValue === 0 ? t('atOnce') : format.exactDuration(defaultValue ?? 0)
  const hint = placeholder ?? (defaultValue === undefined ? '' : t('usual', { value: usual }))
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      required={required}
      labelElement="div"
    >
      <Group gap="xs" mt={4} wrap="nowrap" align="flex-start">
        <NumberInput
          style={{ flex: 1 }}
          aria-label={label}
          min={0}
          clampBehavior="none"
          placeholder={hint}
          error={Boolean(error)}
          value={seconds === undefined ? '' : seconds / secondsIn[unit]}
          onChange={(next) => onChange(next === '' ? undefined : Math.round(Number(next) * secondsIn[unit]))}
        />
        <Select
          w={120}
          aria-label={t('units.label', { of: label })}
          allowDeselect={false}
          value={unit}
          data={timeUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={(next) => setUnit(next as TimeUnit)}
        />
      </Group>
    </Input.Wrapper>
  )
}

/** The largest unit that divides it evenly. */
function fittingUnit(seconds: number | undefined): TimeUnit {
  if (!seconds) return 'minutes'
  return [...timeUnits].reverse().find((unit) => seconds % secondsIn[unit] === 0) ?? 'seconds'
}
