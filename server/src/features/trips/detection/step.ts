// The next location of a track: whether its coordinates are usable, and what follows for trips, stops and gaps. Pure and
// O(1): everything that it needs is in the state, which it changes.

import type { Areas } from './areas.types.ts'
import { followCuts } from './cuts.ts'
import { emitPastCounts, emitPastDays } from './detected.ts'
import type { DayCounts, Detected, TrackLocation } from './detection.types.ts'
import { followEngine, joinEngine } from './engine.ts'
import { followIgnition } from './ignition.ts'
import { legTo } from './leg.ts'
import type { EngineDay } from './leg.types.ts'
import type { LocalDays } from './local-days.ts'
import type { TrackMarks } from './marks.ts'
import { hasMark, noMarks } from './marks.ts'
import { followMotion } from './motion.ts'
import { kmhOf, metresFrom, pointOf } from './points.ts'
import { followSession, hasSessionBegun } from './sessions.ts'
import type { Thresholds } from './settings.ts'
import { encodeState } from './state.ts'
import type { Fix, TripState } from './state.types.ts'
import { emptySums } from './sums.ts'
import { followVisits } from './visits.ts'

/** What users set, and counts by its time. */
export interface Overlay {
  /** Absent: none. */
  marks?: TrackMarks | undefined
  /** Absent: the account has none, or visits are not wanted. */
  areas?: Areas | undefined
}

/** `location` is all that is known of its instant, and later than all before. Appends to `out` what is now certain. */
export function step(
  state: TripState,
  location: TrackLocation,
  thresholds: Thresholds,
  days: LocalDays,
  out: Detected,
  overlay: Overlay = {},
): void {
  const { fixedAtMs } = location
  if (!(fixedAtMs > state.lastAtMs))
    throw new Error('Locations must be in the order of time, one for each instant.')
  const day = openDay(state, fixedAtMs, days, out)
  followEngine(state, location, thresholds, days)
  followSession(state, location, thresholds, out)
  state.lastAtMs = fixedAtMs
  const counts = countsOf(state, day)
  counts.locations += 1
  if (location.latitudeE7 === null || location.longitudeE7 === null) counts.coordinates += 1
  else if (location.accuracyM !== null && location.accuracyM > thresholds.settings.accuracyMetres) {
    counts.accuracy += 1
  } else {
    const point = pointOf(location.latitudeE7, location.longitudeE7)
    const { accuracyM, speedTenthKmh, mileageCm } = location
    const fix = { atMs: fixedAtMs, point, accuracyM, speedTenthKmh, mileageCm, ignition: state.ignition }
    filterJumps(state, fix, thresholds, days, out, overlay)
  }
}

/**
 * Call before `step`, with the instants before the location that are dated ahead of their reception. They are counted in
 * their day, and nothing else of them can be trusted. Those of the day of the location are no part of its opening,
 * because a recomputation from there reads them again.
 */
export function countAhead(
  state: TripState,
  aheadAtMs: readonly number[],
  location: TrackLocation,
  days: LocalDays,
  out: Detected,
): void {
  const { startMs } = days.at(location.fixedAtMs)
  for (const atMs of aheadAtMs) if (atMs < startMs) countsOf(state, days.at(atMs).day).ahead += 1
  const day = openDay(state, location.fixedAtMs, days, out)
  for (const atMs of aheadAtMs) if (atMs >= startMs) countsOf(state, day).ahead += 1
}

/** Emits the opening of the day if the location is its first. */
function openDay(state: TripState, fixedAtMs: number, days: LocalDays, out: Detected): string {
  const { day } = days.at(fixedAtMs)
  if (day === state.day) return day
  emitPastCounts(state, state.suspect ? days.at(state.suspect.fix.atMs).day : day, out)
  out.openings.push({ day, state: encodeState(state) })
  state.day = day
  return day
}

function countsOf(state: TripState, day: string): DayCounts {
  const found = state.counts.find((counts) => counts.day === day)
  if (found) return found
  const counts = { day, locations: 0, ahead: 0, coordinates: 0, accuracy: 0, jump: 0 }
  state.counts.push(counts)
  return counts
}

/** Too fast from the previous fix is a jump, unless the next location is near it and not back where the device was. */
function filterJumps(
  state: TripState,
  fix: Fix,
  thresholds: Thresholds,
  days: LocalDays,
  out: Detected,
  overlay: Overlay,
): void {
  const { suspect, fix: before } = state
  if (!before) {
    begin(state, fix, days)
    const { areas } = overlay
    if (areas) followVisits({ state, fix, leg: null, areas, out })
    state.fix = fix
    return
  }
  const { maxKmh } = thresholds.settings
  const metres = metresFrom(before.point, fix.point)
  if (suspect) {
    const sinceSuspectM = metresFrom(suspect.fix.point, fix.point)
    state.suspect = null
    if (sinceSuspectM <= metres && kmhOf(sinceSuspectM, fix.atMs - suspect.fix.atMs) <= maxKmh) {
      const sinceSuspect = state.engine
      const suspectM = metresFrom(before.point, suspect.fix.point)
      useFix(state, suspect.fix, suspectM, suspect.engine, thresholds, days, out, overlay)
      useFix(state, fix, sinceSuspectM, sinceSuspect, thresholds, days, out, overlay)
      return
    }
    countsOf(state, days.at(suspect.fix.atMs).day).jump += 1
    state.engine = joinEngine(suspect.engine, state.engine)
  }
  if (kmhOf(metres, fix.atMs - before.atMs) > maxKmh) {
    state.suspect = { fix, engine: state.engine }
    state.engine = []
  } else useFix(state, fix, metres, state.engine, thresholds, days, out, overlay)
}

/** Before anything is known of its movement, a device is at a stop. */
function begin(state: TripState, fix: Fix, days: LocalDays): void {
  const { atMs, point } = fix
  const began = { by: 'first', decidedAtMs: atMs, metres: 0, seconds: 0 } as const
  const sums = { ...emptySums(days.at(atMs).day), locations: 1 }
  state.segment = { kind: 'stop', beganAtMs: atMs, from: point, place: point, began, sums: [sums] }
}

function useFix(
  state: TripState,
  fix: Fix,
  metres: number,
  engine: EngineDay[],
  thresholds: Thresholds,
  days: LocalDays,
  out: Detected,
  overlay: Overlay,
): void {
  const { marks = noMarks, areas } = overlay
  const leg = legTo(state, fix, metres, engine, thresholds, days)
  const follow = thresholds.settings.detection === 'ignition' ? followIgnition : followMotion
  follow({ state, segment: state.segment!, fix, leg, thresholds, marks, out })
  const { atMs, point } = fix
  if (hasMark(marks.cutsAtMs, leg.fromMs + 1, atMs + 1)) state.cuts.push({ atMs, point, by: 'cut' })
  else if (hasSessionBegun(state, leg.fromMs, atMs)) state.cuts.push({ atMs, point, by: 'driver' })
  if (state.cuts.length > 0) followCuts(state, out)
  if (areas) followVisits({ state, fix, leg, areas, out })
  state.fix = fix
  state.engine = []
  emitPastDays(state, leg.lastDay.day, out)
}
