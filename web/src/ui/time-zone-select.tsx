// Selects a time zone by name, city, IANA name or current offset.

import type { SelectProps } from '@mantine/core'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../session/session.ts'
import { zoneOffset } from './zone-offset.ts'

export type TimeZoneSelectProps = Omit<SelectProps, 'data' | 'searchable' | 'value' | 'onChange'> & {
  value: string
  onChange: (timeZone: string) => void
}

const maxShown = 60

export function TimeZoneSelect({ value, onChange, ...props }: TimeZoneSelectProps) {
  const { t, i18n } = useTranslation('ui')
  const zones = useQuery({
    queryKey: ['timeZones', i18n.language],
    queryFn: async () => {
      const headers = { 'accept-language': i18n.language }
      return (await rastro.get('/api/users/timeZones', { headers })).timeZones
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const data = useMemo(() => {
    const now = Date.now()
    const options = Object.entries(zones.data ?? {}).map(([zone, name]) => ({
      value: zone,
      label: `${name} · ${zone} · ${zoneOffset(zone, now)}`,
    }))
    // Deprecated zone names are valid, but not in the list.
    const isKnown = value === '' || options.some((option) => option.value === value)
    return isKnown ? options : [{ value, label: `${value} · ${zoneOffset(value, now)}` }, ...options]
  }, [zones.data, value])
  return (
    <Select
      {...props}
      data={data}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      limit={maxShown}
      allowDeselect={false}
      nothingFoundMessage={t('zoneNotFound')}
    />
  )
}
