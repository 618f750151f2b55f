// Drives, stops and gaps as a list, with the current one marked. A click goes to its start.

import { UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { dayAt, dayStarts, daySums } from './days.ts'
import type { Playback } from './playback.ts'
import styles from './segment-list.module.css'
import type { Segment } from './segments.ts'
import { segmentAt } from './segments.ts'
import type { History } from './use-history.ts'
import { usePlaybackState } from './use-playback.ts'

interface SegmentListProps {
  history: History
  playback: Playback
  timeZone: string
}

export function SegmentList({ history, playback, timeZone }: SegmentListProps) {
  const { track, segments } = history
  const { t } = useTranslation('locations')
  const format = useFormat()
  const current = usePlaybackState(playback, ({ atMs }) => segmentAt(segments, atMs))
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    list.current?.querySelector(`[data-segment="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const rows = useMemo(() => {
    const starts = dayStarts(segments[0]?.fromMs ?? 0, segments.at(-1)?.toMs ?? 0, timeZone)
    const sums = daySums(track, segments, starts)
    let stop = 0
    let day = -1
    return segments.map((segment) => {
      if (segment.kind === 'stopped') stop += 1
      const before = day
      day = dayAt(starts, segment.fromMs)
      const heading = day === before ? undefined : { date: format.date(segment.fromMs), sum: sums[day] }
      return { segment, stop, heading }
    })
  }, [track, segments, format, timeZone])
  const isOneDay = rows.filter(({ heading }) => heading).length <= 1

  return (
    <ol ref={list} className={styles.list} aria-label={t('segments.label')}>
      {rows.map(({ segment, stop, heading }, i) => (
        <li key={segment.fromMs} className={styles.item}>
          {heading && !isOneDay && (
            <div className={styles.day}>
              <span>{heading.date}</span>
              {heading.sum && (
                <span>
                  {format.distance(heading.sum.distanceM)} · {format.hours(heading.sum.drivingMs / 1_000)}
                </span>
              )}
            </div>
          )}
          <UnstyledButton
            className={styles.row}
            data-segment={i}
            aria-current={i === current ? 'true' : undefined}
            onClick={() => playback.seek(segment.fromMs)}
          >
            <SegmentMark segment={segment} stop={stop} />
            <span>
              <span className={styles.name}>{t(`segments.${segment.kind}`, { number: stop })}</span>
              <span className={styles.under}>
                {format.time(segment.fromMs)} – {format.time(segment.toMs)}
              </span>
            </span>
            <span className={styles.end}>
              <SegmentValues segment={segment} />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

function SegmentMark({ segment, stop }: { segment: Segment; stop: number }) {
  if (segment.kind === 'stopped') {
    return (
      <span className={styles.number} aria-hidden>
        {stop}
      </span>
    )
  }
  return <StatusDot status={segment.kind === 'driving' ? 'moving' : 'offline'} />
}

function SegmentValues({ segment }: { segment: Segment }) {
  const format = useFormat()
  const took = format.hours((segment.toMs - segment.fromMs) / 1_000)
  if (segment.kind !== 'driving') return <span className={styles.value}>{took}</span>
  return (
    <>
      <span className={styles.value}>{format.distance(segment.distanceM)}</span>
      <span className={styles.under}>{took}</span>
    </>
  )
}
