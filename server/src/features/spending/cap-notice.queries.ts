import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CapKind, CapPeriod } from './spending.types.ts'

export interface CapNotice {
  kind: CapKind
  period: CapPeriod
  startsOn: string
  /** 80; 90 if alerts that are not critical are suppressed; 100 if all are. */
  percent: number
  cap: number
}

export interface AccountNotice extends CapNotice {
  used: number
  at: Date
}

export function listAccountsWithNotices(directory: Db, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select distinct account_id from (
      select account_id from spending_cap_notices where published_at is null order by at limit ${limit}) as found`
}

/** Marks the new notices of the account; one process gets each. */
export function takeNotices(db: AccountDb, now: Date): Promise<AccountNotice[]> {
  return db<AccountNotice>`
    update spending_cap_notices set published_at = ${now}
    where account_id = ${db.accountId} and published_at is null
    returning kind, period, starts_on, percent, cap, used, at`
}

/** The account holder and administrators. */
export async function listManagers(db: AccountDb): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from users where account_id = ${db.accountId} and role in ('owner', 'administrator') order by id limit 100`
  return rows.map(({ id }) => id)
}

export async function listOperatorAddresses(directory: Db): Promise<string[]> {
  const rows = await directory<{
    email: string
  }>`select distinct email from operators order by email limit 100`
  return rows.map(({ email }) => email)
}

export interface ResellerNotice extends CapNotice {
  node: number
  /** A staff account of the reseller. */
  accountId: number
  resellerName: string
  used: number
}

/** Caps of resellers that are nearly used since the last time, for all their staff accounts. */
export async function noteResellerCaps(tree: Db, now: Date): Promise<void> {
  await tree`
    with old as (delete from node_cap_notices where starts_on < ${now}::date - 400)
    insert into node_cap_notices (node, account_number, kind, period, starts_on, percent, cap, used, at)
    select w.node, s.account_number, w.kind, w.period, w.starts_on, t.percent, w.cap, w.used, ${now}
    from node_cap_uses(${now}::timestamptz) w
    join nodes s on s.parent = w.node and s.is_staff
    cross join (values (80), (90), (100)) as t (percent)
    where case t.percent when 90 then w.used >= w.cap - (w.cap + 9) / 10 else w.used * 100 >= w.cap * t.percent end
    order by w.node, s.account_number, w.kind, w.period, t.percent
    on conflict do nothing`
}

/** Those for accounts of this cell. One process gets each, until the lease ends. */
export function leaseResellerNotices(
  tree: Db,
  cell: number | undefined,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<ResellerNotice[]> {
  const isOurs =
    cell === undefined
      ? sql``
      : sql`and exists (select from accounts a where a.account_number = n.account_number and a.cell = ${cell})`
  return tree<ResellerNotice>`
    with due as (
      select n.node, n.account_number, n.kind, n.period, n.starts_on, n.percent, n.cap from node_cap_notices n
      where n.published_at is null and (n.leased_until is null or n.leased_until <= ${now}) ${isOurs}
      order by n.at limit ${limit} for update of n skip locked)
    update node_cap_notices n set leased_until = ${leasedUntil}
    from due join nodes r on r.number = due.node
    where (n.node, n.account_number, n.kind, n.period, n.starts_on, n.percent, n.cap)
      = (due.node, due.account_number, due.kind, due.period, due.starts_on, due.percent, due.cap)
    returning n.node, n.account_number as account_id, r.name as reseller_name, n.kind, n.period, n.starts_on, n.percent,
      n.cap, n.used`
}

export async function markResellerPublished(tree: Db, notice: ResellerNotice, now: Date): Promise<void> {
  const { node, accountId, kind, period, startsOn, percent, cap } = notice
  await tree`
    update node_cap_notices set published_at = ${now}
    where node = ${node} and account_number = ${accountId} and kind = ${kind} and period = ${period}
      and starts_on = ${startsOn} and percent = ${percent} and cap = ${cap}`
}

/** One process gets each, until the lease ends. */
export function leasePlatformNotices(platform: Db, now: Date, leasedUntil: Date): Promise<CapNotice[]> {
  return platform<CapNotice>`
    update platform_cap_notices set leased_until = ${leasedUntil}
    where published_at is null and (leased_until is null or leased_until <= ${now})
    returning kind, period, starts_on, percent, cap`
}

export async function markPublished(platform: Db, notice: CapNotice, now: Date): Promise<void> {
  const { kind, period, startsOn, percent, cap } = notice
  await platform`
    update platform_cap_notices set published_at = ${now}
    where kind = ${kind} and period = ${period} and starts_on = ${startsOn} and percent = ${percent} and cap = ${cap}`
}
