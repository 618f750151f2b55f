// Usage below a reseller, in the scope of its path. One statement for a page; no account is opened.

import type { Db } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Period, UsageDay, UsageSums } from './usage.types.ts'

const inPeriod = (path: string, { from, to }: Period) =>
  sql`u.path >= ${path} and u.path < ${path}::text || '~' and u.day >= ${from}::date and u.day <= ${to}::date`

/** The id of an account that was erased. */
const nameOf = (accountNumber: Fragment, id: Fragment) =>
  sql`coalesce((select n.name from nodes n where n.account_number = ${accountNumber}), ${id})`

const sums = sql`count(*) as days, coalesce(sum(u.licenses_peak), 0) as license_days,
  coalesce(max(u.licenses_peak), 0) as licenses_peak, coalesce(max(u.licenses_granted), 0) as licenses_granted,
  coalesce(sum(u.emails), 0)::bigint as emails, coalesce(sum(u.sms), 0)::bigint as sms, coalesce(sum(u.api_units), 0)::bigint as api_units,
  coalesce(sum(u.locations), 0)::bigint as locations`

const sumFields = (of: Fragment) => sql`'days', ${of}.days, 'licenseDays', ${of}.license_days,
  'licensesPeak', ${of}.licenses_peak, 'licensesGranted', ${of}.licenses_granted, 'emails', ${of}.emails,
  'sms', ${of}.sms, 'apiUnits', ${of}.api_units, 'locations', ${of}.locations`

/** By the place in the tree: the accounts of a reseller are together. */
export async function listAccounts(
  db: Db,
  path: string,
  period: Period,
  { key, limit }: PageCursor,
): Promise<Page> {
  const isAfter = key === undefined ? sql`` : sql`and u.path > ${key}::text`
  const [row] = await db<Page>`
    with ahead as (
      select u.path, max(u.account_number) as number, max(u.account) as account, ${sums}
      from node_usage_days u
      where ${inPeriod(path, period)} ${isAfter}
      group by u.path order by u.path limit ${limit + 1}),
    page as (select * from ahead order by path limit ${limit})
    select string_agg(json_build_object('accountId', p.account, 'accountName', ${nameOf(sql`p.number`, sql`p.account`)}, ${sumFields(sql`p`)})::text, ','
        order by p.path) as json,
      count(*) as count, max(p.number) as last, max(p.path) as last_key,
      (select count(*) from ahead) > ${limit} as more
    from page p`
  return row!
}

/** All accounts below together. `licensesPeak` is that of the largest account. */
export async function sumAccounts(
  db: Db,
  path: string,
  period: Period,
): Promise<UsageSums & { accounts: number }> {
  const [row] = await db<UsageSums & { accounts: number }>`
    select count(distinct u.path)::int as accounts, ${sums} from node_usage_days u where ${inPeriod(path, period)}`
  return row!
}

export interface DayCursor {
  path: string
  day: string
}

/** Account by account, each day by day, after the cursor. */
export function listDays(
  db: Db,
  path: string,
  period: Period,
  after: DayCursor | undefined,
  limit: number,
): Promise<(UsageDay & { path: string })[]> {
  const isAfter = after ? sql`and (u.path, u.day) > (${after.path}::text, ${after.day}::date)` : sql``
  return db<UsageDay & { path: string }>`
    select u.account as account_id, ${nameOf(sql`u.account_number`, sql`u.account`)} as account_name, u.path, u.day::text,
      to_char(u.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at, u.licenses_peak, u.licenses_granted,
      u.emails, u.sms, u.api_units, u.locations
    from node_usage_days u where ${inPeriod(path, period)} ${isAfter}
    order by u.path, u.day limit ${limit}`
}

export async function findPath(db: Db, path: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ path: string }>`
    select n.path from nodes n where n.id = ${id} and n.path >= ${path} and n.path < ${path}::text || '~'`
  return row?.path
}
