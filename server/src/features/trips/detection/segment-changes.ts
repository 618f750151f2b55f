// Ends a segment and begins the next one.

import { cutTrip } from './cuts.ts'
import { emitSums, endSegment } from './detected.ts'
import type { Detected, Reason } from './detection.types.ts'
import type { Leg } from './leg.types.ts'
import type { TrackMarks } from './marks.ts'
import { hasMark, maxJoinMs } from './marks.ts'
import { placeOf } from './points.ts'
import type { Thresholds } from './settings.ts'
import type { Departure, Fix, Halt, OpenSegment, TripState } from './state.types.ts'
import type { SumsByDay } from './sums.ts'
import { addAll, addLeg, joinParts } from './sums.ts'

/** A usable location, with the leg to it. */
export interface Step {
  state: TripState
  /** The open segment. */
  segment: OpenSegment
  fix: Fix
  leg: Leg
  thresholds: Thresholds
  marks: TrackMarks
  out: Detected
}

/** A device has left a stop after this many consecutive locations away from it. */
export const minAwayCount = 2
/** And has gone on a trip after this many, if all of them report that it stands. */
export const minStandingCount = 3

export function beginTrip(step: Step, departure: Departure, began: Reason): OpenSegment {
  const { state, segment, out } = step
  const { atMs, from } = departure
  let trip = joinedTrip(step, atMs)
  if (trip) addAll(trip.sums, segment.sums)
  else {
    releaseHeld(step)
    const sums = endSegment(segment, atMs, segment.place, began, out)
    trip = { kind: 'trip', beganAtMs: atMs, from, place: from, began, sums }
  }
  addAll(trip.sums, departure.sums)
  state.segment = trip
  state.held = null
  state.departure = null
  return trip
}

/** The trip before the stop, if a mark makes the stop part of it. */
function joinedTrip({ state, segment, marks }: Step, endedAtMs: number): OpenSegment | undefined {
  const { beganAtMs } = segment
  const untilMs = Math.min(endedAtMs, beganAtMs + maxJoinMs)
  return state.held && hasMark(marks.joinsAtMs, beganAtMs, untilMs) ? state.held.trip : undefined
}

function releaseHeld({ state, out }: Step): void {
  if (!state.held) return
  const { trip, endedAtMs, to, ended } = state.held
  endSegment(trip, endedAtMs, to, ended, out)
  state.held = null
}

/** The trip ends where the halt began. */
export function beginStop({ state, thresholds, marks, out }: Step, halt: Halt, began: Reason): void {
  const { atMs, place } = halt
  const trip = cutTrip(state, atMs, out)
  let sums: SumsByDay = []
  if (atMs > trip.beganAtMs && hasMark(marks.joinsAtMs, atMs, atMs + maxJoinMs)) {
    state.held = { trip: { ...trip, sums: joinParts(trip.sums) }, endedAtMs: atMs, to: place, ended: began }
  } else sums = endSegment(trip, atMs, place, began, out)
  addAll(sums, toDrift(halt.sums, thresholds))
  state.segment = { kind: 'stop', beganAtMs: atMs, from: place, place, began, sums }
  state.halt = null
}

/** Ends the open segment before a silence that is no part of it, and begins a stop after it. */
export function passGap(step: Step): void {
  const { state, fix, leg, thresholds, out } = step
  settle(step)
  releaseHeld(step)
  const before = state.fix!
  const segment = step.segment.kind === 'trip' ? cutTrip(state, before.atMs, out) : step.segment
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
