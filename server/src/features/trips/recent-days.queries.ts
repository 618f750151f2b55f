import type { AccountDb } from '../../platform/db/db.ts'

/** As the function writes them: eight weeks, the day before them, and today. */
const listedDays = 58

export interface ChangedDays {
  deviceNumber: number
  /** The first day that may have changed; empty: all of them. */
  from: string
}

/** After their days were written, in the same transaction. */
export async function refreshRecentDays(
  db: AccountDb,
  changed: ChangedDays[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  await db`
    select refresh_recent_days(${db.accountId}::int, ${changed.map((one) => one.deviceNumber)}::int[],
      ${changed.map(({ from }) => (from === '' ? '-infinity' : from))}::date[],
      (${now}::timestamptz at time zone ${timeZone}::text)::date, ${timeZone}::text)`
}

/**
 * Whether the running totals count a day otherwise than its row does, or are missing. Days before the list are not in it. It
 * does not share a line with the function that writes the lists, so that it finds its faults too.
 */
export async function hasOtherTotals(db: AccountDb, deviceNumber: number, day: string): Promise<boolean> {
  const rows = await db`
    select from device_days d
    left join recent_days r on r.account_id = d.account_id and r.device_number = d.device_number
    cross join lateral (select ${day}::date - r.last_day + ${listedDays}::int as n) as at
    where d.account_id = ${db.accountId} and d.device_number = ${deviceNumber} and d.day = ${day}::date
      and (r.device_number is null or at.n between 1 and ${listedDays}::int and (
        r.cm[at.n] - coalesce(r.cm[at.n - 1], 0), r.trip_seconds[at.n] - coalesce(r.trip_seconds[at.n - 1], 0),
        r.stop_seconds[at.n] - coalesce(r.stop_seconds[at.n - 1], 0),
        r.gap_seconds[at.n] - coalesce(r.gap_seconds[at.n - 1], 0),
        r.idle_seconds[at.n] - coalesce(r.idle_seconds[at.n - 1], 0),
        r.engine_seconds[at.n] - coalesce(r.engine_seconds[at.n - 1], 0),
        r.engine_days[at.n] - coalesce(r.engine_days[at.n - 1], 0),
        r.used_days[at.n] - coalesce(r.used_days[at.n - 1], 0),
        r.locations[at.n] - coalesce(r.locations[at.n - 1], 0),
        r.unusable[at.n] - coalesce(r.unusable[at.n - 1], 0)
      ) is distinct from (
        d.cm, d.trip_seconds, d.stop_seconds, d.gap_seconds, d.idle_seconds, coalesce(d.engine_seconds, 0),
        (d.engine_seconds is not null)::int, (d.trip_seconds > 0)::int, d.locations,
        d.ahead + d.coordinates + d.accuracy + d.jump))`
  return rows.length > 0
}
