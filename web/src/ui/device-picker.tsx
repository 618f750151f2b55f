// Selects several devices. The worker searches them by name.

import type { MultiSelectProps } from '@mantine/core'
import { MultiSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../session/session.ts'
import { useFoundDevices } from './use-found-devices.ts'

export type DevicePickerProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value: string[]
  onChange: (devices: string[]) => void
}

export function DevicePicker({ value, onChange, ...props }: DevicePickerProps) {
  const { t } = useTranslation('ui')
  const [search, setSearch] = useState('')
  const found = useFoundDevices(search)
  const chosen = useQueries({
    queries: value.map((deviceId) => ({
      queryKey: ['devices', deviceId, 'name'],
      staleTime: 60_000,
      queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path: { deviceId } })).device.name,
    })),
  })
  const isChosen = new Set(value)
  const options = [
    ...value.map((id, index) => ({ value: id, label: chosen[index]?.data ?? id })),
    ...found.filter(({ id }) => !isChosen.has(id)).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <MultiSelect
      {...props}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      // The worker has already filtered them.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('deviceNotFound')}
    />
  )
}
