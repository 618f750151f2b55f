// A way to mark late rows that was compared: the newest location is replaced as a whole, or only marked.

import {
  accuracyMOf,
  altitudeMOf,
  courseTenthDegOf,
  fingerprintOf,
  fixedAtMsOf,
  latitudeE7Of,
  longitudeE7Of,
  moreOf,
  receivedAtMsOf,
  satellitesOf,
  speedTenthKmhOf,
  trustOf,
} from '../../server/src/features/recorder/location-row.api.ts'
import type { LocationRow } from '../../server/src/features/recorder/location-row.types.ts'
import type { StorableRow } from '../../server/src/features/recorder/recorder.queries.ts'
import { maxAheadMs } from '../../server/src/features/trips/ahead.api.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { sql } from '../../server/src/platform/db/sql.ts'

const isNewer = sql`(least(excluded.fixed_at, excluded.received_at), excluded.fixed_at)
  > (least(n.fixed_at, n.received_at), n.fixed_at)`
/** `late_from` is the oldest row of the batch that was not stored yet. */
const isLate = sql`coalesce(excluded.late_from <= n.latest_at, false)`
/** A location that is dated later than this after its reception is not part of a track. */
const maxAhead = `${maxAheadMs} milliseconds`

/**
 * Inserts the new rows and advances the newest location of each device, in one statement and therefore atomically.
 * A row that is already stored changes nothing. A row dated ahead counts from its reception, or it would stay the newest
 * until its date. Marks devices with new rows that are older than `latest_at`, for the trip processor: every statement that
 * stores rows of a device locks its newest location, so that this is right with any number of recorders. Returns the
 * ordinals (from 1) of the rows that were new.
 */
export async function storeMarkingApart(db: Db, rows: StorableRow[]): Promise<number[]> {
  const numbers = (pick: (one: StorableRow) => number | null) =>
    `{${rows.map((one) => pick(one) ?? 'NULL').join(',')}}`
  const column = (fieldOf: (row: LocationRow) => number | null) => numbers(({ row }) => fieldOf(row))
  const [result] = await db<{ stored: number; ordinals: number[] | null }>`
    with received as materialized (
      select ordinal, to_timestamp(fixed_ms / 1000.0) as fixed_at, to_timestamp(received_ms / 1000.0) as received_at,
        device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed, course, accuracy_m, satellites,
        class, more, trust
      from unnest(
        ${numbers(({ device }) => device.deviceNumber)}::int[], ${numbers(({ device }) => device.accountId)}::int[],
        ${numbers(({ device }) => device.class)}::smallint[], ${column(fixedAtMsOf)}::float8[],
        ${column(receivedAtMsOf)}::float8[], ${column(latitudeE7Of)}::int[], ${column(longitudeE7Of)}::int[],
        ${column(fingerprintOf)}::int[], ${column(altitudeMOf)}::smallint[], ${column(speedTenthKmhOf)}::smallint[],
        ${column(courseTenthDegOf)}::smallint[], ${column(accuracyMOf)}::smallint[], ${column(satellitesOf)}::smallint[],
        ${`{${rows.map(({ row }) => jsonOf(moreOf(row))).join(',')}}`}::jsonb[],
        ${`{${rows.map(({ row }) => trustOf(row)).join(',')}}`}::text[]
      ) with ordinality as given (device_number, account_id, class, fixed_ms, received_ms, latitude, longitude,
        fingerprint, altitude_m, speed, course, accuracy_m, satellites, more, trust, ordinal)),
    stored as (
      insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more)
      select fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
        altitude_m, speed, course, accuracy_m, satellites, class, more
      from received
      on conflict do nothing
      returning account_id, device_number, fixed_at, received_at, fingerprint),
    added as (
      select account_id, device_number, min(fixed_at) as oldest_at, max(fixed_at) as newest_at,
        coalesce(max(fixed_at) filter (where fixed_at <= received_at + ${maxAhead}::interval), '-infinity') as latest_at
      from stored group by account_id, device_number),
    candidates as (
      select distinct on (account_id, device_number) account_id, device_number, fixed_at, received_at, received_at as seen_at,
        latitude, longitude, altitude_m, speed, course, accuracy_m, satellites, more, trust
      from received where latitude is not null and longitude is not null
      order by account_id, device_number, least(fixed_at, received_at) desc, fixed_at desc),
    newest as (
      insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
        altitude_m, speed, course, accuracy_m, satellites, more, trust, late_from, late_until, latest_at)
      select c.*, a.oldest_at, a.newest_at, coalesce(a.latest_at, '-infinity')
      from (
        select * from candidates
        union all
        -- A device without coordinates in the batch keeps its newest location, but is locked in the same order.
        select l.account_id, l.device_number, l.fixed_at, l.received_at, l.seen_at, l.latitude, l.longitude, l.altitude_m,
          l.speed, l.course, l.accuracy_m, l.satellites, l.more, l.trust
        from added b join newest_locations l using (account_id, device_number)
        where not exists (
          select from candidates c where c.account_id = b.account_id and c.device_number = b.device_number)) as c
      left join added a using (account_id, device_number)
      order by c.account_id, c.device_number
      on conflict (account_id, device_number) do update set
        fixed_at = excluded.fixed_at, received_at = excluded.received_at,
        seen_at = greatest(n.seen_at, excluded.seen_at), latitude = excluded.latitude, longitude = excluded.longitude,
        altitude_m = excluded.altitude_m, speed = excluded.speed, course = excluded.course,
        accuracy_m = excluded.accuracy_m, satellites = excluded.satellites, more = excluded.more,
        trust = excluded.trust,
        late_from = case when ${isLate} then least(n.late_from, excluded.late_from) else n.late_from end,
        late_until = case when ${isLate} then greatest(n.late_until, excluded.late_until) else n.late_until end,
        late_count = n.late_count + (${isLate})::int,
        latest_at = greatest(n.latest_at, excluded.latest_at)
      where ${isNewer}
      returning n.account_id, n.device_number),
    -- The others are locked by the upsert, and therefore not changed by anything else meanwhile.
    marked as (
      update newest_locations n set
        late_from = case when a.oldest_at <= n.latest_at then least(n.late_from, a.oldest_at) else n.late_from end,
        late_until = case when a.oldest_at <= n.latest_at then greatest(n.late_until, a.newest_at) else n.late_until end,
        late_count = n.late_count + (a.oldest_at <= n.latest_at)::int,
        latest_at = greatest(n.latest_at, a.latest_at)
      from added a
      where n.account_id = a.account_id and n.device_number = a.device_number
        and (a.oldest_at <= n.latest_at or a.latest_at > n.latest_at)
        and not exists (
          select from newest w where w.account_id = a.account_id and w.device_number = a.device_number))
    select count.stored, case when count.stored < ${rows.length} then (
        select array_agg(received.ordinal) from stored join received using (device_number, fixed_at, fingerprint)) end as ordinals
    from (select count(*) as stored from stored) as count`
  // Usually all rows are new; the statement returns ordinals only otherwise.
  return result?.stored === rows.length ? rows.map((_, index) => index + 1) : (result?.ordinals ?? [])
}

/** As an element of a PostgreSQL array literal. */
function jsonOf(value: object | null): string {
  return value === null
    ? 'NULL'
    : `"${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
