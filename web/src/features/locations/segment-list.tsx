// Trips, stops and gaps as a list, with the current one marked. A click shows the span of one: on the map, in the
// charts and in the player.

import type { Day } from '@rastro/client'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, laterDay } from '../../ui/trips/local-days.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { numberStops, segmentAt } from '../../ui/trips/shown-segments.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Playback } from './playback.ts'
import { SegmentDetails } from './segment-details.tsx'
import styles from './segment-list.module.css'
import { SegmentRow } from './segment-row.tsx'
import { useCursor } from './use-playback.ts'

interface SegmentListProps {
  deviceId: string
  segments: readonly ShownSegment[]
  days: ReadonlyMap<string, Day> | undefined
  playback: Playback | undefined
  timeZone: string
  /** The first day of the period: what began before it is listed under it. */
  firstDay: string
  selectedId: string | undefined
  /** Corrected while they are shown. */
  changedIds: ReadonlySet<string>
  onPick(segment: ShownSegment): void
}

export function SegmentList(props: SegmentListProps) {
  const { deviceId, segments, days, playback, timeZone, firstDay, selectedId, changedIds, onPick } = props
  const { t } = useTranslation('locations')
  const format = useFormat()
  const current = useCursor(playback, ({ atMs, isMoved }) => (isMoved ? segmentAt(segments, atMs) : -1))
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    list.current?.querySelector(`[data-segment="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const numbers = useMemo(() => numberStops(segments), [segments])
  const rows = useMemo(() => {
    let before: string | undefined
    return segments.map((segment) => {
      const day = laterDay(dayOf(segment.fromMs, timeZone), firstDay)
      const isFirst = day !== before
      before = day
      return { segment, day, isFirst }
    })
  }, [segments, timeZone, firstDay])
  const isOneDay = rows.filter(({ isFirst }) => isFirst).length <= 1

  return (
    <ol ref={list} className={styles.list} aria-label={t('segments.label')}>
      {rows.map(({ segment, day, isFirst }, i) => (
        <li key={segment.id} className={styles.item} data-open={segment.id === selectedId}>
          {isFirst && !isOneDay && <DayHeading date={format.weekday(day)} sums={days?.get(day)} />}
          <SegmentRow
            segment={segment}
            index={i}
            day={day}
            timeZone={timeZone}
            stopNumber={numbers.get(segment.id)}
            isCurrent={i === current}
            isSelected={segment.id === selectedId}
            isChanged={changedIds.has(segment.id)}
            onPick={onPick}
          />
          {segment.id === selectedId && <SegmentDetails deviceId={deviceId} segment={segment} />}
        </li>
      ))}
    </ol>
  )
}

function DayHeading({ date, sums }: { date: string; sums: Day | undefined }) {
  const format = useFormat()
  return (
    <div className={styles.day}>
      <span>{date}</span>
      {sums && (
        <span>
          {format.distance(sums.distance)} · {format.hours(sums.tripSeconds)}
        </span>
      )}
    </div>
  )
}
