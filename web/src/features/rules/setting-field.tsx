import { Input, NumberInput, SegmentedControl, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecondsInput } from '../../ui/seconds-input.tsx'
import type { Field, RuleKind } from './kinds.ts'
import { ThresholdInput } from './threshold-input.tsx'
import { unitMarks } from './unit-marks.ts'

interface SettingFieldProps {
  kind: RuleKind
  field: Field
  settings: Record<string, unknown>
  fault: string | undefined
  onChange(part: Record<string, unknown>): void
}

export function SettingField({ kind, field, settings, fault, onChange }: SettingFieldProps) {
  const { t } = useTranslation('rules')
  const value = settings[field.name]
  const hint = t(`fields.${field.name}.${kind}`, {
    defaultValue: t(`fields.${field.name}.hint`, { defaultValue: '' }),
  })
  const shared = {
    label: t(`fields.${field.name}.label`),
    ...(hint && { description: hint }),
    error: fault,
    required: field.isRequired ?? false,
  }
  const set = (next: unknown) => onChange({ [field.name]: next })
  switch (field.type) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          suffix={field.unit ? ` ${unitMarks[field.unit]}` : ''}
          min={field.minimum}
          max={field.maximum}
          allowDecimal={!field.isWhole}
          clampBehavior="none"
          placeholder={field.defaultValue === undefined ? '' : t('usual', { value: field.defaultValue })}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      )
    case 'seconds':
      return (
        <SecondsInput
          {...shared}
          seconds={typeof value === 'number' ? value : undefined}
          defaultValue={field.defaultValue}
          onChange={set}
        />
      )
    case 'choice':
      return (
        <Input.Wrapper {...shared} labelElement="div">
          <SegmentedControl
            fullWidth
            size="xs"
            mt={4}
            aria-label={shared.label}
            value={String(value)}
            data={field.choices.map((choice) => ({ value: choice, label: t(`choices.${choice}`) }))}
            onChange={set}
          />
        </Input.Wrapper>
      )
    case 'threshold':
      return <ThresholdInput field={field} settings={settings} fault={fault} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          {...shared}
          error={fault?.includes('pattern') ? t('fields.attribute.wrong') : fault}
          maxLength={64}
          value={String(value ?? '')}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )
    case 'texts':
      return (
        <TagsInput
          {...shared}
          maxTags={100}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(next) => set(next.length === 0 ? undefined : next)}
        />
      )
  }
}
