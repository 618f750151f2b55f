// Trips, stops and gaps in the form in which list, strip, map and player show them: oldest first, in milliseconds.

import type { Segment } from '@rastro/client'
import { kmhPerMs } from '../speed.ts'
import type { SegmentKind, SegmentState } from './trip.types.ts'

export interface ShownSegment {
  id: string
  kind: SegmentKind
  state: SegmentState
  fromMs: number
  /** Of an open one: as far as it is known. */
  toMs: number
  distanceM: number
  seconds: number
  /** What the shown period has of it; the whole, unless the period cuts it. */
  within: { distanceM: number; seconds: number }
  source: Segment
}

interface Known {
  nowMs: number
  /** The newest location, if it is known. */
  lastFixMs?: number | undefined
}

/** `segments`: newest first, as the API lists them. */
export function toShown(segments: readonly Segment[], known: Known): ShownSegment[] {
  return segments.toReversed().map((source) => {
    const { id, type: kind, state, distance, duration, within } = source
    const fromMs = Date.parse(source.start.dateTime)
    const toMs = source.end ? Date.parse(source.end.dateTime) : openEnd(source, fromMs, known)
    const seconds = source.end ? duration : Math.round((toMs - fromMs) / 1_000)
    return {
      ...{ id, kind, state, fromMs, toMs, seconds, source },
      distanceM: distance,
      within: within
        ? { distanceM: within.distance, seconds: within.seconds }
        : { distanceM: distance, seconds },
    }
  })
}

/** A device that is parked stays so without reporting; a trip reaches only to the last location. */
function openEnd({ type, state, duration }: Segment, fromMs: number, { nowMs, lastFixMs }: Known): number {
  const untilMs = fromMs + duration * 1_000
  if (type === 'stop') return Math.max(untilMs, nowMs)
  return state === 'silent' ? untilMs : Math.max(untilMs, lastFixMs ?? 0)
}

/** The segment that contains a moment; -1 before the first and after the last. */
export function segmentAt(segments: readonly { fromMs: number; toMs: number }[], atMs: number): number {
  return segments.findLastIndex(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
}

export interface PeriodSums {
  distanceM: number
  tripSeconds: number
  stops: number
  maxSpeedKmh: number | undefined
}

/** Exact also where the period cuts a segment. */
export function sumsOf(segments: readonly ShownSegment[]): PeriodSums {
  const sums: PeriodSums = { distanceM: 0, tripSeconds: 0, stops: 0, maxSpeedKmh: undefined }
  for (const { kind, within, source } of segments) {
    sums.distanceM += within.distanceM
    if (kind === 'stop') sums.stops += 1
    if (kind !== 'trip') continue
    sums.tripSeconds += within.seconds
    if (source.maxSpeed === null) continue
    sums.maxSpeedKmh = Math.max(sums.maxSpeedKmh ?? 0, source.maxSpeed * kmhPerMs)
  }
  return sums
}

/** Stops are numbered, in the list as on the map. */
export function numberStops(segments: readonly ShownSegment[]): Map<string, number> {
  const stops = segments.filter(({ kind }) => kind === 'stop')
  return new Map(stops.map(({ id }, i) => [id, i + 1]))
}
