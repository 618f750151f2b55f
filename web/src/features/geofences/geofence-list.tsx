// The geofences as a virtualized list; offers everything that the map does.

import type { Geofence } from '@rastro/client'
import { IconCircle, IconPolygon, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shapeOf } from '../../map/layers/geofence-shape.ts'
import styles from './geofences.module.css'
import { useSizeOf } from './use-size-of.ts'

const rowPx = 52

export const kindIcons = { polygon: IconPolygon, circle: IconCircle, corridor: IconRoute }

interface GeofenceListProps {
  geofences: Geofence[]
  lit: string | undefined
  onHover(id: string | undefined): void
}

export function GeofenceList({ geofences, lit, onHover }: GeofenceListProps) {
  const { t } = useTranslation('geofences')
  const sizeOf = useSizeOf()
  const box = useRef<HTMLUListElement>(null)
  const rows = useVirtualizer({
    count: geofences.length,
    getScrollElement: () => box.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  return (
    <ul ref={box} className={styles.list} style={{ height: rows.getTotalSize() }} aria-label={t('title')}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const geofence = geofences[index] as Geofence
        const Icon = kindIcons[geofence.type]
        const tags = Object.entries(geofence.tags).map(([name, value]) =>
          value ? `${name}: ${value}` : name,
        )
        return (
          <li
            key={geofence.id}
            className={styles.area}
            aria-setsize={geofences.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Link
              to="/geofences/$geofenceId"
              params={{ geofenceId: geofence.id }}
              className={styles.row}
              data-lit={geofence.id === lit}
              onMouseEnter={() => onHover(geofence.id)}
              onMouseLeave={() => onHover(undefined)}
              onFocus={() => onHover(geofence.id)}
              onBlur={() => onHover(undefined)}
            >
              <Icon size={19} stroke={1.7} aria-hidden {...(geofence.color && { color: geofence.color })} />
              <div>
                <div className={styles.name}>{geofence.name}</div>
                <div className={styles.under}>{[sizeOf(shapeOf(geofence)), ...tags].join(' · ')}</div>
              </div>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
