// A day as a bar: trips, stops, idling and gaps, with the hours below.

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../use-format.ts'
import styles from './day-strip.module.css'
import type { LocalDay } from './local-days.ts'
import { hourMarks } from './local-days.ts'
import type { PieceKind, Span, StripSegment } from './strip-pieces.ts'
import { percent, pieceOf, stripPieces } from './strip-pieces.ts'

const labelledHours = [0, 6, 12, 18]
const kinds: PieceKind[] = ['trip', 'stop', 'idle', 'gap']

interface DayStripProps {
  day: LocalDay
  timeZone: string
  segments: readonly StripSegment[]
  /** Describes the day in words. */
  label: string
  nowMs: number
  idles?: readonly (Span & { id: string })[] | undefined
  selectedId?: string | undefined
  /** Thin ones have no hours: several of them share one axis. */
  isThin?: boolean
}

export function DayStrip({
  day,
  timeZone,
  segments,
  label,
  nowMs,
  idles,
  selectedId,
  isThin = false,
}: DayStripProps) {
  const pieces = useMemo(
    () => stripPieces(day, segments, { nowMs, ...(idles && { idles }) }),
    [day, segments, nowMs, idles],
  )
  const now = pieceOf(day, { fromMs: day.fromMs, toMs: nowMs })
  return (
    <div className={styles.strip}>
      <div className={styles.bar} data-size={isThin ? 'thin' : 'full'} role="img" aria-label={label}>
        {pieces.map(({ kind, id, start, width }) => (
          <span
            key={`${kind} ${id} ${start}`}
            data-kind={kind}
            data-selected={id === selectedId && kind !== 'idle' ? true : undefined}
            style={{ insetInlineStart: percent(start), width: percent(width) }}
          />
        ))}
        {!isThin && now && now.width < 1 && (
          <span data-kind="now" style={{ insetInlineStart: percent(now.width) }} />
        )}
      </div>
      {!isThin && <StripHours day={day} timeZone={timeZone} />}
    </div>
  )
}

/** Labels where the clock shows these hours: on clock changes they are not at the quarters of the day. */
function StripHours({ day, timeZone }: { day: LocalDay; timeZone: string }) {
  const format = useFormat()
  const marks = useMemo(() => hourMarks(day, timeZone), [day, timeZone])
  return (
    <div className={styles.hours} aria-hidden>
      {marks
        .filter(({ hour }, i) => labelledHours.includes(hour) && marks[i - 1]?.hour !== hour)
        .map(({ atMs }) => (
          <span
            key={atMs}
            style={{ insetInlineStart: percent((atMs - day.fromMs) / (day.toMs - day.fromMs)) }}
          >
            {format.fullHour(atMs)}
          </span>
        ))}
    </div>
  )
}

export function StripLegend() {
  const { t } = useTranslation('trips')
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className={styles.bar} data-size="thin" aria-hidden>
            <span data-kind={kind} style={{ insetInlineStart: 0, width: '100%' }} />
          </span>
          {t(`kinds.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
