// Above, below, or equal to: exactly one of them is set.

import { Group, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field } from './kinds.ts'
import { settingsOf } from './kinds.ts'
import { unitMarks } from './unit-marks.ts'

interface ThresholdInputProps {
  field: Field & { type: 'threshold' }
  settings: Record<string, unknown>
  fault: string | undefined
  onChange(part: Record<string, unknown>): void
}

export function ThresholdInput({ field, settings, fault, onChange }: ThresholdInputProps) {
  const { t } = useTranslation('rules')
  const names = settingsOf(field)
  const chosen = names.find((name) => settings[name] !== undefined) ?? (names[0] as string)
  const value = settings[chosen]
  const set = (name: string, next: unknown) =>
    onChange({ ...Object.fromEntries(names.map((one) => [one, undefined])), [name]: next })
  const label = t('fields.threshold.label')
  return (
    <Input.Wrapper label={label} error={fault} required labelElement="div">
      <Group gap="xs" mt={4} wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('fields.threshold.side')}
          value={chosen}
          data={names.map((name) => ({ value: name, label: t(`choices.${name}`) }))}
          onChange={(name) => set(name, name === 'equals' ? String(value ?? '') : (numberOf(value) ?? 0))}
        />
        {chosen === 'equals' ? (
          <TextInput
            style={{ flex: 1 }}
            aria-label={label}
            maxLength={200}
            error={Boolean(fault)}
            value={String(value ?? '')}
            onChange={({ currentTarget }) => set('equals', parseValue(currentTarget.value))}
          />
        ) : (
          <NumberInput
            style={{ flex: 1 }}
            aria-label={label}
            suffix={field.unit ? ` ${unitMarks[field.unit]}` : ''}
            min={field.minimum}
            max={field.maximum}
            clampBehavior="none"
            error={Boolean(fault)}
            value={typeof value === 'number' ? value : ''}
            onChange={(next) => set(chosen, next === '' ? '' : Number(next))}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}

function numberOf(value: unknown): number | undefined {
  const number = Number(value)
  return value === '' || value === undefined || Number.isNaN(number) ? undefined : number
}

/** Trackers report numbers and booleans, and the server compares by type. */
function parseValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+([.]\d+)?$/.test(text) ? Number(text) : text
}
