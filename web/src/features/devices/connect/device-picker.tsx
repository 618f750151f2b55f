import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../live/fleet.types.ts'
import { useFleet } from '../../../live/use-fleet.tsx'

/** One of the devices that are there already, by its name. */
export function DevicePicker({ onChoose }: { onChoose(deviceId: string): void }) {
  const { t } = useTranslation('connect')
  const fleet = useFleet()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Row[]>([])
  useEffect(() => {
    let isLatest = true
    void fleet.find(search).then((rows) => isLatest && setFound(rows))
    return () => {
      isLatest = false
    }
  }, [fleet, search])
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
