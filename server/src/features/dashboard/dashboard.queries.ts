// What the dashboard is about: its days, the devices, and counts besides the sums.

import type { AccountDb } from '../../platform/db/db.ts'
import { devicesIn, devicesOfGroups } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import { maxOpenAlerts, periodDays } from './dashboard.schema.ts'

/** Two periods and today. */
export const listedDays = 2 * periodDays + 1

export interface Period {
  timeZone: string
  /** The days to compare with, those of the period, and today. */
  days: string[]
  fromMs: number
  /** The start of today. */
  toMs: number
}

export interface Wanted {
  scope: DeviceScope
  groupId: string | undefined
  period: Period
  now: Date
}

export async function findPeriod(db: AccountDb, now: Date): Promise<Period> {
  const [row] = await db<Period>`
    select time_zone,
      (select array_agg((today - n)::text order by n desc) from generate_series(0, ${listedDays - 1}::int) as n) as days,
      date_part('epoch', start_of_day(today - ${periodDays}::int, time_zone)) * 1000 as from_ms,
      date_part('epoch', start_of_day(today, time_zone)) * 1000 as to_ms
    from (
      select time_zone, (${now}::timestamptz at time zone time_zone)::date as today from accounts
      where account_id = ${db.accountId}) as local`
  return row!
}

/** The numbers of the devices. */
export function devicesOf(db: AccountDb, { scope, groupId }: Wanted): Fragment {
  if (groupId === undefined) return devicesIn(db, scope)
  if (includesGroup(scope, groupId)) return devicesOfGroups(db, [groupId])
  return sql`select null::int where false`
}

/** At most `maxOpenAlerts`. */
export async function countOpenAlerts(db: AccountDb, wanted: Wanted): Promise<number> {
  const isWhole = wanted.scope.kind === 'all' && wanted.groupId === undefined
  const isSeen = isWhole ? sql`true` : sql`a.device_number in (${devicesOf(db, wanted)})`
  const [row] = await db<{ count: number }>`
    select count(*) as count from (
      select from alerts a
      where a.account_id = ${db.accountId} and a.resolved_at is null and a.acknowledged_at is null
        and a.withdrawn_at is null and ${isSeen}
      limit ${maxOpenAlerts}) as open`
  return row!.count
}

/** Of segments in the period, as the report of the data quality counts them. */
export async function countCorrections(db: AccountDb, wanted: Wanted): Promise<number> {
  const { fromMs, toMs } = wanted.period
  const [from, to] = [toTimestamp(fromMs), toTimestamp(toMs)]
  const [row] = await db<{ count: number }>`
    select coalesce(sum(found.count), 0)::bigint as count
    from (${devicesOf(db, wanted)}) as v (number) cross join lateral (
      select count(*) as count from segment_corrections c
      where c.account_id = ${db.accountId} and c.device_number = v.number and c.at >= ${from}::timestamptz
        and (c.before->>'startedAt')::timestamptz < ${to}::timestamptz
        and (c.before->>'endedAt')::timestamptz > ${from}::timestamptz) as found`
  return row!.count
}
