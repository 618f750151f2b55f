// Reads weeks of locations to archive them.

import type { Db, Pool } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ClassWeek } from './archive.types.ts'

/** `rows` of a device in a week, and what identifies them together. */
export interface DeviceTotal {
  deviceNumber: number
  rows: number
  firstFixedAtMs: number
  lastFixedAtMs: number
  fingerprintSum: string
}

export interface WeekBounds extends ClassWeek {
  from: Date
  to: Date
}

/** Of those that have locations in the week. Reads the primary key only. */
export function totalDevices(
  db: Db,
  { class: ofClass, from, to }: WeekBounds,
  deviceNumbers: number[],
): Promise<DeviceTotal[]> {
  return db<DeviceTotal>`
    select of.device_number, total.*
    from unnest(${deviceNumbers}::int[]) as of (device_number)
    cross join lateral (
      select count(*)::int as rows, ${msOf('min(fixed_at)')} as first_fixed_at_ms,
        ${msOf('max(fixed_at)')} as last_fixed_at_ms, coalesce(sum(fingerprint::bigint), 0)::text as fingerprint_sum
      from locations l
      where l.device_number = of.device_number and l.class = ${ofClass} and l.fixed_at >= ${from} and l.fixed_at < ${to}
      ) as total
    where total.rows > 0 order by of.device_number`
}

const msOf = (time: 'min(fixed_at)' | 'max(fixed_at)') =>
  ({
    'min(fixed_at)': sql`(date_part('epoch', min(fixed_at)) * 1000)::float8`,
    'max(fixed_at)': sql`(date_part('epoch', max(fixed_at)) * 1000)::float8`,
  })[time]

export interface RowKey {
  fixedAtMs: number
  fingerprint: number
}

const columns = sql`account_id, device_number, fixed_at, received_at, fingerprint, latitude, longitude, altitude_m, speed, course,
  accuracy_m, satellites, more::text`

/** All rows of these devices. */
export function copyDevices(
  db: Pick<Pool, 'copy'>,
  { class: ofClass, from, to }: WeekBounds,
  deviceNumbers: number[],
): Promise<Buffer> {
  return db.copy(
    'recorder',
    sql`copy (
      select ${columns} from locations
      where device_number = any(${deviceNumbers}::int[]) and class = ${ofClass} and fixed_at >= ${from} and fixed_at < ${to}
      order by device_number, fixed_at, fingerprint) to stdout (format binary)`,
  )
}

/** At most `limit` rows of a device after one of them. Already in the order of the index. */
export function copyRows(
  db: Pick<Pool, 'copy'>,
  { class: ofClass, from, to }: WeekBounds,
  deviceNumber: number,
  after: RowKey | undefined,
  limit: number,
): Promise<Buffer> {
  const begins = after
    ? sql`(fixed_at, fingerprint) > (${new Date(after.fixedAtMs)}, ${after.fingerprint}) and fixed_at >= ${new Date(after.fixedAtMs)}`
    : sql`fixed_at >= ${from}`
  return db.copy(
    'recorder',
    sql`copy (
      select ${columns} from locations
      where device_number = ${deviceNumber} and class = ${ofClass} and ${begins} and fixed_at < ${to}
      order by fixed_at, fingerprint limit ${limit}) to stdout (format binary)`,
  )
}

/** Locations that have no device any more are deleted within minutes. */
export async function countWeek(db: Db, { class: ofClass, from, to }: WeekBounds): Promise<number> {
  await db`set local statement_timeout = 0`
  const [row] = await db<{ rows: number }>`
    select count(*) as rows from locations
    where class = ${ofClass} and fixed_at >= ${from} and fixed_at < ${to}`
  return row!.rows
}

export function pageDevices(
  db: Db,
  accountId: number,
  after: number,
  limit: number,
): Promise<{ number: number }[]> {
  return db<{ number: number }>`
    select number from devices where account_id = ${accountId} and number > ${after} order by number limit ${limit}`
}

/** Held by the connection until it ends. */
export async function tryLock(db: Db): Promise<boolean> {
  const [row] = await db<{ locked: boolean }>`select pg_try_advisory_lock(hashtext('archive')) as locked`
  return row!.locked
}
