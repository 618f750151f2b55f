// The virtualized rows of the list.

import { useHotkeys } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { usePreferences } from '../../session/preferences.ts'
import styles from './device-list.module.css'
import { DeviceRow } from './device-row.tsx'
import type { LiveSearch } from './live-search.ts'

const rowPx = 48
/** Rows requested beyond the visible ones. */
const beyondScreen = 24
/** More rows than are ever rendered. */
const slots = 128

interface DeviceRowsProps {
  search: LiveSearch
  onPick(id: string): void
}

export function DeviceRows({ search, onPick }: DeviceRowsProps) {
  const { t } = useTranslation('live')
  const fleet = useFleet()
  const listing = useFleetState((state) => state.listing)
  const { letterShortcuts } = usePreferences()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { q = '', status, group, order = 'name', device } = search

  const rows = useVirtualizer({
    count: listing.total,
    getScrollElement: () => box.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    overscan: 4,
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
            key={index % slots}
            row={row}
            index={index}
            total={listing.total}
            topPx={start}
            isActive={index === active}
            isChosen={row !== undefined && row.id === device}
            onPick={onPick}
          />
        )
      })}
    </div>
  )
}
