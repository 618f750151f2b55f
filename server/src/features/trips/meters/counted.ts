// What was counted up to an instant within a local day. Pure.

import { openSegmentOf } from '../detection/advance.ts'
import type { LocalDay } from '../detection/local-days.ts'
import { toDrift } from '../detection/segment-changes.ts'
import type { Thresholds } from '../detection/settings.ts'
import { decodeState, encodeState } from '../detection/state.ts'
import type { TripState } from '../detection/state.types.ts'
import type { SumsByDay } from '../detection/sums.ts'
import { totalsOf } from '../detection/sums.ts'
import type { Counted, Meter } from './meter.ts'
import { countOf } from './meter.ts'

/** What a segment counted in a local day. */
export interface DayPart extends Counted {
  beganAtMs: number
  /** Of the open segment, the last location that is counted. */
  endedAtMs: number
}

/** What a segment had counted on the day of a reading, up to it. */
export type Anchor = [beganAtMs: number, cm: number, engineSeconds: number | null]

/**
 * Segments before the instant count as a whole. The one that covers it counts up to there: exactly if there is an anchor
 * for it, otherwise in proportion to time.
 */
export function countedUntil(
  meter: Meter,
  parts: DayPart[],
  atMs: number,
  day: LocalDay,
  anchors: Anchor[],
): number {
  let counted = 0
  for (const part of parts) {
    const value = countOf(meter, part)
    if (part.endedAtMs <= atMs) counted += value
    else if (part.beganAtMs < atMs) {
      const anchor = anchors.find(([beganAtMs]) => beganAtMs === part.beganAtMs)
      counted += anchor ? Math.min(value, anchored(meter, anchor)) : shareUntil(part, value, atMs, day)
    }
  }
  return counted
}

function anchored(meter: Meter, [, cm, engineSeconds]: Anchor): number {
  return countOf(meter, { cm, engineSeconds })
}

function shareUntil({ beganAtMs, endedAtMs }: DayPart, value: number, atMs: number, day: LocalDay): number {
  const fromMs = Math.max(beganAtMs, day.startMs)
  const untilMs = Math.min(endedAtMs, day.endMs)
  return atMs <= fromMs ? 0 : Math.round((value * (atMs - fromMs)) / (untilMs - fromMs))
}

/**
 * The state is that of the last location up to an instant. Which segment covers the instant may be decided later: there
 * is an anchor for each that is possible.
 */
export function anchorsOf(state: TripState, day: string, thresholds: Thresholds): Anchor[] {
  const view = openSegmentOf(state, thresholds)
  if (!view) return []
  const { segment, departure, halt, held } = decodeState(encodeState(state))
  const anchors = [anchorOf(view.segment.beganAtMs, view.segmentDays, day)]
  const moved = [...(departure?.sums ?? []), ...(halt?.sums ?? [])]
  if (held) anchors.push(anchorOf(segment!.beganAtMs, [...segment!.sums, ...moved], day))
  if (departure) anchors.push(anchorOf(departure.atMs, moved, day))
  if (halt) anchors.push(anchorOf(halt.atMs, toDrift(halt.sums, thresholds), day))
  return anchors
}

function anchorOf(beganAtMs: number, sums: SumsByDay, day: string): Anchor {
  const { cm, engineSeconds } = totalsOf(sums.filter((one) => one.day === day))
  return [beganAtMs, cm, engineSeconds]
}
