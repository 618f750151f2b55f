// Runs the detector over rows, and reads the segment that is still open.

import { emitSums, newDetected } from './detected.ts'
import type { DayCounts, Detected, Segment, SegmentDay, TrackLocation } from './detection.types.ts'
import type { Instant } from './instants.ts'
import { createInstants } from './instants.ts'
import type { LocalDays } from './local-days.ts'
import { placeOf } from './points.ts'
import { settle } from './segment-changes.ts'
import type { Thresholds } from './settings.ts'
import type { TripState } from './state.types.ts'
import type { Overlay } from './step.ts'
import { countAhead, step } from './step.ts'
import type { SumsByDay } from './sums.ts'
import { addAll } from './sums.ts'
import type { OpenVisitView } from './visits.ts'
import { openVisitsOf } from './visits.ts'

/** What the detector is given besides the track. */
export interface DetectorContext extends Overlay {
  days: LocalDays
  /** The settings in force at an instant. */
  thresholdsAt(instantMs: number): Thresholds
}

/**
 * Takes all rows after `state.lastAtMs`, in the order of time and fingerprint, and never a part of the rows of an
 * instant. Rows at the end that are dated ahead must be given again with the next ones.
 */
export function advance(
  state: TripState,
  rows: Iterable<TrackLocation>,
  context: DetectorContext,
  out: Detected,
): void {
  const instants = createInstants()
  for (const row of rows) {
    const instant = instants.push(row)
    if (instant) take(state, instant, context, out)
  }
  const last = instants.end()
  if (last) take(state, last, context, out)
}

function take(state: TripState, instant: Instant, context: DetectorContext, out: Detected): void {
  const { location, aheadAtMs } = instant
  const { days, thresholdsAt } = context
  if (aheadAtMs.length > 0) countAhead(state, aheadAtMs, location, days, out)
  step(state, location, thresholdsAt(location.fixedAtMs), days, out, context)
}

/** The newest segment, which has no end yet, with those of its days that were not emitted. */
export interface OpenSegmentView {
  segment: Segment
  segmentDays: SegmentDay[]
  days: DayCounts[]
  /** Of geofences in which the device is. Absent in states of an earlier version. */
  visits?: OpenVisitView[]
  /** The last usable location, up to which the sums count. */
  untilMs: number
}

/** As if the track ended here. Null before the first usable location. A stop that may be joined is part of the trip. */
export function openSegmentOf(state: TripState, thresholds: Thresholds): OpenSegmentView | null {
  const { fix, counts } = state
  if (!state.segment || !fix) return null
  const segment = withOwnSums(state.segment)
  const departure = state.departure && withOwnSums(state.departure)
  const halt = state.halt && withOwnSums(state.halt)
  settle({ state: { ...state, departure, halt }, segment, thresholds })
  const to = placeOf(segment.kind === 'stop' ? segment.place : fix.point)
  const trip = state.held && withOwnSums(state.held.trip)
  if (trip) addAll(trip.sums, segment.sums)
  const { kind, beganAtMs, from, began, sums } = trip ?? segment
  const out = newDetected()
  emitSums(beganAtMs, sums, out)
  return {
    segment: { kind, beganAtMs, endedAtMs: null, from: placeOf(from), to, began, ended: null },
    segmentDays: out.segmentDays,
    days: counts.map((one) => ({ ...one })),
    visits: openVisitsOf(state),
    untilMs: fix.atMs,
  }
}

function withOwnSums<T extends { sums: SumsByDay }>(one: T): T {
  return { ...one, sums: one.sums.map((sums) => ({ ...sums })) }
}
