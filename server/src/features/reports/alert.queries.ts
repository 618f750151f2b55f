import type { AccountDb } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'

interface Period {
  fromMs: number
  toMs: number
}

/** By device number. */
export async function countAlerts(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: Period,
): Promise<Map<number, number>> {
  const rows = await db<{ deviceNumber: number; count: number }>`
    select given.number as device_number, found.count
    from unnest(${deviceNumbers}::int[]) as given (number)
    cross join lateral (
      select count(*) as count from alerts a
      where a.account_id = ${db.accountId} and a.device_number = given.number
        and a.at >= ${new Date(fromMs)} and a.at < ${new Date(toMs)} and a.withdrawn_at is null) as found
    where found.count > 0`
  return new Map(rows.map(({ deviceNumber, count }) => [deviceNumber, count]))
}

export interface ReportedAlert {
  id: string
  number: number
  /** With microseconds, for the next page. */
  at: string
  atMs: number
  device: string
  name: string
  text: string | null
  isOfRule: boolean
  severity: string
  state: 'open' | 'acknowledged' | 'resolved' | 'withdrawn'
  latitude: number | null
  longitude: number | null
  acknowledgedAfterSeconds: number | null
  acknowledgedBy: string | null
  resolvedAfterSeconds: number | null
}

/** Oldest first. */
export function listReportedAlerts(
  db: AccountDb,
  {
    isWanted,
    period,
    after,
    limit,
  }: { isWanted: Fragment; period: Period; after: ReportedAlert | undefined; limit: number },
): Promise<ReportedAlert[]> {
  const isAfter = after
    ? sql`and (a.at, a.number) > (${after.at}::timestamptz, ${after.number}::bigint) and a.at >= ${after.at}::timestamptz`
    : sql``
  return db<ReportedAlert>`
    select a.id, a.number, a.at::text as at, date_part('epoch', a.at) * 1000 as at_ms, d.name as device, a.name, a.text,
      a.rule_number is not null as is_of_rule, a.severity,
      case when a.withdrawn_at is not null then 'withdrawn' when a.resolved_at is not null then 'resolved'
        when a.acknowledged_at is not null then 'acknowledged' else 'open' end as state,
      a.latitude / 1e7::float8 as latitude, a.longitude / 1e7::float8 as longitude,
      round(date_part('epoch', a.acknowledged_at - a.raised_at)) as acknowledged_after_seconds,
      coalesce(a.acknowledged_by_contact->>'name',
        (select u.name from users u where u.account_id = a.account_id and u.id = a.acknowledged_by)) as acknowledged_by,
      round(date_part('epoch', a.resolved_at - a.raised_at)) as resolved_after_seconds
    from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number
    where a.account_id = ${db.accountId} and a.at >= ${new Date(period.fromMs)} and a.at < ${new Date(period.toMs)}
      ${isAfter} and ${isWanted}
    order by a.at, a.number limit ${limit}`
}
