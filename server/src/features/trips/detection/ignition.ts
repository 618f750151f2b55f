// Trips from ignition on to ignition off, whether the device moves or not.

import type { Reason } from './detection.types.ts'
import type { Step } from './segment-changes.ts'
import { addDrift, beginStop, beginTrip, passGap, settle, toDrift } from './segment-changes.ts'
import { isElsewhere, silenceOf } from './silence.ts'
import type { Departure, Fix } from './state.types.ts'
import { addAll, addLeg } from './sums.ts'

export function followIgnition(step: Step): void {
  if (step.segment.kind === 'stop') followStop(step)
  else followTrip(step)
}

function followStop(step: Step): void {
  const { state, segment, fix, leg, thresholds } = step
  const silence = silenceOf(leg, fix, thresholds)
  if (isElsewhere(silence)) {
    passGap(step)
    return
  }
  const before = state.fix!
  // The first location of a stop may have the ignition on already, at the start of a track or after a gap.
  if (before.ignition && before.atMs === segment.beganAtMs) state.departure ??= departureAt(before)
  const { departure, halt } = state
  if (departure && halt) {
    // It is left from detection by motion, if the settings have changed.
    addAll(departure.sums, halt.sums)
    state.halt = null
  }
  if (!departure) {
    addDrift(segment.sums, leg, thresholds)
    if (fix.ignition) state.departure = departureAt(fix)
    return
  }
  addLeg(departure.sums, leg)
  if (fix.ignition !== true) {
    addAll(segment.sums, toDrift(departure.sums, thresholds))
    state.departure = null
  } else if (fix.atMs - departure.atMs >= thresholds.tripMs) {
    const { tripSeconds } = thresholds.settings
    beginTrip(step, departure, { by: 'ignitionOn', decidedAtMs: fix.atMs, metres: 0, seconds: tripSeconds })
  }
}

function departureAt({ atMs, point }: Fix): Departure {
  return { atMs, from: point, awayCount: 0, hasMoved: false, farthestCm: 0, goneCm: 0, sums: [] }
}

function followTrip(step: Step): void {
  const { state, segment, fix, leg, thresholds } = step
  const silence = silenceOf(leg, fix, thresholds)
  if (silence === 'gap') {
    passGap(step)
    return
  }
  leg.isBridged = silence === 'bridged'
  const before = state.fix!
  if (silence === 'slept' && fix.ignition !== true) {
    state.halt ??= { atMs: before.atMs, place: before.point, offAtMs: null, outside: null, sums: [] }
  }
  const { halt } = state
  if (halt) {
    addLeg(halt.sums, leg)
    if (fix.ignition === true) settle(step)
    else if (fix.atMs - halt.atMs >= thresholds.ignitionOffMs) beginStop(step, halt, offReason(step))
    return
  }
  addLeg(segment.sums, leg)
  if (fix.ignition === false) {
    state.halt = { atMs: fix.atMs, place: fix.point, offAtMs: fix.atMs, outside: null, sums: [] }
  }
}

function offReason({ fix, leg, thresholds }: Step): Reason {
  const by = leg.isSilent ? 'slept' : 'ignitionOff'
  return { by, decidedAtMs: fix.atMs, metres: 0, seconds: thresholds.ignitionOffMs / 1_000 }
}
