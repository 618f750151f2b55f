// What the trip processor stored must be what one pass over the stored locations finds, and what a naive detector finds.

import { isDeepStrictEqual } from 'node:util'
import { advance, openSegmentOf } from '../../server/src/features/trips/detection/advance.ts'
import { newDetected } from '../../server/src/features/trips/detection/detected.ts'
import type { TrackLocation } from '../../server/src/features/trips/detection/detection.types.ts'
import { createLocalDays } from '../../server/src/features/trips/detection/local-days.ts'
import { newState } from '../../server/src/features/trips/detection/state.ts'
import type { SettingsPeriod } from '../../server/src/features/trips/effective-settings.ts'
import { thresholdsBy } from '../../server/src/features/trips/effective-settings.ts'
import { fromSegmentId } from '../../server/src/features/trips/segment-id.ts'
import { resultOf, withoutEmpty } from '../../server/test/trips/compared.ts'
import { naiveSegments } from '../../server/test/trips/oracle.ts'
import type { StoredResult } from '../../server/test/trips/stored-result.ts'
import { expectedResult, readResult } from '../../server/test/trips/stored-result.ts'
import type { Installation } from '../installation/installation.ts'
import type { TripEventFindings } from './trip-checker.ts'
import { checkTripEvents } from './trip-checker.ts'

const zone = 'UTC'
/** An experiment has minutes, not days: everything is decided sooner. */
const settings = {
  stopSeconds: 30,
  ignitionOffSeconds: 30,
  stayMetres: 40,
  leaveMetres: 60,
  tripMetres: 80,
  tripSeconds: 10,
  gapSeconds: 60,
  bridgeSeconds: 120,
  idleSeconds: 30,
}

type Needs = Pick<Installation, 'query'>

/** Before the first location. Events are copied when they are written: the log keeps them for a while only. */
export async function prepareTrips({ query }: Needs): Promise<void> {
  await query(
    `insert into trip_settings (account_id, subject, settings, modified_at)
     select account_id, 'account', $1, now() from accounts`,
    [JSON.stringify(settings)],
  )
  await query('create table chaos_trip_events (number bigserial, type text, data jsonb)')
  await query(`
    create function keep_trip_event() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into chaos_trip_events (type, data) values (new.type, new.data);
      return null;
    end $$`)
  await query(`
    create trigger keep_trip_events after insert on outbox
    for each row when (new.type like 'trip.%') execute function keep_trip_event()`)
}

export interface TripFindings extends TripEventFindings {
  devices: number
  trips: number
  corrections: number
  /** Not read yet when time was up. */
  unprocessed: number
  /** Devices whose stored result is not that of one pass. */
  different: string[]
  /** Devices for which the naive detector finds something else. */
  disputed: string[]
}

export async function checkTrips(installation: Needs, withinMs: number): Promise<TripFindings> {
  const { query } = installation
  const unprocessed = await catchUp(installation, withinMs)
  const devices = await query<{
    number: number
    name: string
    ms: number
    settings: SettingsPeriod[] | null
  }>(
    `select d.number, d.name, (extract(epoch from n.latest_at) * 1000)::float8 as ms, s.settings
     from devices d join newest_locations n on n.account_id = d.account_id and n.device_number = d.number
     left join trip_states s on s.account_id = d.account_id and s.device_number = d.number`,
  )
  const different: string[] = []
  const disputed: string[] = []
  for (const { number, name, ms, settings: periods } of devices) {
    const rows = (await readTrack(installation, number)).filter(({ fixedAtMs }) => fixedAtMs <= ms)
    const thresholdsAt = thresholdsBy(periods)
    const context = { days: createLocalDays(zone), thresholdsAt }
    const difference = differenceOf(await readResult(query, number), expectedResult(rows, context))
    if (difference) different.push(`${name} ${difference}`)
    const state = newState()
    const out = newDetected()
    advance(state, rows, context, out)
    const found = resultOf(out, openSegmentOf(state, thresholdsAt(state.lastAtMs)), state.counts)
    const naive = naiveSegments(rows, (atMs) => thresholdsAt(atMs).settings, zone)
    if (!isDeepStrictEqual(found, withoutEmpty(naive))) disputed.push(name)
  }
  const trips = await query<{ id: string }>(`select id from segments where kind = 'trip'`)
  const events = await query<{ type: string; data: { id: string; version: number } }>(
    'select type, data from chaos_trip_events order by number',
  )
  const [corrections] = await query<{ count: number }>(
    'select count(*)::int as count from segment_corrections',
  )
  return {
    devices: devices.length,
    trips: trips.length,
    corrections: corrections!.count,
    unprocessed,
    different,
    disputed,
    ...checkTripEvents(
      events.map(({ type, data }) => ({ type, tripId: fromSegmentId(data.id)!, version: data.version })),
      new Set(trips.map(({ id }) => id)),
    ),
  }
}

/** Devices without a decision are processed every ten minutes: too seldom for an experiment. Returns what is left. */
async function catchUp({ query }: Needs, withinMs: number): Promise<number> {
  const deadline = performance.now() + withinMs
  for (;;) {
    await query(
      `update trip_states s set processed_at = '-infinity', not_before = '-infinity'
       from newest_locations n
       where n.account_id = s.account_id and n.device_number = s.device_number
         and (s.processed_at > '-infinity' or s.not_before > '-infinity')
         and (n.late_count <> s.late_count or n.latest_at > coalesce(s.read_until, '-infinity'))`,
    )
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from newest_locations n left join trip_states s using (account_id, device_number)
       where s.account_id is null or s.late_count <> n.late_count
         or n.latest_at > coalesce(s.read_until, '-infinity')`,
    )
    if (row!.count === 0 || performance.now() > deadline) return row!.count
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

async function readTrack({ query }: Needs, deviceNumber: number): Promise<TrackLocation[]> {
  const rows = await query<{
    fixedAtMs: number
    receivedAtMs: number
    fingerprint: number
    latitude: number | null
    longitude: number | null
    accuracy: number | null
    speed: number | null
    more: {
      valid?: boolean
      ignition?: boolean
      moving?: boolean
      powerVoltage?: number
      mileage?: number
    } | null
  }>(
    `select round(extract(epoch from fixed_at) * 1000)::float8 as "fixedAtMs",
       round(extract(epoch from received_at) * 1000)::float8 as "receivedAtMs", fingerprint, latitude, longitude,
       accuracy_m as accuracy, speed, more
     from locations where device_number = $1 order by fixed_at, fingerprint`,
    [deviceNumber],
  )
  return rows.map(({ more, accuracy, speed, latitude, longitude, ...row }) => ({
    ...row,
    latitudeE7: more?.valid === false ? null : latitude,
    longitudeE7: more?.valid === false ? null : longitude,
    accuracyM: accuracy,
    speedTenthKmh: speed,
    ignition: more?.ignition ?? null,
    moving: more?.moving ?? null,
    powerVolts: more?.powerVoltage ?? null,
    mileageCm: more?.mileage === undefined ? null : Math.round(more.mileage * 100_000),
    engineSeconds: null,
  }))
}

/** The first part that differs. */
function differenceOf(stored: StoredResult, expected: StoredResult): string | undefined {
  for (const part of ['state', 'segments', 'segmentDays', 'days', 'open'] as const) {
    if (isDeepStrictEqual(stored[part], expected[part])) continue
    return `${part}: ${JSON.stringify(stored[part])?.slice(0, 300)} instead of ${JSON.stringify(expected[part])?.slice(0, 300)}`
  }
  return undefined
}

export function tripFiguresOf(found: TripFindings) {
  return {
    tripDevices: found.devices,
    trips: found.trips,
    tripCorrections: found.corrections,
    tripEvents: found.events,
    tripsUnprocessed: found.unprocessed,
    tripDifferences: found.different.length,
    tripDisputes: found.disputed.length,
    tripsPublishedTwice: found.twice.length,
    tripsNotPublished: found.missing.length,
    tripsUnknown: found.unknown.length,
  }
}

export const tripTargets = {
  tripsUnprocessed: { is: 0 },
  tripDifferences: { is: 0 },
  tripDisputes: { is: 0 },
  tripsPublishedTwice: { is: 0 },
  tripsNotPublished: { is: 0 },
  tripsUnknown: { is: 0 },
} as const

export function wrongTripsOf({ different, disputed, twice, missing, unknown }: TripFindings): string[] {
  const lines = (kind: string, list: string[]) => list.slice(0, 5).map((one) => `  trips ${kind}: ${one}`)
  return [
    ...lines('different', different),
    ...lines('disputed', disputed),
    ...lines('published twice', twice),
    ...lines('not published', missing),
    ...lines('unknown', unknown),
  ]
}
