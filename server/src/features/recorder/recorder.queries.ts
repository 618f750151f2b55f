// The recorder's statements. Large arrays are encoded as text here: the driver's encoding costs twice as much.

import type { Db, Pool } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { maxAheadMs } from '../trips/ahead.api.ts'
import { jsonOf } from './array-literal.ts'
import {
  accuracyMOf,
  altitudeMOf,
  courseTenthDegOf,
  deviceRefOf,
  fingerprintOf,
  fixedAtMsOf,
  latitudeE7Of,
  longitudeE7Of,
  moreOf,
  protocolOf,
  receivedAtMsOf,
  satellitesOf,
  speedTenthKmhOf,
  trustOf,
} from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { newStatusOrdinals, storedStatuses } from './status.queries.ts'
import type { KnownDevice, StorableRow } from './storable-row.types.ts'

/** The limit of the table's check constraint. */
const maxIdentifierLength = 64

export interface AssignedDevice extends KnownDevice {
  identifier: string
  sinceMs: number
  /** Infinity: the device still has the identifier. */
  untilMs: number
}

/** Bounds what earlier owners of an identifier cost the current one. */
const maxFormerDevices = 16

/** The devices that had or have these tracker identifiers, of all accounts, in this order. Deleted devices are absent. */
export function listTrackers(db: Db, identifiers: string[]): Promise<AssignedDevice[]> {
  return db<AssignedDevice>`
    select i.identifier, i.device_number, d.id as device_id, i.account_id, a.retention_class as class,
      coalesce(m.state in ('arriving', 'gone'), false) as is_elsewhere,
      extract(epoch from coalesce(i.since, d.created_at))::float8 * 1000 as since_ms,
      extract(epoch from i.until)::float8 * 1000 as until_ms
    from (
      select identifier, account_id, device_number, since, 'infinity'::timestamptz as until
      from directory_identifiers where identifier = any(${identifiers}::text[])
      union all
      select former.* from unnest(${identifiers}::text[]) as given (identifier)
      cross join lateral (
        select f.identifier, f.account_id, f.device_number, f.since, f.until from former_identifiers f
        where f.identifier = given.identifier order by f.until desc limit ${maxFormerDevices}) as former) as i
    join accounts a using (account_id)
    join devices d on d.account_id = i.account_id and d.number = i.device_number
    left join moves m on m.account_id = i.account_id
    order by i.until`
}

/** The devices with these public identifiers, each looked up only in the account given with it. */
export function listDevices(db: Db, accountIds: number[], deviceIds: string[]): Promise<KnownDevice[]> {
  return db<KnownDevice>`
    select d.id as device_id, d.number as device_number, d.account_id, a.retention_class as class,
      false as is_elsewhere
    from unnest(${accountIds}::int[], ${deviceIds}::text[]) as named (account_id, id)
    join devices d on d.account_id = named.account_id and d.id = named.id
    join accounts a on a.account_id = d.account_id`
}

/** The ordinals (from 1) of the rows that were not stored yet. */
export interface NewOrdinals {
  locations: number[]
  statuses: number[]
}

const isNewer = sql`(least(excluded.fixed_at, excluded.received_at), excluded.fixed_at)
  > (least(n.fixed_at, n.received_at), n.fixed_at)`
/** The class of late locations of an archived week is this much higher. */
const lateClasses = sql`100`
/** A row of a week that is archived, or about to be, gets another class. */
const withBorders = {
  classOfRow: sql`(class + case when to_timestamp(fixed_ms / 1000.0) < border.closed_until then ${lateClasses} else 0 end)::smallint`,
  join: sql`left join archive_borders border using (class)`,
  isNotArchived: sql`
    where class < ${lateClasses} or not exists (
      select from locations s where s.device_number = received.device_number and s.fixed_at = received.fixed_at
        and s.fingerprint = received.fingerprint and s.class = received.class - ${lateClasses})`,
}
/** Preparing to look into every partition costs as much as storing twenty rows, also if it is never done. */
const withoutBorders = { classOfRow: sql`class`, join: sql``, isNotArchived: sql`` }
/** `late_from` is the oldest row of the batch that was not stored yet. */
const isLate = sql`coalesce(excluded.late_from <= n.latest_at, false)`
/** A location that is dated later than this after its reception is not part of a track. */
const maxAhead = `${maxAheadMs} milliseconds`

/**
 * Inserts new locations and statuses and advances the newest location of each device, in one statement and therefore atomically.
 * A row that is already stored changes nothing. A row dated ahead counts from its reception, or it would stay the newest
 * until its date. Marks devices with new rows that are older than `latest_at`, for the trip processor: every statement that
 * stores rows of a device locks its newest location, so that this is right with any number of recorders. Only rows from before
 * `openSinceMs` can be of a week that is archived.
 */
export async function storeRows(
  db: Db,
  rows: StorableRow[],
  statuses: StorableRow[],
  openSinceMs = Number.POSITIVE_INFINITY,
): Promise<NewOrdinals> {
  const numbers = (pick: (one: StorableRow) => number | null) =>
    `{${rows.map((one) => pick(one) ?? 'NULL').join(',')}}`
  const column = (fieldOf: (row: LocationRow) => number | null) => numbers(({ row }) => fieldOf(row))
  const hasStatuses = statuses.length > 0
  const border = rows.some(({ row }) => fixedAtMsOf(row) < openSinceMs) ? withBorders : withoutBorders
  const [result] = await db<{ stored: number; ordinals: number[] | null; statuses: number[] | null }>`
    with received as materialized (
      select ordinal, to_timestamp(fixed_ms / 1000.0) as fixed_at, to_timestamp(received_ms / 1000.0) as received_at,
        device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed, course, accuracy_m, satellites,
        ${border.classOfRow} as class,
        more, trust
      from unnest(
        ${numbers(({ device }) => device.deviceNumber)}::int[], ${numbers(({ device }) => device.accountId)}::int[],
        ${numbers(({ device }) => device.class)}::smallint[], ${column(fixedAtMsOf)}::float8[],
        ${column(receivedAtMsOf)}::float8[], ${column(latitudeE7Of)}::int[], ${column(longitudeE7Of)}::int[],
        ${column(fingerprintOf)}::int[], ${column(altitudeMOf)}::smallint[], ${column(speedTenthKmhOf)}::smallint[],
        ${column(courseTenthDegOf)}::smallint[], ${column(accuracyMOf)}::smallint[], ${column(satellitesOf)}::smallint[],
        ${`{${rows.map(({ row }) => jsonOf(moreOf(row))).join(',')}}`}::jsonb[],
        ${`{${rows.map(({ row }) => trustOf(row)).join(',')}}`}::text[]
      ) with ordinality as given (device_number, account_id, class, fixed_ms, received_ms, latitude, longitude,
        fingerprint, altitude_m, speed, course, accuracy_m, satellites, more, trust, ordinal)
      ${border.join}),
    stored as (
      insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more)
      select fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more
      from received ${border.isNotArchived}
      on conflict do nothing
      returning account_id, device_number, fixed_at, received_at, fingerprint),
    added as (
      select account_id, device_number, min(fixed_at) as oldest_at, max(fixed_at) as newest_at,
        coalesce(max(fixed_at) filter (where fixed_at <= received_at + ${maxAhead}::interval), '-infinity') as latest_at
      from stored group by account_id, device_number),
    candidates as (
      select distinct on (account_id, device_number) account_id, device_number, fixed_at, received_at, received_at as seen_at,
        latitude, longitude, altitude_m, speed, course, accuracy_m, satellites, more, trust,
        square_of(latitude, longitude) as square
      from received where latitude is not null and longitude is not null
      order by account_id, device_number, least(fixed_at, received_at) desc, fixed_at desc),
    newest as (
      insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
        altitude_m, speed, course, accuracy_m, satellites, more, trust, square, late_from, late_until, latest_at)
      select c.*, a.oldest_at, a.newest_at, coalesce(a.latest_at, '-infinity')
      from (
        select * from candidates
        union all
        -- A device without coordinates in the batch keeps its newest location.
        select l.account_id, l.device_number, l.fixed_at, l.received_at, l.seen_at, l.latitude, l.longitude, l.altitude_m,
          l.speed, l.course, l.accuracy_m, l.satellites, l.more, l.trust, l.square
        from added b join newest_locations l using (account_id, device_number)
        where not exists (
          select from candidates c where c.account_id = b.account_id and c.device_number = b.device_number)) as c
      left join added a using (account_id, device_number)
      order by c.account_id, c.device_number
      on conflict (account_id, device_number) do update set
        seen_at = case when ${isNewer} then greatest(n.seen_at, excluded.seen_at) else n.seen_at end,
        fixed_at = case when ${isNewer} then excluded.fixed_at else n.fixed_at end,
        received_at = case when ${isNewer} then excluded.received_at else n.received_at end,
        latitude = case when ${isNewer} then excluded.latitude else n.latitude end,
        longitude = case when ${isNewer} then excluded.longitude else n.longitude end,
        altitude_m = case when ${isNewer} then excluded.altitude_m else n.altitude_m end,
        speed = case when ${isNewer} then excluded.speed else n.speed end,
        course = case when ${isNewer} then excluded.course else n.course end,
        accuracy_m = case when ${isNewer} then excluded.accuracy_m else n.accuracy_m end,
        satellites = case when ${isNewer} then excluded.satellites else n.satellites end,
        more = case when ${isNewer} then excluded.more else n.more end,
        trust = case when ${isNewer} then excluded.trust else n.trust end,
        square = case when ${isNewer} then excluded.square else n.square end,
        late_from = case when ${isLate} then least(n.late_from, excluded.late_from) else n.late_from end,
        late_until = case when ${isLate} then greatest(n.late_until, excluded.late_until) else n.late_until end,
        late_count = n.late_count + (${isLate})::int,
        latest_at = greatest(n.latest_at, excluded.latest_at)
      where ${isNewer} or ${isLate} or excluded.latest_at > n.latest_at)
    ${hasStatuses ? sql`, ${storedStatuses(statuses)}` : sql``}
    select ${hasStatuses ? newStatusOrdinals : sql`null`} as statuses, count.stored, case when count.stored < ${rows.length} then (
        select array_agg(received.ordinal) from stored join received using (device_number, fixed_at, fingerprint)) end as ordinals
    from (select count(*) as stored from stored) as count`
  // Usually all rows are new; the statement returns ordinals only otherwise.
  const isAllNew = result?.stored === rows.length
  return {
    locations: isAllNew ? rows.map((_, index) => index + 1) : (result?.ordinals ?? []),
    statuses: result?.statuses ?? [],
  }
}

export async function storeLocations(db: Db, rows: StorableRow[]): Promise<number[]> {
  return (await storeRows(db, rows, [])).locations
}

/**
 * Their times are converted here: under row-level security, a condition on `locations` that contains the conversion
 * cannot use the index.
 */
export const givenRows = (rows: StorableRow[]) => sql`
  given as materialized (
    select ordinal, device_number, fingerprint, to_timestamp(fixed_ms / 1000.0) as fixed_at,
      to_timestamp(fixed_ms / 1000.0) - interval '5 minutes' as repeats_from,
      to_timestamp(received_ms / 1000.0) as received_at
    from unnest(${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => fixedAtMsOf(row))}::float8[],
      ${rows.map(({ row }) => receivedAtMsOf(row))}::float8[], ${rows.map(({ row }) => fingerprintOf(row))}::int[])
      with ordinality as listed (device_number, fixed_ms, received_ms, fingerprint, ordinal))`

/**
 * The ordinals (from 1) of rows that are stored with the same time of reception: the log redelivers them. A report
 * that a tracker repeats has another time of reception.
 */
export async function listRedelivered(db: Db, rows: StorableRow[]): Promise<number[]> {
  const redelivered = await db<{ ordinal: number }>`
    with ${givenRows(rows)}
    select ordinal::int from given
    where exists (
      select from locations l
      where l.device_number = given.device_number and l.fixed_at = given.fixed_at
        and l.fingerprint = given.fingerprint and l.received_at = given.received_at)`
  return redelivered.map(({ ordinal }) => ordinal)
}

/** The ordinals (from 1) of rows with the content of a row of the 5 minutes before them. */
export async function listRepeats(db: Db, rows: StorableRow[]): Promise<number[]> {
  const repeats = await db<{ ordinal: number }>`
    with ${givenRows(rows)}
    select ordinal::int from given
    where exists (
      select from locations l
      where l.device_number = given.device_number and l.fingerprint = given.fingerprint
        and l.fixed_at >= given.repeats_from and l.fixed_at < given.fixed_at)`
  return repeats.map(({ ordinal }) => ordinal)
}

/** Whether at least one of the rows is stored. */
export async function hasAny(db: Db, rows: StorableRow[]): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    with ${givenRows(rows)}
    select exists (
      select from given join locations l on l.device_number = given.device_number and l.fixed_at = given.fixed_at
        and l.fingerprint = given.fingerprint) as found`
  return row!.found
}

/** Updates `seen_at` where it is more than 30 s older than the reception. */
export async function markSeen(db: Db, rows: StorableRow[]): Promise<void> {
  await db`
    update newest_locations n set seen_at = to_timestamp(seen.ms / 1000.0)
    from (
      select account_id, device_number, max(ms) as ms
      from unnest(${rows.map(({ device }) => device.accountId)}::int[],
        ${rows.map(({ device }) => device.deviceNumber)}::int[], ${rows.map(({ row }) => receivedAtMsOf(row))}::float8[])
        as given (account_id, device_number, ms)
      group by account_id, device_number order by account_id, device_number) as seen
    where n.account_id = seen.account_id and n.device_number = seen.device_number
      and n.seen_at < to_timestamp(seen.ms / 1000.0) - interval '30 seconds'`
}

/** Trackers that are not registered. The oldest are deleted, so there are never more than `max`. */
export async function quarantineUnknown(db: Db, rows: LocationRow[], max: number): Promise<void> {
  const last = new Map(rows.map((row) => [String(deviceRefOf(row)).slice(0, maxIdentifierLength), row]))
  const unknown = [...last.entries()]
  await db`
    insert into quarantine as q (identifier, protocol, first_seen_at, last_seen_at, last_report)
    select identifier, protocol, to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0), report
    from unnest(${unknown.map(([identifier]) => identifier)}::text[], ${unknown.map(([, row]) => protocolOf(row))}::text[],
      ${unknown.map(([, row]) => receivedAtMsOf(row))}::float8[], ${unknown.map(([, row]) => JSON.stringify(row))}::jsonb[])
      as given (identifier, protocol, ms, report)
    order by identifier
    on conflict (identifier) do update set protocol = excluded.protocol, reports = q.reports + 1,
      last_seen_at = excluded.last_seen_at, last_report = excluded.last_report`
  await db`
    delete from quarantine where identifier in (
      select identifier from quarantine order by last_seen_at desc offset ${max})`
}

export async function keepDeadLetter(
  db: Db,
  deadLetter: { stream: string; sequence: number; reason: string; payload: Buffer },
): Promise<void> {
  await db`
    insert into dead_letters (stream, sequence, reason, payload)
    values (${deadLetter.stream}, ${deadLetter.sequence}, ${deadLetter.reason}, ${deadLetter.payload})
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

/** With other content, or not at all. */
export async function replaceDeadLetter(db: Pool, id: number, payload: Buffer | undefined): Promise<void> {
  await db.begin('recorder', async (tx) => {
    const [old] = await tx<{ stream: string; sequence: number; reason: string }>`
      delete from dead_letters where id = ${id} returning stream, sequence, reason`
    if (old && payload) await keepDeadLetter(tx, { ...old, payload })
  })
}

/** Identifiers that were assigned or released within the last seconds. */
export async function listChangedIdentifiers(db: Db, seconds: number): Promise<string[]> {
  const rows = await db<{ identifier: string }>`
    select distinct identifier from directory_changes where at > now() - make_interval(secs => ${seconds})`
  return rows.map((row) => row.identifier)
}
