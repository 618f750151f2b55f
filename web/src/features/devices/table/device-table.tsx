// The devices as a table of virtual rows: thousands of devices cost as much as those on the screen.

import { Box, Checkbox, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Device } from '@rastro/client'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ChangeEvent, CSSProperties } from 'react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleet } from '../../../live/use-fleet.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import type { Column, Order } from './columns.ts'
import { directionOf, nextOrder, sortKeys } from './columns.ts'
import { DeviceRow } from './device-row.tsx'
import styles from './device-table.module.css'
import type { Selection } from './selection.ts'
import type { useDevices } from './use-devices.ts'

const rowPx = 58
const narrowRowPx = 64
const loadBefore = 40

const pickPx = 48
/** The least width, and the share of what is left. */
const widths: Record<Column, [minPx: number, share: number]> = {
  name: [220, 2],
  state: [150, 0.8],
  licensePlate: [110, 0.8],
  driver: [140, 1],
  groups: [140, 1.2],
  lastSeen: [120, 0.8],
  place: [220, 1.6],
  identifier: [172, 1],
  expires: [110, 0.8],
  vehicleType: [110, 0.8],
  phoneNumber: [130, 1],
  protocol: [100, 0.8],
  created: [130, 0.8],
}

interface DeviceTableProps {
  list: ReturnType<typeof useDevices>['list']
  devices: Device[]
  columns: Column[]
  order: Order
  selection: Selection
  groupNames: Map<string, string>
  onSort(order: Order): void
  onToggle(id: string, isRange: boolean): void
  /** All loaded devices, or none. */
  onToggleAll(isSelected: boolean): void
}

export function DeviceTable(props: DeviceTableProps) {
  const { list, devices, columns, order, selection, groupNames, onSort, onToggle, onToggleAll } = props
  const { t } = useTranslation('devices')
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => box.current,
    estimateSize: () => (isNarrow ? narrowRowPx : rowPx),
    overscan: 8,
    getItemKey: (index) => devices[index]?.id ?? index,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the rows.
  useEffect(() => rows.measure(), [isNarrow])
  const shown = rows.getVirtualItems()
  useWatched(columns.includes('place') && !isNarrow ? shown.map(({ index }) => devices[index]?.id ?? '') : [])

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= devices.length - loadBefore
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) inBackground(fetchNextPage())
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const selectedCount = devices.filter(({ id }) => selection.ids.has(id)).length
  const shares = columns.map((column) => widths[column])
  const sizes = {
    '--device-columns': [
      `${pickPx}px`,
      ...shares.map(([minPx, share]) => `minmax(${minPx}px, ${share}fr)`),
    ].join(' '),
    '--device-table-width': `${shares.reduce((sum, [minPx]) => sum + minPx, pickPx)}px`,
  } as CSSProperties
  return (
    <div ref={box} className={styles.scroller} style={sizes} aria-busy={list.isFetching}>
      {/* Explicit roles: browsers drop them when a table is laid out as a grid. */}
      <Box
        component="table"
        role="table"
        aria-label={t('title')}
        aria-rowcount={hasNextPage ? -1 : devices.length + 1}
        className={styles.table ?? ''}
      >
        <Box component="thead" role="rowgroup" className={styles.head_rows ?? ''}>
          <Box component="tr" role="row" aria-rowindex={1} className={styles.head ?? ''}>
            <Box component="td" role="cell" className={styles.pick ?? ''}>
              <Checkbox
                aria-label={t('select.all')}
                checked={selectedCount > 0 && selectedCount === devices.length}
                indeterminate={selectedCount > 0 && selectedCount < devices.length}
                onChange={({ currentTarget }) => onToggleAll(currentTarget.checked)}
              />
            </Box>
            {columns.map((column) => (
              <Heading key={column} column={column} order={order} onSort={onSort} />
            ))}
          </Box>
        </Box>
        <Box
          component="tbody"
          role="rowgroup"
          className={styles.rows ?? ''}
          style={{ height: rows.getTotalSize() }}
        >
          {shown.map(({ index, start, key }) => {
            const device = devices[index]
            if (!device) return null
            return (
              <Box
                component="tr"
                key={key}
                role="row"
                aria-rowindex={index + 2}
                className={styles.row ?? ''}
                data-selected={selection.ids.has(device.id)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Box component="td" role="cell" className={styles.pick ?? ''}>
                  <Checkbox
                    aria-label={t('select.one', { name: device.name })}
                    checked={selection.ids.has(device.id)}
                    onChange={(event) => onToggle(device.id, hasShift(event))}
                  />
                </Box>
                <DeviceRow device={device} columns={columns} groupNames={groupNames} />
              </Box>
            )
          })}
        </Box>
      </Box>
    </div>
  )
}

/** A checkbox is changed by a click, also if the space bar makes it. */
function hasShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return (nativeEvent as unknown as MouseEvent).shiftKey === true
}

/** The worker knows where they are now; of the rest of the table nothing is asked. */
function useWatched(ids: string[]): void {
  const fleet = useFleet()
  const wanted = ids.filter(Boolean).sort().join(' ')
  useEffect(() => fleet.watch(wanted === '' ? [] : wanted.split(' ')), [fleet, wanted])
  useEffect(() => () => fleet.watch([]), [fleet])
}

interface HeadingProps {
  column: Column
  order: Order
  onSort(order: Order): void
}

function Heading({ column, order, onSort }: HeadingProps) {
  const { t } = useTranslation('devices')
  const direction = directionOf(column, order)
  const label = t(`columns.${column}`)
  const isSortable = column in sortKeys
  return (
    <Box
      component="th"
      scope="col"
      role="columnheader"
      className={styles.heading ?? ''}
      data-column={column}
      {...(isSortable && { 'aria-sort': direction ?? 'none' })}
    >
      {isSortable ? (
        <UnstyledButton
          className={styles.sort}
          onClick={() => onSort(nextOrder(column as keyof typeof sortKeys, order))}
        >
          {label}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        label
      )}
    </Box>
  )
}
