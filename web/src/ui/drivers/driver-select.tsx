// Selects one driver, searched by name or tag.

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrivers } from './use-drivers.ts'

const typingMs = 250

interface DriverSelectProps {
  label: string
  placeholder?: string
  /** Shown while it is selected, whatever is searched. */
  driver: { id: string; name: string } | undefined
  size?: string
  clearable?: boolean
  onChange(driver: { id: string; name: string } | undefined): void
}

export function DriverSelect({ driver, onChange, clearable = true, ...props }: DriverSelectProps) {
  const { t } = useTranslation('drivers')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, typingMs)
  // The name of the selected one is in the field, too.
  const pages = useDrivers(search === driver?.name ? undefined : search.trim() || undefined)
  const found = pages.data?.pages.flatMap(({ drivers }) => drivers) ?? []
  const all = driver && !found.some(({ id }) => id === driver.id) ? [driver, ...found] : found
  return (
    <Select
      {...props}
      searchable
      clearable={clearable}
      nothingFoundMessage={t('nothing')}
      value={driver?.id ?? null}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => onChange(all.find((one) => one.id === id))}
    />
  )
}
