// Selects one device. The worker searches them by name.

import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from './use-device-name.ts'
import { useFoundDevices } from './use-found-devices.ts'

interface DeviceSelectProps {
  device: string | undefined
  label?: string
  'aria-label'?: string
  placeholder: string
  size?: string
  error?: string | undefined
  onChange(device: string | undefined): void
}

export function DeviceSelect({ device, placeholder, onChange, size = 'sm', ...names }: DeviceSelectProps) {
  const { t } = useTranslation('ui')
  const [search, setSearch] = useState('')
  const found = useFoundDevices(search)
  const isFound = found.some(({ id }) => id === device)
  const chosen = useDeviceName(isFound ? undefined : device)
  const others = device !== undefined && !isFound ? [{ value: device, label: chosen ?? device }] : []
  return (
    <Select
      {...names}
      size={size}
      clearable
      searchable
      placeholder={placeholder}
      nothingFoundMessage={t('noDevice')}
      value={device ?? null}
      data={[...others, ...found.map(({ id, name }) => ({ value: id, label: name }))]}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
