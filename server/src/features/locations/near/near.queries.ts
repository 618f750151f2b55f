// Devices near a point. The squares are compared as whole numbers, which row-level security allows in an index.

import type { AccountDb } from '../../../platform/db/db.ts'
import { devicesIn, devicesOfGroups } from '../../../platform/db/scope.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import { locationJson } from '../location.queries.ts'
import { newestWithStatus } from '../newest-status.queries.ts'
import type { ReadLocation, SquareRange } from './nearest-search.ts'

/** Geocentric, metres. */
export interface Position {
  x: number
  y: number
  z: number
}

/** The locations of each range. Of those to be read as a whole, the nearest ones in scope. */
export function readSquares(
  db: AccountDb,
  scope: DeviceScope,
  ranges: SquareRange[],
  position: Position,
  limit: number,
): Promise<ReadLocation[]> {
  return db<ReadLocation>`
    select wanted.ordinal::int, near.device_number, near.latitude as latitude_e7, near.longitude as longitude_e7,
      near.is_in_scope
    from unnest(${ranges.map(({ first }) => first)}::int[], ${ranges.map(({ last }) => last)}::int[],
      ${ranges.map(({ maxRows }) => maxRows)}::int[]) with ordinality as wanted (first, last, max_rows, ordinal)
    cross join lateral (
      select l.device_number, l.latitude, l.longitude, ${isInScope(db, scope)} as is_in_scope
      from (
        select * from (
          select l.device_number, l.latitude, l.longitude, ${angles} from newest_locations l
          where l.account_id = ${db.accountId} and l.square between wanted.first and wanted.last
          limit wanted.max_rows) as l
        order by ${chordSquared(position)}
        offset 0) as l
      where wanted.max_rows is not null or ${isInScope(db, scope)}
      limit coalesce(wanted.max_rows, ${limit})) as near`
}

/** Looked up in the order of the distance, until there are enough. */
function isInScope(db: AccountDb, scope: DeviceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind !== 'groups') return sql`false`
  // Not `exists`, which may read all devices of the groups to build a hash table.
  return sql`coalesce((
    select true from group_devices v
    where v.account_id = ${db.accountId} and v.group_id = any(${[...scope.groupIds]}::text[])
      and v.device_number = l.device_number limit 1), false)`
}

/** Of `l`, a row of newest_locations. In a subquery that is not merged, so that they are computed once per row. */
const angles = sql`
  sin(radians(l.latitude / 1e7::float8)) as sin_latitude, cos(radians(l.latitude / 1e7::float8)) as cos_latitude,
  sin(radians(l.longitude / 1e7::float8)) as sin_longitude, cos(radians(l.longitude / 1e7::float8)) as cos_longitude`
/** Of the ellipsoid of WGS 84, from east to west. */
const radius = sql`6378137 / sqrt(1 - 0.00669437999014 * l.sin_latitude * l.sin_latitude)`

/** Orders as the distance does. Needs the angles of `l`. */
function chordSquared({ x, y, z }: Position): Fragment {
  return sql`power(${radius} * l.cos_latitude * l.cos_longitude - ${x}::float8, 2)
    + power(${radius} * l.cos_latitude * l.sin_longitude - ${y}::float8, 2)
    + power(${radius} * 0.99330562000986 * l.sin_latitude - ${z}::float8, 2)`
}

/** Whether the scope is that of many devices. */
export async function hasMoreDevices(db: AccountDb, scope: DeviceScope, than: number): Promise<boolean> {
  if (scope.kind !== 'groups') return scope.kind === 'all'
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from (${devicesOfGroups(db, scope.groupIds)} limit ${than + 1}) as counted`
  return row!.count > than
}

/** The nearest devices among all in the scope. Reads each of them. */
export async function listNearestInScope(
  db: AccountDb,
  scope: DeviceScope,
  position: Position,
  limit: number,
): Promise<number[]> {
  if (scope.kind === 'none') return []
  const rows = await db<{ deviceNumber: number }>`
    select l.device_number
    from (
      select l.device_number, ${angles}
      from (${devicesIn(db, scope)}) as seen (device_number)
      join newest_locations l on l.account_id = ${db.accountId} and l.device_number = seen.device_number
      offset 0) as l
    order by ${chordSquared(position)} limit ${limit}`
  return rows.map(({ deviceNumber }) => deviceNumber)
}

export interface ShownDevice {
  latitudeE7: number
  longitudeE7: number
  /** Without the distance. */
  json: string
}

/** Devices with their last locations. Groups outside the scope are hidden. */
export function listShown(
  db: AccountDb,
  scope: DeviceScope,
  deviceNumbers: number[],
  now: Date,
): Promise<ShownDevice[]> {
  const isGroupSeen =
    scope.kind === 'groups'
      ? sql`gd.group_id = any(${[...scope.groupIds]}::text[])`
      : sql`${scope.kind === 'all'}::boolean`
  return db<ShownDevice>`
    select l.latitude as latitude_e7, l.longitude as longitude_e7, json_build_object(
      'id', d.id, 'name', d.name, 'state', case when d.expires_at <= ${now} then 'expired' else 'active' end,
      'online', l.seen_at > ${now}::timestamptz - interval '10 minutes',
      'vehicleType', d.vehicle_type, 'licensePlate', d.license_plate,
      'groups', coalesce((
        select json_agg(gd.group_id order by gd.group_id) from group_devices gd
        where gd.account_id = d.account_id and gd.device_number = d.number and ${isGroupSeen}), '[]'),
      'lastLocation', (${locationJson})::json)::text as json
    from ${newestWithStatus} l join devices d on d.account_id = ${db.accountId} and d.number = l.device_number
    where l.account_id = ${db.accountId} and l.device_number = any(${deviceNumbers}::int[])`
}
