import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundDevices } from '../../../ui/use-found-devices.ts'

/** Picks an existing device by name. */
export function DevicePicker({ onChoose }: { onChoose(deviceId: string): void }) {
  const { t } = useTranslation('connect')
  const [search, setSearch] = useState('')
  const found = useFoundDevices(search)
  return (
    <Select
      label={t('wait.device')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('wait.noDevice')}
      filter={({ options }) => options}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => id && onChoose(id)}
    />
  )
}
