// What the trip processor stored of a device, and what one pass over its whole track must have led to. Both in one form,
// with every column.

import type { DetectorContext, OpenSegmentView } from '../../src/features/trips/detection/advance.ts'
import { advance, openSegmentOf } from '../../src/features/trips/detection/advance.ts'
import { newDetected } from '../../src/features/trips/detection/detected.ts'
import type {
  Detected,
  Segment,
  Sums,
  TrackLocation,
} from '../../src/features/trips/detection/detection.types.ts'
import type { LocalDays } from '../../src/features/trips/detection/local-days.ts'
import { secondsWithin } from '../../src/features/trips/detection/local-days.ts'
import { encodeState, newState } from '../../src/features/trips/detection/state.ts'
import { totalsOf } from '../../src/features/trips/detection/sums.ts'

/** Runs a statement that sees all accounts. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any statement.
export type Query = (text: string, values: unknown[]) => Promise<any[]>

type Totals = Omit<Sums, 'day'>

export interface ResultDay extends Totals {
  day: string
  opening: string | null
  trips: number
  stops: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  tripCm: number
  firstStartMs: number | null
  lastEndMs: number | null
  counts: number[]
}

export interface StoredResult {
  state: string | null
  open: OpenSegmentView | null
  segments: (Segment & { totals: Totals })[]
  /** Of segments in several days, and of the open one. */
  segmentDays: (Totals & { beganAtMs: number; day: string })[]
  /** With the sums of what has ended. */
  days: Omit<ResultDay, 'driftCm' | 'locations'>[]
}

const sumColumns = `cm::float8, bridged_cm::float8, drift_cm::float8, device_cm::float8, odometer_breaks, idle_seconds,
  idlings, engine_seconds, top_speed, locations`
const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${name}`

export async function readResult(query: Query, deviceNumber: number): Promise<StoredResult> {
  const [state] = await query('select state, open from trip_states where device_number = $1', [deviceNumber])
  const segments = await query(
    `select ${ms('began_at', 'began_ms')}, ${ms('ended_at', 'ended_ms')}, kind, from_latitude, from_longitude, to_latitude,
       to_longitude, segment_reason(began) as began, segment_reason(ended) as ended, ${sumColumns}
     from segments where device_number = $1 order by began_at`,
    [deviceNumber],
  )
  const segmentDays = await query(
    `select ${ms('began_at', 'began_ms')}, day::text, ${sumColumns}
     from segment_days where device_number = $1 order by began_at, day`,
    [deviceNumber],
  )
  const days = await query(
    `select day::text, opening, trips, stops, trip_seconds, stop_seconds, gap_seconds, cm::float8, trip_cm::float8,
       bridged_cm::float8, device_cm::float8, odometer_breaks, idle_seconds, idlings, engine_seconds, top_speed,
       ${ms('first_start_at', 'first_start_ms')}, ${ms('last_end_at', 'last_end_ms')},
       array[locations, ahead, coordinates, accuracy, jump] as counts
     from device_days where device_number = $1 order by day`,
    [deviceNumber],
  )
  return {
    state: state?.state ?? null,
    open: state?.open ?? null,
    segments: segments.map((row) => ({
      kind: row.kind,
      beganAtMs: row.began_ms,
      endedAtMs: row.ended_ms,
      from: { latitudeE7: row.from_latitude, longitudeE7: row.from_longitude },
      to: { latitudeE7: row.to_latitude, longitudeE7: row.to_longitude },
      began: row.began,
      ended: row.ended,
      totals: totalsIn(row),
    })),
    segmentDays: segmentDays.map((row) => ({ beganAtMs: row.began_ms, day: row.day, ...totalsIn(row) })),
    days: days.map((row) => {
      const { driftCm: _, locations: __, ...totals } = totalsIn(row)
      return {
        ...totals,
        day: row.day,
        opening: row.opening,
        trips: row.trips,
        stops: row.stops,
        tripSeconds: row.trip_seconds,
        stopSeconds: row.stop_seconds,
        gapSeconds: row.gap_seconds,
        tripCm: row.trip_cm,
        firstStartMs: row.first_start_ms,
        lastEndMs: row.last_end_ms,
        counts: row.counts,
      }
    }),
  }
}

function totalsIn(row: Record<string, number | null>): Totals {
  return {
    cm: row.cm!,
    bridgedCm: row.bridged_cm!,
    driftCm: row.drift_cm ?? 0,
    deviceCm: row.device_cm ?? null,
    odometerBreaks: row.odometer_breaks!,
    idleSeconds: row.idle_seconds!,
    idlings: row.idlings!,
    engineSeconds: row.engine_seconds ?? null,
    topSpeedTenthKmh: row.top_speed ?? null,
    locations: row.locations ?? 0,
  }
}

/** `rows` are all up to the newest that is not dated ahead, in the order of time and fingerprint. */
export function expectedResult(rows: TrackLocation[], context: DetectorContext): StoredResult {
  const state = newState()
  const out = newDetected()
  advance(state, rows, context, out)
  const open = openSegmentOf(state, context.thresholdsAt(state.lastAtMs))
  const daysOf = Map.groupBy(out.segmentDays, ({ beganAtMs }) => beganAtMs)
  const inOrder = <T extends { beganAtMs: number }>(list: T[]) =>
    list.sort((a, b) => a.beganAtMs - b.beganAtMs)
  const segments = out.segments.map((segment) => ({
    ...segment,
    totals: totalsOf(daysOf.get(segment.beganAtMs) ?? []),
  }))
  if (open) {
    const { kind, beganAtMs, from, began } = open.segment
    const beginning = { kind, beganAtMs, endedAtMs: null, from, to: from, began, ended: null }
    segments.push({ ...beginning, totals: totalsOf([]) })
  }
  const isRow = ({ beganAtMs }: { beganAtMs: number }) =>
    beganAtMs === open?.segment.beganAtMs || daysOf.get(beganAtMs)!.length > 1
  return {
    state: encodeState(state),
    open: JSON.parse(JSON.stringify(open)),
    segments: inOrder(segments),
    segmentDays: inOrder(out.segmentDays.filter(isRow).sort((a, b) => (a.day < b.day ? -1 : 1))),
    days: daysIn(out, open, context.days),
  }
}

/** Days have a row once a location of them, or the next one, was processed. */
function daysIn(out: Detected, open: OpenSegmentView | null, days: LocalDays): StoredResult['days'] {
  const known = [...out.segments, ...(open ? [open.segment] : [])]
  const isTrip = new Set(known.filter(({ kind }) => kind === 'trip').map(({ beganAtMs }) => beganAtMs))
  const openings = new Map(out.openings.map(({ day, state }) => [day, state]))
  const counts = new Map(out.days.map((one) => [one.day, one]))
  return [...new Set([...openings.keys(), ...counts.keys()])].sort().map((day) => {
    const bounds = days.of(day)
    const isWithin = (atMs: number) => atMs >= bounds.startMs && atMs < bounds.endMs
    const touching = out.segments.filter(
      ({ beganAtMs, endedAtMs }) => beganAtMs < bounds.endMs && endedAtMs! > bounds.startMs,
    )
    const ofKind = (kind: Segment['kind']) => touching.filter((segment) => segment.kind === kind)
    const begun = (kind: Segment['kind']) => ofKind(kind).filter(({ beganAtMs }) => isWithin(beganAtMs))
    const seconds = (kind: Segment['kind']) =>
      ofKind(kind).reduce((sum, one) => sum + secondsWithin(bounds, one.beganAtMs, one.endedAtMs!), 0)
    const parts = out.segmentDays.filter((one) => one.day === day)
    const { driftCm: _, locations: __, ...totals } = totalsOf(parts)
    const ends = ofKind('trip')
      .map(({ endedAtMs }) => endedAtMs!)
      .filter((endedAtMs) => endedAtMs < bounds.endMs)
    const counted = counts.get(day) ?? { locations: 0, ahead: 0, coordinates: 0, accuracy: 0, jump: 0 }
    const { locations, ahead, coordinates, accuracy, jump } = counted
    return {
      ...totals,
      day,
      opening: openings.get(day) ?? null,
      trips: begun('trip').length,
      stops: begun('stop').length,
      tripSeconds: seconds('trip'),
      stopSeconds: seconds('stop'),
      gapSeconds: seconds('gap'),
      tripCm: parts.filter((one) => isTrip.has(one.beganAtMs)).reduce((sum, { cm }) => sum + cm, 0),
      firstStartMs: begun('trip')[0]?.beganAtMs ?? null,
      lastEndMs: ends.length > 0 ? Math.max(...ends) : null,
      counts: [locations, ahead, coordinates, accuracy, jump],
    }
  })
}
