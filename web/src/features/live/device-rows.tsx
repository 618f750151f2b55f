// The virtualized rows of the list.

import { useHotkeys } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Ref, RefObject } from 'react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { usePreferences } from '../../session/preferences.ts'
import { inBackground } from '../../ui/in-background.ts'
import styles from './device-list.module.css'
import { DeviceRow } from './device-row.tsx'
import type { LiveSearch } from './live-search.ts'

const rowPx = 48
/** Rows requested beyond the visible ones. */
const beyondScreen = 24
/** More rows than are ever rendered. */
const slots = 128

/** What the search box does with the list. */
export interface RowsHandle {
  focus(): void
  openFirst(): void
}

interface DeviceRowsProps {
  ref: Ref<RowsHandle>
  search: LiveSearch
  scroll: RefObject<number>
  onPick(id: string): void
}

export function DeviceRows({ ref, search, scroll, onPick }: DeviceRowsProps) {
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
    initialOffset: () => scroll.current,
    onChange: ({ scrollOffset }) => {
      scroll.current = scrollOffset ?? 0
    },
  })
  const shown = rows.getVirtualItems()
  const from = Math.max(0, (shown[0]?.index ?? 0) - beyondScreen)
  const to = (shown.at(-1)?.index ?? 20) + beyondScreen
  useEffect(() => {
    fleet.list({ search: q, status, group, order, from, to })
  }, [fleet, q, status, group, order, from, to])

  const filter = [q, status, group, order].join('\n')
  const listedFilter = useRef(filter)
  useEffect(() => {
    if (listedFilter.current === filter) return
    listedFilter.current = filter
    setActive(0)
    rows.scrollToOffset(0)
  }, [filter, rows])

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
  useImperativeHandle(ref, () => ({
    focus() {
      setActive(0)
      rows.scrollToIndex(0)
      box.current?.focus()
    },
    openFirst() {
      // The worker is asked: the rows on the screen may still be those of the previous letter.
      const first = async () => {
        const found = await fleet.findDevices({ search: q, status, group, order }, 1)
        if (found.rows[0]) onPick(found.rows[0].id)
      }
      inBackground(first())
    },
  }))
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
