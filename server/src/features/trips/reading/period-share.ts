// The part of a segment that a period contains. Adjacent periods add up to the whole.

import type { LocalDays } from '../detection/local-days.ts'
import { secondsBetween } from '../detection/local-days.ts'
import type { DayDistance, ReadSegment, TimeRange } from './reading.types.ts'

export interface Share {
  cm: number
  seconds: number
}

type Cuttable = Pick<ReadSegment, 'beganAtMs' | 'untilMs' | 'days'>

export function isCut({ beganAtMs, untilMs }: Cuttable, { fromMs, toMs }: TimeRange): boolean {
  return beganAtMs < fromMs || untilMs > toMs
}

/** Exact at midnights, because distance is stored by day; between them it is divided by time. */
export function shareWithin(segment: Cuttable, { fromMs, toMs }: TimeRange, days: LocalDays): Share {
  const { beganAtMs, untilMs } = segment
  const startMs = Math.min(Math.max(beganAtMs, fromMs), untilMs)
  const endMs = Math.max(startMs, Math.min(untilMs, toMs))
  const cm = cmUntil(segment, endMs, days) - cmUntil(segment, startMs, days)
  return { cm, seconds: secondsBetween(startMs, endMs) }
}

/** From the beginning of the segment. Rounded here, so that adjacent parts add up. */
function cmUntil(segment: Cuttable, atMs: number, days: LocalDays): number {
  return segment.days.reduce(
    (sum, one) => sum + Math.round(one.cm * fractionUntil(segment, one, atMs, days)),
    0,
  )
}

function fractionUntil(
  { beganAtMs, untilMs }: Cuttable,
  { day }: DayDistance,
  atMs: number,
  days: LocalDays,
): number {
  const { startMs, endMs } = days.of(day)
  const fromMs = Math.max(beganAtMs, startMs)
  const toMs = Math.min(untilMs, endMs)
  if (atMs >= toMs) return 1
  return atMs <= fromMs ? 0 : (atMs - fromMs) / (toMs - fromMs)
}
