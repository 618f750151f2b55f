// The fleet as a list, accessible by keyboard and screen reader.

import { Group } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { FirstDaySlot } from '../../ui/first-day/first-day-slot.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DeviceCount } from './device-count.tsx'
import styles from './device-list.module.css'
import type { RowsHandle } from './device-rows.tsx'
import { DeviceRows } from './device-rows.tsx'
import { ListHead } from './list-head.tsx'
import type { ChangeLive, LiveSearch } from './live-search.ts'
import { NothingListed } from './nothing-listed.tsx'

interface DeviceListProps {
  search: LiveSearch
  /** Where the list was scrolled to, while a phone shows the card instead. */
  scroll: RefObject<number>
  onChange: ChangeLive
  onPick(id: string): void
}

export function DeviceList({ search, scroll, onChange, onPick }: DeviceListProps) {
  const { t } = useTranslation('live')
  const may = useMay()
  const rows = useRef<RowsHandle>(null)
  return (
    <Panel
      title={t('title')}
      aside={<DeviceCount />}
      head={<ListHead search={search} rows={rows} onChange={onChange} />}
      foot={
        <Group gap="xs" grow preventGrowOverflow={false}>
          {may('devices.edit') && (
            <ButtonLink to="/connect" variant="light" size="xs" px="xs" leftSection={<IconPlus size={15} />}>
              {t('connect')}
            </ButtonLink>
          )}
          {/* On a phone the navigation below has the same entry. */}
          <ButtonLink
            to="/devices"
            variant="light"
            size="xs"
            px="xs"
            className={styles.table ?? ''}
            leftSection={<IconTable size={15} />}
          >
            {t('table')}
          </ButtonLink>
        </Group>
      }
    >
      <DeviceRows ref={rows} search={search} scroll={scroll} onPick={onPick} />
      <NothingListed onClear={() => onChange({ q: undefined, status: undefined, group: undefined })} />
      <FirstDaySlot />
    </Panel>
  )
}
