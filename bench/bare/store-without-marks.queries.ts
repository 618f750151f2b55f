// The recorder's statement without what the trip processor needs of it: the yardstick of its cost.

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
import type { StorableRow } from '../../server/src/features/recorder/storable-row.types.ts'
import type { Db } from '../../server/src/platform/db/db.ts'

export async function storeWithoutMarks(db: Db, rows: StorableRow[]): Promise<number[]> {
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
      returning device_number, fixed_at, fingerprint),
    newest as (
      insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
        altitude_m, speed, course, accuracy_m, satellites, more, trust, square)
      select distinct on (account_id, device_number) account_id, device_number, fixed_at, received_at, received_at,
        latitude, longitude, altitude_m, speed, course, accuracy_m, satellites, more, trust,
        square_of(latitude, longitude)
      from received where latitude is not null and longitude is not null
      order by account_id, device_number, least(fixed_at, received_at) desc, fixed_at desc
      on conflict (account_id, device_number) do update set
        fixed_at = excluded.fixed_at, received_at = excluded.received_at,
        seen_at = greatest(n.seen_at, excluded.seen_at), latitude = excluded.latitude, longitude = excluded.longitude,
        altitude_m = excluded.altitude_m, speed = excluded.speed, course = excluded.course,
        accuracy_m = excluded.accuracy_m, satellites = excluded.satellites, more = excluded.more,
        trust = excluded.trust, square = excluded.square
      where (least(excluded.fixed_at, excluded.received_at), excluded.fixed_at)
        > (least(n.fixed_at, n.received_at), n.fixed_at))
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
