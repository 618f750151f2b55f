import type { AccountDb } from '../../platform/db/db.ts'

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
