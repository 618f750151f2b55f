// The fleet as a list, accessible by keyboard and screen reader.

import { Group } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DeviceCount } from './device-count.tsx'
import { DeviceRows } from './device-rows.tsx'
import { ListHead } from './list-head.tsx'
import type { LiveSearch } from './live-search.ts'
import { NothingListed } from './nothing-listed.tsx'

interface DeviceListProps {
  search: LiveSearch
  onChange(part: { [K in keyof LiveSearch]?: LiveSearch[K] | undefined }, replace?: boolean): void
  onPick(id: string): void
}

export function DeviceList({ search, onChange, onPick }: DeviceListProps) {
  const { t } = useTranslation('live')
  return (
    <Panel
      title={t('title')}
      aside={<DeviceCount />}
      head={<ListHead search={search} onChange={onChange} />}
      foot={
        <Group gap="xs" grow preventGrowOverflow={false}>
          <ButtonLink to="/connect" variant="light" size="xs" px="xs" leftSection={<IconPlus size={15} />}>
            {t('connect')}
          </ButtonLink>
          <ButtonLink to="/devices" variant="light" size="xs" px="xs" leftSection={<IconTable size={15} />}>
            {t('table')}
          </ButtonLink>
        </Group>
      }
    >
      <DeviceRows search={search} onPick={onPick} />
      <NothingListed onClear={() => onChange({ q: undefined, status: undefined, group: undefined })} />
    </Panel>
  )
}
