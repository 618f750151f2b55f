// The recorder's statements. Arrays are written as text by hand: the driver's own encoding costs twice as much.

import type { Db } from '../../platform/db/db.ts'
import type { LocationRow } from './location-row.types.ts'

/** As long as the quarantine's own check allows. */
const maxIdentifierLength = 64

export interface KnownDevice {
  deviceNumber: number
  deviceId: string
  accountId: number
  class: number
  /** The account lives in another cell; what is here of it is old, or not yet used. */
  isElsewhere: boolean
}

/** The devices behind the identifiers of trackers, whoever they belong to. */
export function listTrackers(
  db: Db,
  identifiers: string[],
): Promise<(KnownDevice & { identifier: string })[]> {
  return db<KnownDevice & { identifier: string }>`
    select i.identifier, i.device_number, d.id as device_id, i.account_id, a.retention_class as class,
      coalesce(m.state in ('arriving', 'gone'), false) as is_elsewhere
    from directory_identifiers i
    join accounts a using (account_id)
    join devices d on d.account_id = i.account_id and d.number = i.device_number
    left join moves m on m.account_id = i.account_id
    where i.identifier = any(${identifiers}::text[])`
}

/** The devices behind public identifiers, each only in the account that named it. */
export function listDevices(db: Db, accountIds: number[], deviceIds: string[]): Promise<KnownDevice[]> {
  return db<KnownDevice>`
    select d.id as device_id, d.number as device_number, d.account_id, a.retention_class as class,
      false as is_elsewhere
    from unnest(${accountIds}::int[], ${deviceIds}::text[]) as named (account_id, id)
    join devices d on d.account_id = named.account_id and d.id = named.id
    join accounts a on a.account_id = d.account_id`
}

export interface StorableRow {
  row: LocationRow
  device: KnownDevice
}

/**
 * Stores what is new and moves the newest location of each device forward, in one statement and so in one transaction.
 * A row seen before changes nothing. Returns the places (from 1) of the rows that were new.
 */
export async function storeLocations(db: Db, rows: StorableRow[]): Promise<number[]> {
  const numbers = (pick: (one: StorableRow) => number | null) =>
    `{${rows.map((one) => pick(one) ?? 'NULL').join(',')}}`
  const column = (index: number) => numbers(({ row }) => row[index] as number | null)
  const [answer] = await db<{ stored: number; places: number[] | null }>`
    with heard as materialized (
      select place, to_timestamp(fixed_ms / 1000.0) as fixed_at, to_timestamp(received_ms / 1000.0) as received_at,
        device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed, course, accuracy_m, satellites,
        class, more, trust
      from unnest(
        ${numbers(({ device }) => device.deviceNumber)}::int[], ${numbers(({ device }) => device.accountId)}::int[],
        ${numbers(({ device }) => device.class)}::smallint[], ${column(1)}::float8[], ${column(2)}::float8[],
        ${column(3)}::int[], ${column(4)}::int[], ${column(5)}::int[], ${column(6)}::smallint[],
        ${column(7)}::smallint[], ${column(8)}::smallint[], ${column(9)}::smallint[], ${column(10)}::smallint[],
        ${`{${rows.map(({ row }) => (row[11] === null ? 'NULL' : quoted(JSON.stringify(row[11])))).join(',')}}`}::jsonb[],
        ${`{${rows.map(({ row }) => row[13] ?? 'identifier').join(',')}}`}::text[]
      ) with ordinality as given (device_number, account_id, class, fixed_ms, received_ms, latitude, longitude,
        fingerprint, altitude_m, speed, course, accuracy_m, satellites, more, trust, place)),
    stored as (
      insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more)
      select fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more
      from heard
      on conflict do nothing
      returning device_number, fixed_at, fingerprint),
    newest as (
      insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
        altitude_m, speed, course, accuracy_m, satellites, more, trust)
      select distinct on (account_id, device_number) account_id, device_number, fixed_at, received_at, received_at,
        latitude, longitude, altitude_m, speed, course, accuracy_m, satellites, more, trust
      from heard where latitude is not null and longitude is not null
      order by account_id, device_number, fixed_at desc
      on conflict (account_id, device_number) do update set
        fixed_at = excluded.fixed_at, received_at = excluded.received_at,
        seen_at = greatest(n.seen_at, excluded.seen_at), latitude = excluded.latitude, longitude = excluded.longitude,
        altitude_m = excluded.altitude_m, speed = excluded.speed, course = excluded.course,
        accuracy_m = excluded.accuracy_m, satellites = excluded.satellites, more = excluded.more,
        trust = excluded.trust
      where excluded.fixed_at > n.fixed_at)
    select count.stored, case when count.stored < ${rows.length} then (
        select array_agg(heard.place) from stored join heard using (device_number, fixed_at, fingerprint)) end as places
    from (select count(*) as stored from stored) as count`
  // Mostly all are new; only otherwise it is looked up which.
  return answer?.stored === rows.length ? rows.map((_, index) => index + 1) : (answer?.places ?? [])
}

/**
 * The places (from 1) of rows that are stored as they are, received at the same instant: the log gives them again. What a
 * tracker repeats was received at another.
 */
export async function listGivenAgain(db: Db, rows: StorableRow[]): Promise<number[]> {
  const given = await db<{ place: number }>`
    select place::int
    from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => row[1])}::float8[],
      ${rows.map(({ row }) => row[5])}::int[], ${rows.map(({ row }) => row[2])}::float8[])
      with ordinality as given (device_number, fixed_ms, fingerprint, received_ms, place)
    where exists (
      select from locations l
      where l.device_number = given.device_number and l.fixed_at = to_timestamp(given.fixed_ms / 1000.0)
        and l.fingerprint = given.fingerprint and l.received_at = to_timestamp(given.received_ms / 1000.0))`
  return given.map(({ place }) => place)
}

/** The places (from 1) of rows that say what a row of the minutes before them said. */
export async function listRepeats(db: Db, rows: StorableRow[]): Promise<number[]> {
  const repeats = await db<{ place: number }>`
    select place::int
    from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => row[5])}::int[],
      ${rows.map(({ row }) => row[1])}::float8[]) with ordinality as given (device_number, fingerprint, ms, place)
    where exists (
      select from locations l
      where l.device_number = given.device_number and l.fingerprint = given.fingerprint
        and l.fixed_at >= to_timestamp(given.ms / 1000.0) - interval '5 minutes'
        and l.fixed_at < to_timestamp(given.ms / 1000.0))`
  return repeats.map(({ place }) => place)
}

/** A late location is a sign of life too. Only devices that were not seen for a while are touched. */
export async function markSeen(db: Db, rows: StorableRow[]): Promise<void> {
  await db`
    update newest_locations n set seen_at = to_timestamp(seen.ms / 1000.0)
    from (
      select account_id, device_number, max(ms) as ms
      from unnest(${rows.map(({ device }) => device.accountId)}::int[],
        ${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => row[2])}::float8[])
        as given (account_id, device_number, ms)
      group by account_id, device_number order by account_id, device_number) as seen
    where n.account_id = seen.account_id and n.device_number = seen.device_number
      and n.seen_at < to_timestamp(seen.ms / 1000.0) - interval '30 seconds'`
}

/** Trackers that nobody has registered. The oldest make room: there are never more than `most`. */
export async function keepStrangers(db: Db, rows: LocationRow[], most: number): Promise<void> {
  const last = new Map(rows.map((row) => [String(row[0]).slice(0, maxIdentifierLength), row]))
  const strangers = [...last.entries()]
  await db`
    insert into quarantine as q (identifier, protocol, first_seen_at, last_seen_at, last_report)
    select identifier, protocol, to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0), report
    from unnest(${strangers.map(([identifier]) => identifier)}::text[], ${strangers.map(([, row]) => row[12])}::text[],
      ${strangers.map(([, row]) => row[2])}::float8[], ${strangers.map(([, row]) => JSON.stringify(row))}::jsonb[])
      as given (identifier, protocol, ms, report)
    order by identifier
    on conflict (identifier) do update set protocol = excluded.protocol, reports = q.reports + 1,
      last_seen_at = excluded.last_seen_at, last_report = excluded.last_report`
  await db`
    delete from quarantine where identifier in (
      select identifier from quarantine order by last_seen_at desc offset ${most})`
}

export async function keepDeadLetter(
  db: Db,
  letter: { stream: string; sequence: number; reason: string; payload: Buffer },
): Promise<void> {
  await db`
    insert into dead_letters (stream, sequence, reason, payload)
    values (${letter.stream}, ${letter.sequence}, ${letter.reason}, ${letter.payload})
    on conflict do nothing`
}

export interface DeadLetter {
  id: number
  reason: string
  payload: Buffer
}

export function listDeadLetters(db: Db, after: number, limit: number): Promise<DeadLetter[]> {
  return db<DeadLetter>`
    select id, reason, payload from dead_letters where id > ${after} order by id limit ${limit}`
}

export async function deleteDeadLetter(db: Db, id: number): Promise<void> {
  await db`delete from dead_letters where id = ${id}`
}

/** Identifiers whose meaning changed lately. */
export async function listChangedIdentifiers(db: Db, seconds: number): Promise<string[]> {
  const rows = await db<{ identifier: string }>`
    select distinct identifier from directory_changes where at > now() - make_interval(secs => ${seconds})`
  return rows.map((row) => row.identifier)
}

function quoted(json: string): string {
  return `"${json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
