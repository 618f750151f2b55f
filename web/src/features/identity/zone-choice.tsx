// The time zone for people without a session: the names that the browser knows, with its own as the default.

import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const maxShown = 60

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Of the browser's language; it only decides defaults, and the user can change it later. */
export function ownCountry(): string {
  return new Intl.Locale(navigator.language).maximize().region ?? 'ES'
}

interface ZoneChoiceProps {
  value: string
  onChange: (timeZone: string) => void
}

export function ZoneChoice({ value, onChange }: ZoneChoiceProps) {
  const { t } = useTranslation('sign-up')
  const zones = useMemo(() => [...new Set([ownTimeZone(), ...Intl.supportedValuesOf('timeZone')])], [])
  return (
    <Select
      label={t('timeZone')}
      data={zones}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      limit={maxShown}
      allowDeselect={false}
      nothingFoundMessage={t('ui:zoneNotFound')}
    />
  )
}
