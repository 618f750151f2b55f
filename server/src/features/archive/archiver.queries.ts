// Reads weeks of locations to archive them.

import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ClassWeek } from './archive.types.ts'
import type { ArrayLiterals } from './file/array-literals.types.ts'

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

const msOf = (time: 'min(fixed_at)' | 'max(fixed_at)' | 'fixed_at' | 'received_at') =>
  ({
    'min(fixed_at)': sql`(date_part('epoch', min(fixed_at)) * 1000)::float8`,
    'max(fixed_at)': sql`(date_part('epoch', max(fixed_at)) * 1000)::float8`,
    fixed_at: sql`round(date_part('epoch', fixed_at) * 1000)`,
    received_at: sql`round(date_part('epoch', received_at) * 1000)`,
  })[time]

export interface RowKey {
  fixedAtMs: number
  fingerprint: number
}

/** The rows of devices after one of the first of them, at most `limit` of each. */
export async function readColumns(
  db: Db,
  { class: ofClass, from, to }: WeekBounds,
  deviceNumbers: number[],
  after: RowKey | undefined,
  limit: number,
): Promise<ArrayLiterals | undefined> {
  const begins = after
    ? sql`(l.fixed_at, l.fingerprint) > (${new Date(after.fixedAtMs)}, ${after.fingerprint}::int) and l.fixed_at >= ${new Date(after.fixedAtMs)}`
    : sql`l.fixed_at >= ${from}`
  const [row] = await db<ArrayLiterals>`
    select count(*)::int as count, array_agg(account_id)::text as account_id, array_agg(device_number)::text as device_number,
      array_agg(fixed_ms)::text as fixed_at_ms, array_agg(received_ms)::text as received_at_ms,
      array_agg(fingerprint)::text as fingerprint, array_agg(latitude)::text as latitude_e7,
      array_agg(longitude)::text as longitude_e7, array_agg(altitude_m)::text as altitude_m,
      array_agg(speed)::text as speed_tenth_kmh, array_agg(course)::text as course_tenth_deg,
      array_agg(accuracy_m)::text as accuracy_m, array_agg(satellites)::text as satellites,
      array_agg(more::text)::text as more
    from (
      select r.*, ${msOf('fixed_at')} as fixed_ms, ${msOf('received_at')} as received_ms
      from unnest(${deviceNumbers}::int[]) with ordinality as of (device_number, ordinal)
      cross join lateral (
        select * from locations l
        where l.device_number = of.device_number and l.class = ${ofClass} and ${begins} and l.fixed_at < ${to}
        order by l.fixed_at, l.fingerprint limit ${limit}) as r
      order by of.ordinal, r.fixed_at, r.fingerprint) as ordered`
  return row?.count ? row : undefined
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
