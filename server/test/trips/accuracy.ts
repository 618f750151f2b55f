// Measures the detector against known trips.

import { driveTruth } from '../../../simulator/src/truth/truth.ts'
import type { TrueTrip, TruthLocation, World } from '../../../simulator/src/truth/truth.types.ts'
import { advance, openSegmentOf } from '../../src/features/trips/detection/advance.ts'
import { newDetected } from '../../src/features/trips/detection/detected.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import { createLocalDays } from '../../src/features/trips/detection/local-days.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import { defaultSettings, thresholdsOf } from '../../src/features/trips/detection/settings.ts'
import { newState } from '../../src/features/trips/detection/state.ts'

const startMs = Date.parse('2026-03-02T00:00:00Z')
/** An end may be off by an interval and this. */
const toleranceMs = 60_000

export interface FoundTrip {
  startMs: number
  endMs: number
  metres: number
}

export interface Accuracy {
  locations: number
  trips: number
  found: number
  recall: number
  precision: number
  /** Of all distance, including what is no part of a trip. Negative: too little. */
  distanceError: number
  /** Of a trip that was found; 95 of 100 are not farther off. */
  tripErrorP95: number
  kilometres: number
}

export function toTrackLocation(location: TruthLocation, index: number): TrackLocation {
  const { atMs, latitude, longitude, speedKmh, accuracyM, ignition, mileageM } = location
  return {
    fixedAtMs: atMs,
    receivedAtMs: atMs + 2_000,
    fingerprint: index,
    latitudeE7: latitude === null ? null : Math.round(latitude * 1e7),
    longitudeE7: longitude === null ? null : Math.round(longitude * 1e7),
    accuracyM,
    speedTenthKmh: speedKmh === null ? null : Math.round(speedKmh * 10),
    ignition,
    moving: null,
    powerVolts: null,
    mileageCm: mileageM * 100,
    engineSeconds: null,
  }
}

/** The trips that ended, and all distance that was counted. */
export function detectTrips(
  locations: TruthLocation[],
  changed: Partial<TripSettings> = {},
): { trips: FoundTrip[]; metres: number } {
  const thresholds = thresholdsOf({ ...defaultSettings, ...changed })
  const state = newState()
  const out = newDetected()
  const context = { days: createLocalDays('UTC'), thresholdsAt: () => thresholds }
  advance(state, locations.map(toTrackLocation), context, out)
  const open = openSegmentOf(state, thresholds)
  const parts = [...out.segmentDays, ...(open?.segmentDays ?? [])]
  const cmOf = new Map<number, number>()
  for (const { beganAtMs, cm } of parts) cmOf.set(beganAtMs, (cmOf.get(beganAtMs) ?? 0) + cm)
  const trips = [...out.segments, ...(open ? [open.segment] : [])]
    .filter(({ kind }) => kind === 'trip')
    .map(({ beganAtMs, endedAtMs }) => ({
      startMs: beganAtMs,
      endMs: endedAtMs ?? Number.POSITIVE_INFINITY,
      metres: cmOf.get(beganAtMs)! / 100,
    }))
  return { trips, metres: parts.reduce((sum, { cm }) => sum + cm, 0) / 100 }
}

/** Pairs whose starts and ends agree. */
export function matchTrips(
  known: TrueTrip[],
  found: FoundTrip[],
  intervalSeconds: number,
): { known: TrueTrip; found: FoundTrip }[] {
  const maxMs = intervalSeconds * 1_000 + toleranceMs
  const pairs: { known: TrueTrip; found: FoundTrip }[] = []
  let next = 0
  for (const trip of known) {
    while (next < found.length && found[next]!.startMs < trip.startMs - maxMs) next += 1
    const candidate = found[next]
    if (!candidate || candidate.startMs > trip.startMs + maxMs) continue
    if (Math.abs(candidate.endMs - trip.endMs) > maxMs) continue
    pairs.push({ known: trip, found: candidate })
    next += 1
  }
  return pairs
}

export interface Measurement {
  devices: number
  days: number
  seed: number
  settings?: Partial<TripSettings>
}

export function measureAccuracy(world: World, { devices, days, seed, settings }: Measurement): Accuracy {
  const sums = { locations: 0, trips: 0, found: 0, matched: 0, trueM: 0, foundM: 0 }
  const errors: number[] = []
  for (let device = 0; device < devices; device += 1) {
    const truth = driveTruth(world, seed * 10_007 + device, startMs, days)
    const { trips, metres } = detectTrips(truth.locations, settings)
    const pairs = matchTrips(truth.trips, trips, truth.habits.intervalSeconds)
    sums.locations += truth.locations.length
    sums.trips += truth.trips.length
    sums.found += trips.length
    sums.matched += pairs.length
    sums.trueM += truth.metres
    sums.foundM += metres
    for (const { known, found } of pairs) errors.push(Math.abs(found.metres / known.metres - 1))
  }
  const { locations, trips, found, matched, trueM, foundM } = sums
  return {
    locations,
    trips,
    found,
    recall: matched / trips,
    precision: matched / found,
    distanceError: foundM / trueM - 1,
    tripErrorP95: errors.sort((a, b) => a - b)[Math.floor(errors.length * 0.95)] ?? 0,
    kilometres: foundM / 1_000,
  }
}
