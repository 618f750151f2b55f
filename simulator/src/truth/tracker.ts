// The tracker in the vehicle: when it reports, and what it knows then.

import type { Random } from '../random.ts'
import type { Receiver } from './receiver.ts'
import type { Motion, TrackerHabits, TruthLocation } from './truth.types.ts'
import type { Observer } from './vehicle.ts'

/** A tracker that sleeps stays awake for so long after the last movement. */
const awakeMs = 240_000
/** A slower vehicle has no course. */
const courseMs = 2
const flickerEveryMs = 20 * 60_000
const flickerMs: [number, number] = [2_000, 40_000]
/** Until the receiver has a fix again, in seconds. */
const acquiresAfter: [number, number] = [2, 25]

export function createTracker(
  habits: TrackerHabits,
  receiver: Receiver,
  random: Random,
): Observer & { locations: TruthLocation[] } {
  const { intervalSeconds, turnDegrees, ignition, heartbeatSeconds, covered, hasAccuracy, lostShare } = habits
  const turnRad = turnDegrees === null ? Number.POSITIVE_INFINITY : (turnDegrees * Math.PI) / 180
  const locations: TruthLocation[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  let lastCourseRad = 0
  let dueMs = Number.NEGATIVE_INFINITY
  let activeMs = Number.NEGATIVE_INFINITY
  let receivesFromMs = Number.NEGATIVE_INFINITY
  let wasOn: boolean | null = null
  let wasCovered = false
  let lastFix: Pick<TruthLocation, 'latitude' | 'longitude'> | undefined
  let flicker = { fromMs: Number.POSITIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }

  const isAsleep = (atMs: number) => heartbeatSeconds !== null && atMs - activeMs > awakeMs
  const acquire = (atMs: number) => {
    receivesFromMs = atMs + random.between(...acquiresAfter) * 1_000
  }

  function followFlicker(atMs: number): void {
    if (ignition !== 'flickering' || (atMs < flicker.untilMs && Number.isFinite(flicker.untilMs))) return
    const fromMs = atMs - Math.log(1 - random.next()) * flickerEveryMs
    flicker = { fromMs, untilMs: fromMs + random.between(...flickerMs) }
  }

  function ignitionAt({ atMs, isEngineOn }: Readonly<Motion>): boolean | null {
    if (ignition === 'absent') return null
    return isEngineOn !== (atMs >= flicker.fromMs && atMs < flicker.untilMs)
  }

  function report(motion: Readonly<Motion>, isOn: boolean | null): void {
    const { atMs, isCovered, metres } = motion
    lastMs = atMs
    lastCourseRad = motion.courseRad
    const restMs = (isAsleep(atMs) ? heartbeatSeconds! : intervalSeconds) * 1_000
    // Trackers are never quite punctual.
    dueMs = atMs + restMs + Math.round(random.between(0, Math.min(3, intervalSeconds / 10))) * 1_000
    if (random.next() < lostShare) return
    const known = { atMs, ignition: isOn, mileageM: Math.round(metres) }
    if (isCovered || atMs < receivesFromMs) {
      if (covered === 'withoutCoordinates') {
        locations.push({ ...known, latitude: null, longitude: null, speedKmh: null, accuracyM: null })
      } else if (covered === 'repeats' && lastFix) {
        locations.push({ ...known, ...lastFix, speedKmh: 0, accuracyM: null })
      }
      return
    }
    const { latitude, longitude, speedKmh, accuracyM } = receiver.fix(motion)
    lastFix = { latitude, longitude }
    const accuracy = hasAccuracy ? Math.max(1, Math.round(accuracyM)) : null
    locations.push({ ...known, latitude, longitude, speedKmh, accuracyM: accuracy })
  }

  /** As soon as there is a fix again, it is reported. */
  function nextDueMs(): number {
    const isSearching = !wasCovered && receivesFromMs > lastMs
    const fixMs = isSearching ? Math.ceil(receivesFromMs / 1_000) * 1_000 : dueMs
    const changeMs = ignition === 'flickering' ? nextChange(flicker, lastMs) : dueMs
    return Math.min(dueMs, fixMs, changeMs)
  }

  return {
    locations,
    nextDueMs,
    observe(motion) {
      const { atMs, speedMs, courseRad } = motion
      wasCovered = motion.isCovered
      if (wasCovered) acquire(atMs)
      const isActive = speedMs > 0 || motion.isEngineOn
      const wakes = isActive && isAsleep(atMs)
      if (wakes && !wasCovered) acquire(atMs)
      if (isActive) activeMs = atMs
      followFlicker(atMs)
      const isOn = ignitionAt(motion)
      const isChanged = isOn !== wasOn
      wasOn = isOn
      const hasTurned = speedMs > courseMs && Math.abs(courseRad - lastCourseRad) > turnRad
      if (wakes || isChanged || hasTurned) dueMs = Math.min(dueMs, Math.max(atMs, lastMs + 1_000))
      if (atMs >= nextDueMs() && atMs > lastMs) report(motion, isOn)
    },
  }
}

/** Whole seconds, as everything else. */
function nextChange({ fromMs, untilMs }: { fromMs: number; untilMs: number }, lastMs: number): number {
  const whole = (atMs: number) => Math.ceil(atMs / 1_000) * 1_000
  if (whole(fromMs) > lastMs) return whole(fromMs)
  return whole(untilMs) > lastMs ? whole(untilMs) : Number.POSITIVE_INFINITY
}
