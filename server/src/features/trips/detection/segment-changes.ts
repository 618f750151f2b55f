// Ends a segment and begins the next one.

import { emitSums, endSegment } from './detected.ts'
import type { Detected, Reason } from './detection.types.ts'
import type { Leg } from './leg.types.ts'
import { placeOf } from './points.ts'
import type { Thresholds } from './settings.ts'
import type { Departure, Fix, Halt, OpenSegment, TripState } from './state.types.ts'
import type { SumsByDay } from './sums.ts'
import { addAll, addLeg } from './sums.ts'

/** A usable location, with the leg to it. */
export interface Step {
  state: TripState
  /** The open segment. */
  segment: OpenSegment
  fix: Fix
  leg: Leg
  thresholds: Thresholds
  out: Detected
}

/** A device has left a stop after this many consecutive locations away from it. */
export const minAwayCount = 2

export function beginTrip({ state, segment, out }: Step, departure: Departure, began: Reason): OpenSegment {
  const sums = endSegment(segment, departure.atMs, segment.place, began, out)
  addAll(sums, departure.sums)
  const { atMs, from } = departure
  const trip: OpenSegment = { kind: 'trip', beganAtMs: atMs, from, place: from, began, sums }
  state.segment = trip
  state.departure = null
  return trip
}

/** The trip ends where the halt began. */
export function beginStop({ state, segment, thresholds, out }: Step, halt: Halt, began: Reason): void {
  const sums = endSegment(segment, halt.atMs, halt.place, began, out)
  addAll(sums, toDrift(halt.sums, thresholds))
  const { atMs, place } = halt
  state.segment = { kind: 'stop', beganAtMs: atMs, from: place, place, began, sums }
  state.halt = null
}

/** Ends the open segment before a silence that is no part of it, and begins a stop after it. */
export function passGap(step: Step): void {
  const { state, segment, fix, leg, thresholds, out } = step
  settle(step)
  const before = state.fix!
  const seconds = thresholds.gapMs / 1_000
  const silence: Reason = { by: 'silence', decidedAtMs: fix.atMs, metres: 0, seconds }
  const to = segment.kind === 'stop' ? segment.place : before.point
  const sums = endSegment(segment, before.atMs, to, silence, out)
  leg.isBridged = true
  addLeg(sums, leg)
  const reported: Reason = { by: 'reported', decidedAtMs: fix.atMs, metres: 0, seconds: 0 }
  out.segments.push({
    kind: 'gap',
    beganAtMs: before.atMs,
    endedAtMs: fix.atMs,
    from: placeOf(before.point),
    to: placeOf(fix.point),
    began: silence,
    ended: reported,
  })
  emitSums(before.atMs, sums, out)
  const { atMs, point } = fix
  state.segment = { kind: 'stop', beganAtMs: atMs, from: point, place: point, began: reported, sums: [] }
}

/** Makes everything that is pending part of the open segment. */
export function settle({ state, segment, thresholds }: Pick<Step, 'state' | 'segment' | 'thresholds'>): void {
  const { departure, halt } = state
  if (halt) addAll(departure ? departure.sums : segment.sums, halt.sums)
  if (departure) addAll(segment.sums, departed(departure, thresholds))
  state.halt = null
  state.departure = null
}

/** A move that is no trip: a manoeuvre, of which the distance counts, or the drift of a stationary device. */
export function departed({ awayCount, hasMoved, sums }: Departure, thresholds: Thresholds): SumsByDay {
  return awayCount >= minAwayCount && hasMoved ? sums : toDrift(sums, thresholds)
}

/** What the device's odometer counted was driven, also within a stop. */
export function toDrift(list: SumsByDay, { settings }: Thresholds): SumsByDay {
  for (const sums of list) {
    const drivenCm = settings.odometer === 'device' ? Math.min(sums.cm, sums.deviceCm ?? 0) : 0
    sums.driftCm += sums.cm - drivenCm
    sums.cm = drivenCm
    sums.bridgedCm = 0
  }
  return list
}

/** The same for a single leg of a stop. */
export function addDrift(sums: SumsByDay, leg: Leg, { settings }: Thresholds): void {
  if (settings.odometer !== 'device' || leg.deviceCm === null) {
    leg.driftCm += leg.cm
    leg.cm = 0
  }
  addLeg(sums, leg)
}
