import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecondsInput } from '../seconds-input.tsx'
import type { Format } from '../use-format.ts'
import { useFormat } from '../use-format.ts'
import type { SettingField } from './setting-fields.ts'
import { isInRange } from './setting-fields.ts'

/** Settings are stored in these units, as those of rules are. */
const marks = { speed: ' km/h', length: ' m', factor: '' }

interface SettingInputProps {
  field: SettingField
  /** What is set here; undefined if it is inherited. */
  value: string | number | null | undefined
  /** The value in force and where it comes from. */
  description: string
  /** What is inherited, in words. */
  placeholder: string
  error: string | undefined
  onChange(value: string | number | undefined): void
}

/** An empty field inherits. */
export function SettingInput({ field, value, description, placeholder, error, onChange }: SettingInputProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const isWrong = typeof value === 'number' && !isInRange(field, value)
  const shared = {
    label: t(`settings.fields.${field.name}`),
    description,
    placeholder,
    error: error ?? (isWrong ? t('settings.outOfRange', rangeOf(field, format)) : undefined),
  }
  if (field.type === 'choice') {
    return (
      <Select
        {...shared}
        clearable
        data={field.choices.map((choice) => ({
          value: choice,
          label: t(`settings.choices.${field.name}.${choice}`),
        }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  }
  const number = typeof value === 'number' ? value : undefined
  if (field.type === 'seconds') {
    return (
      <SecondsInput
        {...shared}
        required={false}
        seconds={number}
        defaultValue={undefined}
        onChange={(seconds) => onChange(seconds)}
      />
    )
  }
  return (
    <NumberInput
      {...shared}
      suffix={marks[field.type]}
      min={field.min}
      max={field.max}
      step={field.type === 'factor' ? 0.001 : 1}
      allowDecimal={field.type === 'factor'}
      clampBehavior="none"
      value={number ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  )
}

/** In the units in which it is typed. */
function rangeOf(field: SettingField, format: Format): { min: string; max: string } {
  if (field.type === 'choice') return { min: '', max: '' }
  const { type, min, max } = field
  const text = (value: number) =>
    type === 'seconds' ? format.exactDuration(value) : `${format.number(value)}${marks[type]}`
  return { min: text(min), max: text(max) }
}
