import { Textarea, TextInput } from '@mantine/core'
import type { Driver } from '@rastro/client'
import { useTranslation } from 'react-i18next'

export interface DriverDraft {
  name: string
  phone: string
  email: string
  licenseNumber: string
  note: string
}

export const emptyDriver: DriverDraft = { name: '', phone: '', email: '', licenseNumber: '', note: '' }

export function toDraft({ name, phone, email, licenseNumber, note }: Driver): DriverDraft {
  return {
    name,
    phone: phone ?? '',
    email: email ?? '',
    licenseNumber: licenseNumber ?? '',
    note: note ?? '',
  }
}

export function toBody(draft: DriverDraft) {
  const orNull = (text: string) => text.trim() || null
  return {
    name: draft.name.trim(),
    phone: orNull(draft.phone),
    email: orNull(draft.email),
    licenseNumber: orNull(draft.licenseNumber),
    note: orNull(draft.note),
  }
}

interface DriverFieldsProps {
  value: DriverDraft
  hasFocus?: boolean
  onChange(part: Partial<DriverDraft>): void
}

export function DriverFields({ value, hasFocus, onChange }: DriverFieldsProps) {
  const { t } = useTranslation('drivers')
  return (
    <>
      <TextInput
        label={t('columns.name')}
        required
        withAsterisk={false}
        maxLength={200}
        {...(hasFocus && { 'data-autofocus': true })}
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        type="tel"
        label={t('columns.phone')}
        maxLength={32}
        value={value.phone}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <TextInput
        type="email"
        label={t('columns.email')}
        maxLength={254}
        value={value.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput
        label={t('columns.licenseNumber')}
        maxLength={64}
        value={value.licenseNumber}
        onChange={(event) => onChange({ licenseNumber: event.currentTarget.value })}
      />
      <Textarea
        label={t('columns.note')}
        maxLength={2_000}
        autosize
        minRows={1}
        value={value.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}
