// Drives, stops and gaps as a list, with the current one marked. A click goes to its start.

import { UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Playback } from './playback.ts'
import styles from './segment-list.module.css'
import type { Segment } from './segments.ts'
import { segmentAt } from './segments.ts'
import { usePlaybackState } from './use-playback.ts'

interface SegmentListProps {
  segments: Segment[]
  playback: Playback
}

export function SegmentList({ segments, playback }: SegmentListProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const current = usePlaybackState(playback, ({ atMs }) => segmentAt(segments, atMs))
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    list.current?.querySelector(`[data-segment="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const rows = useMemo(() => {
    let stop = 0
    let day = ''
    return segments.map((segment) => {
      if (segment.kind === 'stopped') stop += 1
      const date = format.date(segment.fromMs)
      const heading = date === day ? undefined : date
      day = date
      return { segment, stop, heading }
    })
  }, [segments, format])
  const isOneDay = rows.filter(({ heading }) => heading).length <= 1

  return (
    <ol ref={list} className={styles.list} aria-label={t('segments.label')}>
      {rows.map(({ segment, stop, heading }, i) => (
        <li key={segment.fromMs} className={styles.item}>
          {heading && !isOneDay && <div className={styles.day}>{heading}</div>}
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
  const took = format.duration((segment.toMs - segment.fromMs) / 1_000)
  if (segment.kind !== 'driving') return <span className={styles.value}>{took}</span>
  return (
    <>
      <span className={styles.value}>{format.distance(segment.distanceM)}</span>
      <span className={styles.under}>{took}</span>
    </>
  )
}
