// Collects what the detector finds.

import type { Detected, Reason } from './detection.types.ts'
import type { Point } from './points.ts'
import { placeOf } from './points.ts'
import { hasPending } from './state.ts'
import type { OpenSegment, TripState } from './state.types.ts'
import type { SumsByDay } from './sums.ts'
import { joinParts } from './sums.ts'

export function newDetected(): Detected {
  return { segments: [], segmentDays: [], days: [], openings: [], visits: [], sessions: [] }
}

/**
 * Ends the open segment, and returns the sums that belong to the next one: those of a segment without duration, which
 * is none.
 */
export function endSegment(
  segment: OpenSegment,
  endedAtMs: number,
  to: Point,
  ended: Reason,
  out: Detected,
): SumsByDay {
  const { kind, beganAtMs, from, began, sums } = segment
  if (endedAtMs === beganAtMs) return sums
  out.segments.push({ kind, beganAtMs, endedAtMs, from: placeOf(from), to: placeOf(to), began, ended })
  emitSums(beganAtMs, sums, out)
  return []
}

export function emitSums(beganAtMs: number, list: SumsByDay, out: Detected): void {
  for (const sums of joinParts(list)) out.segmentDays.push({ beganAtMs, ...sums })
}

/** Emits the days of the open segment that are over. While a decision is pending, any of its days may still change. */
export function emitPastDays(state: TripState, day: string, out: Detected): void {
  const { segment } = state
  if (!segment || segment.sums.length < 2 || hasPending(state)) return
  emitSums(
    segment.beganAtMs,
    segment.sums.filter((sums) => sums.day !== day),
    out,
  )
  segment.sums = segment.sums.filter((sums) => sums.day === day)
}

/** Emits the counts before a day: the current one, or that of a suspected jump, which may still be counted there. */
export function emitPastCounts(state: TripState, day: string, out: Detected): void {
  out.days.push(...state.counts.filter((counts) => counts.day < day))
  state.counts = state.counts.filter((counts) => counts.day >= day)
}
