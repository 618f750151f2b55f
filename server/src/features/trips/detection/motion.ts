// Trips and stops by movement, sharpened by the ignition where it is known.

import type { Reason } from './detection.types.ts'
import type { Point } from './points.ts'
import { metresFrom } from './points.ts'
import type { Step } from './segment-changes.ts'
import {
  addDrift,
  beginStop,
  beginTrip,
  departed,
  minAwayCount,
  minStandingCount,
  passGap,
  toDrift,
} from './segment-changes.ts'
import type { Thresholds } from './settings.ts'
import { isElsewhere, silenceOf } from './silence.ts'
import type { Departure, Fix, Halt, Outside } from './state.types.ts'
import { stayMetresOf } from './stay.ts'
import type { SumsByDay } from './sums.ts'
import { addAll, addLeg } from './sums.ts'

export function followMotion(step: Step): void {
  if (step.segment.kind === 'stop') followStop(step)
  else followTrip(step)
}

function followStop(step: Step): void {
  const { state, segment, fix, leg, thresholds } = step
  const fromPlaceM = metresFrom(segment.place, fix.point)
  const leaveM = leaveMetresOf(fix, thresholds)
  if (fromPlaceM <= Math.min(leaveM, stayMetresOf(fix, thresholds))) {
    stay(step)
    return
  }
  const silence = silenceOf(leg, fix, thresholds)
  if (silence === 'gap') {
    passGap(step)
    return
  }
  leg.isBridged = silence === 'bridged'
  const before = state.fix!
  state.departure ??= departureFrom(before)
  const { departure } = state
  followHalt(step, departure.sums, silence === 'slept' || hasStood(step))
  if (fromPlaceM > leaveM) departure.awayCount = Math.min(departure.awayCount + 1, minStandingCount)
  else if (departure.awayCount < minAwayCount) departure.awayCount = 0
  if (isReportedMoving(fix, thresholds) !== false) departure.hasMoved = true
  departure.farthestCm = Math.max(departure.farthestCm, Math.round(fromPlaceM * 100))
  if (leg.kmh <= thresholds.settings.maxKmh) departure.goneCm += Math.round(leg.metres * 100)
  // A device that slept where it departed has not moved on from there.
  const hasStayed = state.halt?.atMs === departure.atMs
  if (!hasStayed && isTrip(departure, fix, thresholds)) {
    const trip = beginTrip(step, departure, movedReason(fix, leaveM, thresholds))
    endAtHalt({ ...step, segment: trip })
  } else moveToHalt(step, departure)
}

function departureFrom({ atMs, point }: Fix): Departure {
  return { atMs, from: point, awayCount: 0, hasMoved: false, farthestCm: 0, goneCm: 0, sums: [] }
}

/** Back at the stop, or never away. */
function stay({ state, segment, fix, leg, thresholds }: Step): void {
  const { departure, halt } = state
  if (!departure) {
    addDrift(segment.sums, leg, thresholds)
    return
  }
  if (halt) addAll(departure.sums, halt.sums)
  leg.isBridged = isElsewhere(silenceOf(leg, fix, thresholds))
  addLeg(departure.sums, leg)
  addAll(segment.sums, departed(departure, thresholds))
  state.departure = null
  state.halt = null
}

/** Two locations elsewhere that report no movement may both be wrong, and one that is too fast has not gone there. */
function isTrip(departure: Departure, fix: Fix, thresholds: Thresholds): boolean {
  const { atMs, awayCount, hasMoved, farthestCm, goneCm } = departure
  if (awayCount < (hasMoved ? minAwayCount : minStandingCount)) return false
  return Math.min(farthestCm, goneCm) >= thresholds.tripCm && fix.atMs - atMs >= thresholds.tripMs
}

/** A halt before the move became a trip: the move was a manoeuvre, and the stop continues in another place. */
function moveToHalt({ state, segment, fix, thresholds }: Step, departure: Departure): void {
  const { halt } = state
  if (!halt || !isStop(halt, fix, thresholds)) return
  addAll(segment.sums, departed(departure, thresholds))
  addAll(segment.sums, toDrift(halt.sums, thresholds))
  segment.place = halt.place
  state.departure = null
  state.halt = null
}

function followTrip(step: Step): void {
  const { segment, fix, leg, thresholds } = step
  const silence = silenceOf(leg, fix, thresholds)
  if (silence === 'gap') {
    passGap(step)
    return
  }
  leg.isBridged = silence === 'bridged'
  followHalt(step, segment.sums, silence === 'slept' || hasStood(step))
  endAtHalt(step)
}

function endAtHalt(step: Step): void {
  const { halt } = step.state
  if (halt && isStop(halt, step.fix, step.thresholds)) beginStop(step, halt, stayedReason(step, halt))
}

/**
 * Adds the leg to the halt while the device stays there, otherwise to the movement; a new halt may begin. A single
 * location elsewhere does not end a halt, unless it reports movement.
 */
function followHalt(step: Step, moving: SumsByDay, hasSlept: boolean): void {
  const { state, fix, leg, thresholds } = step
  const { halt } = state
  if (halt) {
    const isInside = metresFrom(halt.place, fix.point) <= stayMetresOf(fix, thresholds)
    if (isInside || isTolerated(step, halt)) {
      addLeg(halt.sums, leg)
      halt.outside = isInside ? null : outsideOf(fix, thresholds)
      halt.offAtMs = isOff(fix, thresholds) ? (halt.offAtMs ?? fix.atMs) : null
      return
    }
    addAll(moving, halt.sums)
    state.halt = null
    const { outside } = halt
    if (outside?.isStationary && metresFrom(outside.point, fix.point) <= stayMetresOf(fix, thresholds)) {
      beginHalt(step, outside.atMs, outside.point, outside.isOff ? outside.atMs : null)
      return
    }
  }
  if (hasSlept) {
    const { atMs, point } = state.fix!
    beginHalt(step, atMs, point, null)
    return
  }
  addLeg(moving, leg)
  if (!isStationary(fix, thresholds)) return
  const offAtMs = isOff(fix, thresholds) ? fix.atMs : null
  state.halt = { atMs: fix.atMs, place: fix.point, offAtMs, outside: null, sums: [] }
}

/** A device that was silent for so long and has come so little farther stood meanwhile, as in a garage. */
function hasStood({ leg, thresholds }: Step): boolean {
  if (leg.isSilent || leg.toMs - leg.fromMs < thresholds.stopMs) return false
  return leg.kmh <= thresholds.settings.standingKmh
}

/** A halt that began at the previous location. */
function beginHalt(
  { state, fix, leg, thresholds }: Step,
  atMs: number,
  place: Point,
  wasOffAtMs: number | null,
): void {
  const offAtMs = isOff(fix, thresholds) ? (wasOffAtMs ?? fix.atMs) : null
  state.halt = { atMs, place, offAtMs, outside: null, sums: [] }
  addLeg(state.halt.sums, leg)
}

function isTolerated(step: Step, { outside }: Halt): boolean {
  if (outside || step.leg.isSilent || hasStood(step)) return false
  return isReportedMoving(step.fix, step.thresholds) !== true
}

function outsideOf(fix: Fix, thresholds: Thresholds): Outside {
  const { atMs, point } = fix
  return { atMs, point, isStationary: isStationary(fix, thresholds), isOff: isOff(fix, thresholds) }
}

function isStop({ atMs, offAtMs, outside }: Halt, fix: Fix, thresholds: Thresholds): boolean {
  if (outside) return false
  if (fix.atMs - atMs >= thresholds.stopMs) return true
  return offAtMs !== null && fix.atMs - offAtMs >= thresholds.ignitionOffMs
}

function stayedReason({ fix, leg, thresholds }: Step, halt: Halt): Reason {
  const metres = stayMetresOf(fix, thresholds)
  if (fix.atMs - halt.atMs < thresholds.stopMs) {
    return { by: 'ignitionOff', decidedAtMs: fix.atMs, metres, seconds: thresholds.ignitionOffMs / 1_000 }
  }
  const by = leg.isSilent ? 'slept' : 'stayed'
  return { by, decidedAtMs: fix.atMs, metres, seconds: thresholds.stopMs / 1_000 }
}

function movedReason(fix: Fix, metres: number, { settings }: Thresholds): Reason {
  return { by: 'moved', decidedAtMs: fix.atMs, metres, seconds: settings.tripSeconds }
}

function isOff({ ignition }: Fix, { settings }: Thresholds): boolean {
  return settings.detection === 'auto' && ignition === false
}

/** Null if no speed is reported. */
function isReportedMoving({ speedTenthKmh }: Fix, { settings }: Thresholds): boolean | null {
  return speedTenthKmh === null ? null : speedTenthKmh >= settings.movingKmh * 10
}

/** Reported speeds of a parked device are noisy; with the ignition off it need not be quite still. */
function isStationary(fix: Fix, thresholds: Thresholds): boolean {
  const { standingKmh, movingKmh } = thresholds.settings
  if (fix.speedTenthKmh === null) return true
  return fix.speedTenthKmh <= (isOff(fix, thresholds) ? Math.max(movingKmh, standingKmh) : standingKmh) * 10
}

/** Ignition and speed together are hardly wrong. With the ignition off a device is towed, on a ferry, or drifts. */
function leaveMetresOf({ ignition, speedTenthKmh }: Fix, { settings }: Thresholds): number {
  const { detection, leaveMetres, movingKmh } = settings
  if (detection !== 'auto' || ignition === null) return leaveMetres
  if (!ignition) return 2 * leaveMetres
  return speedTenthKmh !== null && speedTenthKmh >= movingKmh * 10 ? leaveMetres / 3 : leaveMetres
}
