import { MultiSelect, Stack } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useFoundDevices } from '../../ui/use-found-devices.ts'

export interface Targets {
  groups: string[]
  devices: string[]
}

export interface TargetPickerProps extends Targets {
  onChange: (part: Partial<Targets>) => void
}

/** Limits the events to groups and devices; with neither, events of all devices are sent. */
export function TargetPicker({ groups, devices, onChange }: TargetPickerProps) {
  const { t } = useTranslation('webhooks')
  const [search, setSearch] = useState('')
  const found = useFoundDevices(search)
  const known = useQuery({ queryKey: ['groups', 'names'], queryFn: listGroups })
  const chosen = useQueries({
    queries: devices.map((deviceId) => ({
      queryKey: ['devices', deviceId, 'name'],
      staleTime: 60_000,
      queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path: { deviceId } })).device.name,
    })),
  })
  const isKnown = new Set(devices)
  const options = [
    ...devices.map((value, index) => ({ value, label: chosen[index]?.data ?? value })),
    ...found.filter(({ id }) => !isKnown.has(id)).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Stack gap="sm">
      <MultiSelect
        label={t('groups')}
        description={t('targetsHint')}
        data={known.data ?? groups}
        value={groups}
        searchable
        clearable
        onChange={(value) => onChange({ groups: value })}
      />
      <MultiSelect
        label={t('devices')}
        data={options}
        value={devices}
        searchable
        clearable
        nothingFoundMessage={t('noDevice')}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(value) => onChange({ devices: value })}
      />
    </Stack>
  )
}

async function listGroups(): Promise<{ value: string; label: string }[]> {
  const options: { value: string; label: string }[] = []
  for await (const { groups } of rastro.pages('/api/groups')) {
    options.push(...groups.map(({ id, name }) => ({ value: id, label: name })))
  }
  return options
}
