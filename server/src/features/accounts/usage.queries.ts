import type { AccountDb } from '../../platform/db/db.ts'

export interface Usage {
  units: number
  /** Units per day; null for no limit. */
  quota: number | null
  /** The end of the account's calendar day. */
  resetsAt: Date
}

/** SQL determines the current day, in the account's time zone. */
export async function addUnits(db: AccountDb, units: number, now: Date): Promise<Usage | undefined> {
  const [row] = await db<Usage>`
    with today as (
      select a.account_id, a.time_zone, (${now}::timestamptz at time zone a.time_zone)::date as day,
        -- The terms of the resellers above it count too.
        least(a.daily_quota, (d.node_terms->>'apiUnitsPerDay')::bigint) as daily_quota
      from accounts a join directory_accounts d on d.account_id = a.account_id where a.account_id = ${db.accountId}),
    added as (
      insert into api_usage as u (account_id, day, units)
      select account_id, day, ${units}::bigint from today
      on conflict (account_id, day) do update set units = u.units + excluded.units
      returning units)
    select added.units, today.daily_quota as quota, start_of_day(today.day + 1, today.time_zone) as resets_at
    from added, today`
  return row
}
