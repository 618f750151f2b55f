import { Group, Input, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { TimeUnit } from './time-units.ts'
import { fittingUnit, secondsIn, timeUnits } from './time-units.ts'

interface SecondsInputProps {
  label: string
  description?: string
  error: string | undefined
  required: boolean
  seconds: number | undefined
  usual: number | undefined
  onChange(seconds: number | undefined): void
}

/** A length of time in the unit that suits it; kept in seconds. */
export function SecondsInput({
  label,
  description,
  error,
  required,
  seconds,
  usual,
  onChange,
}: SecondsInputProps) {
  const { t } = useTranslation('rules')
  const format = useFormat()
  const [unit, setUnit] = useState<TimeUnit>(fittingUnit(seconds ?? usual))
  const placeholder = usual === undefined ? '' : t('usual', { value: format.exactDuration(usual) })
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
          placeholder={placeholder}
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
