import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { CriticalMark } from '../../shell/alarm/critical-mark.tsx'
import { useDevicePlace } from '../../ui/places/use-place.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { VehicleIcon } from '../../ui/vehicle-icon.tsx'
import styles from './device-list.module.css'

interface DeviceRowProps {
  /** Undefined until the worker has sent a row that was just scrolled into view. */
  row: Row | undefined
  index: number
  total: number
  topPx: number
  isActive: boolean
  isChosen: boolean
  onPick(id: string): void
}

export const DeviceRow = memo(function DeviceRow({
  row,
  index,
  total,
  topPx,
  isActive,
  isChosen,
  onPick,
}: DeviceRowProps) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const nowMs = useNow()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding listbox handles the keys.
    <div
      id={`device-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={styles.row}
      data-active={isActive}
      data-active-index={index}
      style={{ transform: `translateY(${topPx}px)` }}
      onClick={() => row && onPick(row.id)}
    >
      {row && (
        <>
          <StatusDot status={row.status} />
          <div>
            <div className={styles.name}>
              <CriticalMark deviceId={row.id} />
              {row.vehicleType && <VehicleIcon type={row.vehicleType} size={16} />}
              {row.name}
            </div>
            <div className={styles.under}>
              {t(`status.${row.status}`)}
              {row.licensePlate && ` · ${row.licensePlate}`}
              <RowPlace key={row.id} row={row} />
            </div>
          </div>
          <div className={styles.end}>
            {row.status === 'moving' && row.speedKmh !== undefined && (
              <div className={styles.value}>{format.speed(row.speedKmh)}</div>
            )}
            <div className={styles.under}>
              {row.lastSeenMs === undefined ? '' : format.age(Math.min(row.lastSeenMs, nowMs), nowMs)}
            </div>
          </div>
        </>
      )}
    </div>
  )
})

/**
 * Its own part, so that a name that comes later renders nothing else. While the fleet is read its rows are sorted again and
 * again: names are not asked for yet, so that the list is whole as early as without them.
 */
function RowPlace({ row }: { row: Row }) {
  const isLoading = useFleetState((state) => state.isLoading)
  const place = useDevicePlace(row, 'list', !isLoading)
  return place && <> · {place.shortName}</>
}
