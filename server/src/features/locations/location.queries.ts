// Reads locations. PostgreSQL builds their JSON, which is passed on as text.

import type { AccountDb, WantedHistory } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { devicesOfGroups, isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import { newestWithStatus } from './newest-status.queries.ts'

/** A location as the API shows it; unknown fields are left out. Needs `l`, a row of locations or newest_locations. */
export const locationJson = sql`'{' || concat_ws(',',
  '"dateTime":"' || iso_time(l.fixed_at) || '"',
  '"receivedAt":"' || iso_time(l.received_at) || '"',
  '"latitude":' || coalesce((l.latitude / 1e7::float8)::text, 'null'),
  '"longitude":' || coalesce((l.longitude / 1e7::float8)::text, 'null'),
  '"altitude":' || l.altitude_m,
  '"speed":' || round(l.speed / 36.0, 2),
  '"course":' || (l.course / 10.0::float8),
  '"accuracy":' || l.accuracy_m,
  '"satellites":' || l.satellites,
  case when l.more ? 'valid' then null else '"valid":true' end,
  nullif(substring(l.more::text from 2 for length(l.more::text) - 2), '')) || '}'`

export interface FoundLocation {
  number: number
  json: string | null
}

/** The number of the device, with its newest location if it has one. */
export async function findNewest(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
): Promise<FoundLocation | undefined> {
  const [row] = await db<FoundLocation>`
    select d.number, ${locationJson} as json
    from devices d left join ${newestWithStatus} l on l.account_id = d.account_id and l.device_number = d.number
    where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row && { number: row.number, json: row.json?.startsWith('{"dateTime"') ? row.json : null }
}

/** The newest location of every device in the scope. */
export function listNewest(
  db: AccountDb,
  scope: DeviceScope,
  wanted: { since: Date | undefined; ids: string[] | undefined; groupId: string | undefined },
  cursor: PageCursor,
): Promise<Page> {
  const since = wanted.since ? sql`l.seen_at >= ${wanted.since}` : sql`true`
  const isWanted = wanted.ids
    ? sql`l.device_number in (
        select number from devices where account_id = ${db.accountId} and id = any(${wanted.ids}::text[]))`
    : sql`true`
  const isInGroup =
    wanted.groupId === undefined
      ? sql`true`
      : sql`${includesGroup(scope, wanted.groupId)}::boolean and l.device_number in (
          select device_number from group_devices
          where account_id = ${db.accountId} and group_id = ${wanted.groupId})`
  const source =
    scope.kind === 'groups'
      ? sql`(${devicesOfGroups(db, scope.groupIds)}) v
          join newest_locations l on l.account_id = ${db.accountId} and l.device_number = v.device_number`
      : sql`newest_locations l`
  const seen =
    scope.kind === 'device'
      ? sql`l.device_number = ${scope.deviceNumber}`
      : sql`${scope.kind !== 'none'}::boolean`
  return readPage(db, cursor, {
    numbers: sql`
      select l.device_number as number from ${source}
      where l.account_id = ${db.accountId} and l.device_number > ${cursor.after}::bigint and ${seen} and ${since}
        and ${isWanted} and ${isInGroup}`,
    records: sql`
      select l.device_number as number, '{"deviceId":"' || d.id || '",' || substring(${locationJson} from 2) as json
      from page
      join ${newestWithStatus} l on l.account_id = ${db.accountId} and l.device_number = page.number
      join devices d on d.account_id = ${db.accountId} and d.number = page.number`,
  })
}

export async function listVisibleIds(db: AccountDb, scope: DeviceScope, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select d.id from devices d
    where d.account_id = ${db.accountId} and d.id = any(${ids}::text[]) and ${isDeviceSeen(scope)}`
  return rows.map(({ id }) => id)
}

export interface Period {
  from: Date
  to: Date
}

export interface LastLocation {
  deviceNumber: number
  json: string
}

export function listNewestOf(db: AccountDb, deviceNumbers: number[]): Promise<LastLocation[]> {
  return db<LastLocation>`
    select l.device_number, ${locationJson} as json from ${newestWithStatus} l
    where l.account_id = ${db.accountId} and l.device_number = any(${deviceNumbers}::int[])`
}

export async function listLastWithin(
  db: AccountDb,
  deviceNumbers: number[],
  { from, to }: Period,
): Promise<LastLocation[]> {
  const history = await historyOf(db, {
    deviceNumbers,
    fromMs: from.getTime(),
    toMs: to.getTime(),
    limit: 1,
    isDescending: true,
  })
  return db<LastLocation>`
    select of.device_number, last.json
    from unnest(${deviceNumbers}::int[]) as of (device_number)
    cross join lateral (
      select ${locationJson} as json from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = of.device_number
        and l.fixed_at >= ${from} and l.fixed_at < ${to}
      order by l.fixed_at desc, l.fingerprint desc limit 1) as last`
}

/** Newest first. The period lets the planner skip the partitions of other weeks. */
export async function listLatest(
  db: AccountDb,
  deviceNumber: number,
  { from, to }: Period,
  limit: number,
): Promise<{ json: string }[]> {
  const history = await historyOf(db, {
    deviceNumbers: [deviceNumber],
    fromMs: from.getTime(),
    toMs: to.getTime(),
    limit,
    isDescending: true,
  })
  return db<{ json: string }>`
    select ${locationJson} as json from ${history} l
    where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
      and l.fixed_at >= ${from} and l.fixed_at < ${to}
    order by l.fixed_at desc, l.fingerprint desc limit ${limit}`
}

/** The sort key of a location in the history of a device. */
export interface LocationKey {
  fixedAt: Date
  fingerprint: number
}

export interface LocationChunk {
  number: number
  json: string | null
  count: number
  lastFixedAt: Date | null
  lastFingerprint: number | null
}

/**
 * A chunk of the history of a device, oldest first; undefined if the device is not in the scope. The period lets the
 * planner skip the partitions of other weeks.
 */
export async function findChunk(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
  { from, to }: Period,
  after: LocationKey | undefined,
  limit: number,
): Promise<LocationChunk | undefined> {
  const history = await historyOfDevice(db, deviceId, {
    fromMs: (after?.fixedAt ?? from).getTime(),
    toMs: to.getTime(),
    after: after && { atMs: after.fixedAt.getTime(), fingerprint: after.fingerprint },
    limit,
  })
  const isAfterCursor = after
    ? sql`and (l.fixed_at, l.fingerprint) > (${after.fixedAt}, ${after.fingerprint})`
    : sql``
  const wanted = sql`l.account_id = ${db.accountId} and l.device_number = d.number
    and l.fixed_at >= ${after?.fixedAt ?? from} and l.fixed_at < ${to} ${isAfterCursor}`
  // The limit fixes the join order. The end of the chunk is read only if it is full.
  const [row] = await db<LocationChunk>`
    select d.number, track.json, track.count, last.fixed_at as last_fixed_at, last.fingerprint as last_fingerprint
    from devices d
    cross join lateral (
      select string_agg(one.json, ',') as json, count(*) as count
      from (
        select ${locationJson} as json from ${history} l where ${wanted}
        order by l.fixed_at, l.fingerprint limit ${limit}) as one) as track
    left join lateral (
      select l.fixed_at, l.fingerprint from ${history} l where track.count = ${limit}::int and ${wanted}
      order by l.fixed_at, l.fingerprint offset ${limit - 1} limit 1) as last on true
    where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row
}

/** Its number is looked up only if the period reaches into the archive. */
async function historyOfDevice(
  db: AccountDb,
  deviceId: string,
  wanted: Omit<WantedHistory, 'deviceNumbers'>,
): Promise<Fragment> {
  if (!(await db.history?.reaches(db, wanted.fromMs))) return sql`locations`
  const devices = await db<{ number: number }>`
    select number from devices where account_id = ${db.accountId} and id = ${deviceId}`
  return historyOf(db, { ...wanted, deviceNumbers: devices.map(({ number }) => number) })
}
