// The fleet as a list: as many rows in the document as the screen has room for, however many devices there are. It is the
// map's equal for whoever uses the keyboard or a screen reader.

import { Button, CloseButton, Group, Kbd, Select, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus, IconSearch, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order, Row } from '../../live/fleet.types.ts'
import { useFleet, useSeen } from '../../live/use-fleet.tsx'
import { usePreferences } from '../../session/preferences.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './device-list.module.css'
import { DeviceRow } from './device-row.tsx'
import { GroupFilter } from './group-filter.tsx'
import type { LiveSearch } from './live-search.ts'
import { StatusChips } from './status-chips.tsx'

const rowPx = 48
const beyondScreen = 12

interface DeviceListProps {
  search: LiveSearch
  onChange(part: { [K in keyof LiveSearch]?: LiveSearch[K] | undefined }, replace?: boolean): void
  onPick(id: string): void
}

export function DeviceList({ search, onChange, onPick }: DeviceListProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const fleet = useFleet()
  const counts = useSeen((seen) => seen.counts)
  const isLoading = useSeen((seen) => seen.isLoading)
  const listing = useSeen((seen) => seen.listing)
  const { letterShortcuts } = usePreferences()
  const box = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(0)
  const { q = '', status, group, order = 'name' } = search

  const rows = useVirtualizer({
    count: listing.total,
    getScrollElement: () => box.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const shown = rows.getVirtualItems()
  const from = Math.max(0, (shown[0]?.index ?? 0) - beyondScreen)
  const to = (shown.at(-1)?.index ?? 20) + beyondScreen
  useEffect(() => {
    fleet.list({ search: q, status, group, order, from, to })
  }, [fleet, q, status, group, order, from, to])

  const rowAt = (index: number): Row | undefined => listing.rows[index - listing.from]
  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), Math.max(0, listing.total - 1))
    setActive(next)
    rows.scrollToIndex(next)
  }
  const open = () => {
    const row = rowAt(active)
    if (row) onPick(row.id)
  }
  useHotkeys([['/', () => searchBox.current?.focus()]])
  useHotkeys(
    letterShortcuts
      ? [
          ['j', () => move(1)],
          ['k', () => move(-1)],
          ['Enter', open],
        ]
      : [],
  )

  return (
    <Panel
      title={t('title')}
      aside={
        <Text size="sm" c="dimmed" aria-live="polite">
          {isLoading && !counts?.all
            ? t('loading')
            : t('count', { count: listing.total, shown: format.number(listing.total) })}
        </Text>
      }
      head={
        <>
          <TextInput
            ref={searchBox}
            size="sm"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} />}
            rightSection={
              q ? (
                <CloseButton
                  size="sm"
                  aria-label={t('clearSearch')}
                  onClick={() => onChange({ q: undefined }, true)}
                />
              ) : (
                <Kbd size="xs">/</Kbd>
              )
            }
            value={q}
            onChange={({ currentTarget }) => onChange({ q: currentTarget.value || undefined }, true)}
          />
          <StatusChips counts={counts} status={status} onChange={(next) => onChange({ status: next })} />
          <Group gap="xs" grow>
            <GroupFilter group={group} onChange={(next) => onChange({ group: next })} />
            <Select
              size="xs"
              aria-label={t('order.label')}
              allowDeselect={false}
              value={order}
              data={(['name', 'status', 'age'] as const).map((value) => ({
                value,
                label: t(`order.${value}`),
              }))}
              onChange={(value) => onChange({ order: value === 'name' ? undefined : (value as Order) })}
            />
          </Group>
        </>
      }
      foot={
        <Group gap="xs" grow preventGrowOverflow={false}>
          <Button
            component={Link}
            to="/connect"
            variant="light"
            size="xs"
            px="xs"
            leftSection={<IconPlus size={15} />}
          >
            {t('connect')}
          </Button>
          <Button
            component={Link}
            to="/devices"
            variant="light"
            size="xs"
            px="xs"
            leftSection={<IconTable size={15} />}
          >
            {t('table')}
          </Button>
        </Group>
      }
    >
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label={t('title')}
        aria-activedescendant={rowAt(active) ? `device-${active}` : undefined}
        className={styles.list}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={(event) => {
          const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }
          const by = steps[event.key]
          if (by === undefined) return event.key === 'Enter' ? open() : undefined
          event.preventDefault()
          move(by)
        }}
      >
        {shown.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <DeviceRow
              key={row?.id ?? `place-${index}`}
              row={row}
              index={index}
              total={listing.total}
              topPx={start}
              isActive={index === active}
              isChosen={row !== undefined && row.id === search.device}
              onPick={onPick}
            />
          )
        })}
      </div>
      {!isLoading && counts?.all === 0 && <Empty title={t('empty.title')} says={t('empty.says')} />}
      {!isLoading && counts !== undefined && counts.all > 0 && listing.total === 0 && (
        <Empty
          title={t('nothing.title')}
          says={t('nothing.says')}
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange({ q: undefined, status: undefined, group: undefined })}
            >
              {t('nothing.clear')}
            </Button>
          }
        />
      )}
    </Panel>
  )
}
