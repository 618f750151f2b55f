// Stops with their levels, fills and drains, as the worker reads and writes them.

import type { AccountDb } from '../../platform/db/db.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'
import type { StoredEvent, WrittenEvent } from './event-changes.ts'

export interface TrackStop {
  beganMs: number
  /** Null while the vehicle stands there. */
  endedMs: number | null
  latitude: number
  longitude: number
}

/** Stops of the track that begin from an instant on, in the order of time. */
export function listStops(
  db: AccountDb,
  deviceNumber: number,
  fromMs: number,
  limit: number,
): Promise<TrackStop[]> {
  return db<TrackStop>`
    select round(date_part('epoch', began_at) * 1000) as began_ms, round(date_part('epoch', ended_at) * 1000) as ended_ms,
      from_latitude as latitude, from_longitude as longitude
    from segments
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and kind = 'stop'
      and began_at >= ${toTimestamp(fromMs)}::timestamptz
    order by began_at limit ${limit}`
}

/** The beginning of the trip, stop or gap of an instant. */
export async function findSegmentAt(
  db: AccountDb,
  deviceNumber: number,
  atMs: number,
): Promise<number | undefined> {
  const [row] = await db<{ beganMs: number }>`
    select round(date_part('epoch', began_at) * 1000) as began_ms from segments
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and began_at <= ${toTimestamp(atMs)}::timestamptz
    order by began_at desc limit 1`
  return row?.beganMs
}

export interface StoredPart {
  beganMs: number
  stopMs: number
  firstMl: number | null
  lastMl: number | null
  lastMs: number | null
  /** Whether the track still has this stop. */
  isValid: boolean
}

/** Those that begin before an instant, the latest first. */
export function listPartsBefore(
  db: AccountDb,
  { sensorNumber, deviceNumber }: { sensorNumber: number; deviceNumber: number },
  beforeMs: number,
  limit: number,
): Promise<StoredPart[]> {
  return db<StoredPart>`
    select round(date_part('epoch', p.began_at) * 1000) as began_ms, round(date_part('epoch', p.stop_at) * 1000) as stop_ms, p.first_ml,
      p.last_ml, round(date_part('epoch', p.last_at) * 1000) as last_ms, exists (
        select from segments s
        where s.account_id = p.account_id and s.device_number = ${deviceNumber} and s.began_at = p.stop_at
          and s.kind = 'stop' and (s.ended_at is null or s.ended_at >= p.began_at)) as is_valid
    from fuel_stops p
    where p.account_id = ${db.accountId} and p.sensor_number = ${sensorNumber}
      and p.began_at < ${toTimestamp(beforeMs)}::timestamptz
    order by p.began_at desc limit ${limit}`
}

/** The last level before a part. */
export async function findLevelBefore(
  db: AccountDb,
  sensorNumber: number,
  beganMs: number,
): Promise<{ ml: number; atMs: number } | null> {
  const [row] = await db<{ ml: number; atMs: number }>`
    select last_ml as ml, round(date_part('epoch', last_at) * 1000) as at_ms from fuel_stops
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}
      and began_at < ${toTimestamp(beganMs)}::timestamptz and last_ml is not null
    order by began_at desc limit 1`
  return row ?? null
}

export interface WrittenPart {
  beganMs: number
  endedMs: number | null
  stopMs: number
  firstMl: number | null
  lastMl: number | null
  lastMs: number | null
}

/** What is stored of parts that begin at these instants. */
export async function findParts(
  db: AccountDb,
  sensorNumber: number,
  beganMs: number[],
): Promise<Map<number, WrittenPart>> {
  const rows = await db<WrittenPart>`
    select round(date_part('epoch', began_at) * 1000) as began_ms, round(date_part('epoch', ended_at) * 1000) as ended_ms,
      round(date_part('epoch', stop_at) * 1000) as stop_ms, first_ml, last_ml, round(date_part('epoch', last_at) * 1000) as last_ms
    from fuel_stops
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}
      and began_at = any(${beganMs.map(toTimestamp)}::timestamptz[])`
  return new Map(rows.map((row) => [row.beganMs, row]))
}

/** Replaces all that begin from one instant on, before another. Those that are the same are not written. */
export async function replaceParts(
  db: AccountDb,
  sensorNumber: number,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
  parts: WrittenPart[],
): Promise<void> {
  const column = (pick: (part: WrittenPart) => number | null) =>
    parts.map((part) => {
      const ms = pick(part)
      return ms === null ? null : toTimestamp(ms)
    })
  await db`
    delete from fuel_stops
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}
      and began_at >= ${toTimestamp(fromMs)}::timestamptz and began_at < ${toTimestamp(untilMs)}::timestamptz
      and began_at <> all(${column((part) => part.beganMs)}::timestamptz[])`
  await db`
    insert into fuel_stops as p (account_id, sensor_number, began_at, ended_at, stop_at, first_ml, last_ml, last_at)
    select ${db.accountId}, ${sensorNumber}, given.*
    from unnest(${column((part) => part.beganMs)}::timestamptz[], ${column((part) => part.endedMs)}::timestamptz[],
      ${column((part) => part.stopMs)}::timestamptz[], ${parts.map((part) => part.firstMl)}::int[],
      ${parts.map((part) => part.lastMl)}::int[], ${column((part) => part.lastMs)}::timestamptz[])
      as given (began_at, ended_at, stop_at, first_ml, last_ml, last_at)
    on conflict (account_id, sensor_number, began_at) do update set ended_at = excluded.ended_at,
      stop_at = excluded.stop_at, first_ml = excluded.first_ml, last_ml = excluded.last_ml, last_at = excluded.last_at
    where (p.ended_at, p.stop_at, p.first_ml, p.last_ml, p.last_at) is distinct from
      (excluded.ended_at, excluded.stop_at, excluded.first_ml, excluded.last_ml, excluded.last_at)`
}

/** Those of parts from one instant on, before another, and later ones that begin before it. */
export function readEvents(
  db: AccountDb,
  sensorNumber: number,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<StoredEvent[]> {
  return db<StoredEvent & { kind: FuelEventKind }>`
    select number, id, kind, round(date_part('epoch', part_at) * 1000) as part_ms, round(date_part('epoch', from_at) * 1000) as from_ms,
      round(date_part('epoch', to_at) * 1000) as to_ms, before_ml, after_ml, ml, latitude, longitude, version,
      confirmed_at is not null as is_confirmed
    from fuel_events
    where account_id = ${db.accountId} and sensor_number = ${sensorNumber}
      and part_at >= ${toTimestamp(fromMs)}::timestamptz
      and (part_at < ${toTimestamp(untilMs)}::timestamptz or from_at < ${toTimestamp(untilMs)}::timestamptz)
    order by part_at, from_at`
}

export async function deleteEvents(db: AccountDb, numbers: number[]): Promise<void> {
  await db`delete from fuel_events where account_id = ${db.accountId} and number = any(${numbers}::bigint[])`
}

export async function saveEvents(
  db: AccountDb,
  { sensorNumber, deviceNumber }: { sensorNumber: number; deviceNumber: number },
  events: WrittenEvent[],
): Promise<void> {
  const column = <K extends keyof WrittenEvent>(name: K) => events.map((event) => event[name])
  const times = (name: 'partMs' | 'fromMs' | 'toMs') => events.map((event) => toTimestamp(event[name]))
  await db`
    insert into fuel_events as e (account_id, device_number, sensor_number, id, kind, part_at, from_at, to_at, before_ml,
      after_ml, ml, latitude, longitude, version)
    select ${db.accountId}, ${deviceNumber}, ${sensorNumber}, given.*
    from unnest(${column('id')}::text[], ${column('kind')}::text[], ${times('partMs')}::timestamptz[],
      ${times('fromMs')}::timestamptz[], ${times('toMs')}::timestamptz[], ${column('beforeMl')}::int[],
      ${column('afterMl')}::int[], ${column('ml')}::int[], ${column('latitude')}::int[], ${column('longitude')}::int[],
      ${column('version')}::int[])
      as given (id, kind, part_at, from_at, to_at, before_ml, after_ml, ml, latitude, longitude, version)
    on conflict (account_id, id) do update set part_at = excluded.part_at, from_at = excluded.from_at,
      to_at = excluded.to_at, before_ml = excluded.before_ml, after_ml = excluded.after_ml, ml = excluded.ml,
      latitude = excluded.latitude, longitude = excluded.longitude, version = excluded.version`
}
