// The result of a dry run by days, for two strips each: what is found now, and what would be found.

import type { LocalDay } from './local-days.ts'
import { daysOf } from './local-days.ts'
import type { Span, StripSegment } from './strip-pieces.ts'
import { pieceOf } from './strip-pieces.ts'
import type { DryRunSegment } from './trip.types.ts'

export interface ComparedDay {
  day: LocalDay
  current: StripSegment[]
  proposed: StripSegment[]
  differs: boolean
}

/** Newest day first. Days without any segment are left out. */
export function comparedDays(
  current: readonly DryRunSegment[],
  proposed: readonly DryRunSegment[],
  period: Span,
  timeZone: string,
): ComparedDay[] {
  const sides = [toCompared(current), toCompared(proposed)] as const
  return daysOf(period.fromMs, period.toMs, timeZone)
    .map((day) => {
      const [before, after] = sides.map((side) => side.filter((segment) => pieceOf(day, segment))) as [
        StripSegment[],
        StripSegment[],
      ]
      return { day, current: before, proposed: after, differs: textOf(day, before) !== textOf(day, after) }
    })
    .filter(({ current, proposed }) => current.length + proposed.length > 0)
    .toReversed()
}

/** Trips that begin on a day. */
export function countTrips({ fromMs, toMs }: LocalDay, segments: readonly StripSegment[]): number {
  return segments.filter((one) => one.kind === 'trip' && one.fromMs >= fromMs && one.fromMs < toMs).length
}

function toCompared(segments: readonly DryRunSegment[]): StripSegment[] {
  return segments.map(({ type: kind, start, duration, end }) => {
    const fromMs = Date.parse(start.dateTime)
    const toMs = end ? Date.parse(end.dateTime) : fromMs + duration * 1_000
    return { id: `${kind} ${fromMs}`, kind, state: 'ended', fromMs, toMs }
  })
}

function textOf(day: LocalDay, segments: readonly StripSegment[]): string {
  return segments
    .map(({ kind, fromMs, toMs }) => `${kind} ${Math.max(day.fromMs, fromMs)} ${Math.min(day.toMs, toMs)}`)
    .join()
}
