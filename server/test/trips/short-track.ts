// Short tracks for tests of single definitions: along a line to the east, at whole seconds after a fixed instant.

import { advance, openSegmentOf } from '../../src/features/trips/detection/advance.ts'
import { newDetected } from '../../src/features/trips/detection/detected.ts'
import type { Segment, Sums, TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import { createLocalDays } from '../../src/features/trips/detection/local-days.ts'
import type { TrackMarks } from '../../src/features/trips/detection/marks.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import { defaultSettings, thresholdsOf } from '../../src/features/trips/detection/settings.ts'
import { newState } from '../../src/features/trips/detection/state.ts'
import { totalsOf } from '../../src/features/trips/detection/sums.ts'

export const startMs = Date.parse('2026-06-15T08:00:00Z')
export const secondMs = (seconds: number) => startMs + seconds * 1_000

type Given = Partial<TrackLocation> & { kmh?: number }

/** At the equator, where a metre to the east is the same anywhere. */
const e7PerMetre = (1e7 * 180) / (Math.PI * 6_378_137)

let made = 0

export function at(seconds: number, metres: number | null, given: Given = {}): TrackLocation {
  const { kmh, ...rest } = given
  const fixedAtMs = secondMs(seconds)
  made += 1
  return {
    fixedAtMs,
    receivedAtMs: fixedAtMs,
    fingerprint: made,
    latitudeE7: metres === null ? null : 0,
    longitudeE7: metres === null ? null : Math.round(metres * e7PerMetre),
    accuracyM: null,
    speedTenthKmh: kmh === undefined ? null : kmh * 10,
    ignition: null,
    moving: null,
    powerVolts: null,
    mileageCm: null,
    engineSeconds: null,
    ...rest,
  }
}

/** Every `stepSeconds` from one instant to another, at a constant speed. */
export function along(
  [fromSeconds, toSeconds]: [number, number],
  [fromMetres, toMetres]: [number, number],
  given: Given = {},
  stepSeconds = 30,
): TrackLocation[] {
  const locations: TrackLocation[] = []
  const kmh = Math.round((Math.abs(toMetres - fromMetres) / (toSeconds - fromSeconds)) * 3.6)
  for (let seconds = fromSeconds; seconds <= toSeconds; seconds += stepSeconds) {
    const share = (seconds - fromSeconds) / (toSeconds - fromSeconds)
    locations.push(at(seconds, fromMetres + (toMetres - fromMetres) * share, { kmh, ...given }))
  }
  return locations
}

export type Found = Omit<Sums, 'day'> & {
  kind: Segment['kind']
  /** In seconds after the start; null if open. */
  from: number
  to: number | null
  began: Segment['began']
  segment: Segment
}

export function detect(
  locations: TrackLocation[],
  changed: Partial<TripSettings> = {},
  zone = 'UTC',
  marks: TrackMarks = { cutsAtMs: [], joinsAtMs: [] },
) {
  const settings = { ...defaultSettings, ...changed }
  const thresholds = thresholdsOf(settings)
  const out = newDetected()
  const state = newState()
  advance(state, locations, { days: createLocalDays(zone), thresholdsAt: () => thresholds, marks }, out)
  const open = openSegmentOf(state, thresholds)
  const segmentDays = [...out.segmentDays, ...(open?.segmentDays ?? [])]
  const found = [...out.segments, ...(open ? [open.segment] : [])].map((segment): Found => {
    const totals = totalsOf(segmentDays.filter((one) => one.beganAtMs === segment.beganAtMs))
    const { kind, beganAtMs, endedAtMs, began } = segment
    const to = endedAtMs === null ? null : (endedAtMs - startMs) / 1_000
    return { ...totals, kind, from: (beganAtMs - startMs) / 1_000, to, began, segment }
  })
  return { found, segmentDays, counts: [...out.days, ...state.counts], openings: out.openings, state }
}

/** As in `stop 0-60, trip 60-`. */
export function outline(
  locations: TrackLocation[],
  changed: Partial<TripSettings> = {},
  marks?: TrackMarks,
): string {
  const { found } = detect(locations, changed, 'UTC', marks)
  return found.map(({ kind, from, to }) => `${kind} ${from}-${to ?? ''}`).join(', ')
}
