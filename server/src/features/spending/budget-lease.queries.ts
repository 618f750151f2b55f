// Both sides of a budget lease: what the platform has handed out, and what the account has left of it. The platform's
// tables are in the shared directory if there are several cells, so the two sides are never in one transaction.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { BudgetLevel, BudgetRequest, MessageChannel } from './spending.types.ts'

export interface GrantedLease {
  id: string
  accountId: number
  channel: MessageChannel
  critical: boolean
  /** 0 if the platform or a reseller has nothing left for it. */
  units: number
  money: number
  takenAt: Date
  endsAt: Date
}

/** As it was granted just now. */
export interface NewLease extends GrantedLease {
  refusedBy: BudgetLevel | null
  /** The resellers that it counts against. */
  nodes: number[]
}

export interface LeaseOwner {
  id: string
  accountId: number
  cell: number
}

export async function grantLease(
  platform: Db,
  { id, accountId, cell }: LeaseOwner,
  { channel, isCritical, price, dayEndsAt }: BudgetRequest,
  given: { maxUnits: number; requiresCap: boolean; now: Date },
): Promise<NewLease> {
  const { maxUnits, requiresCap, now } = given
  const [row] = await platform<Pick<NewLease, 'units' | 'money' | 'endsAt' | 'refusedBy' | 'nodes'>>`
    select units, money, ends_at, refused_by, of_nodes as nodes from take_budget_lease(${id}::uuid, ${accountId}::int, ${cell}::int, ${channel}::text,
      ${isCritical}::boolean, ${price}::bigint, ${maxUnits}::int, ${dayEndsAt}::timestamptz, ${requiresCap}::boolean,
      ${now}::timestamptz)`
  return { id, accountId, channel, critical: isCritical, takenAt: now, ...row! }
}

/** Does nothing if the lease was given up meanwhile. */
export async function keepLease(db: AccountDb, lease: NewLease): Promise<void> {
  const { id, channel, critical, units, money, takenAt, endsAt, nodes } = lease
  await db`
    insert into budget_leases (account_id, id, channel, critical, units_left, money_left, taken_at, used_at, ends_at, nodes)
    values (${db.accountId}, ${id}, ${channel}, ${critical}, ${units}, ${money}, ${takenAt}, ${takenAt}, ${endsAt}, ${nodes})
    on conflict do nothing`
}

/** The counters of the account's day and month, and what is no longer needed of earlier ones. */
export async function openCounters(db: AccountDb, day: string, now: Date): Promise<void> {
  await db`
    with old_counters as (
      delete from spending where account_id = ${db.accountId} and starts_on < ${day}::date - 400),
    old_notices as (
      delete from spending_cap_notices where account_id = ${db.accountId} and starts_on < ${day}::date - 400),
    old_leases as (
      delete from budget_leases where account_id = ${db.accountId} and is_reported and not is_held
        and ends_at < ${now}::timestamptz - interval '3 days')
    insert into spending (account_id, period, starts_on)
    values (${db.accountId}, 'day', ${day}::date), (${db.accountId}, 'month', date_trunc('month', ${day}::date)::date)
    on conflict do nothing`
}

/** Since when a lease must be unused to be returned: earlier where others may be waiting for it. */
export interface IdleTerms {
  idleSince: Date
  scarceSince: Date
  /** Resellers whose caps are nearly used. */
  scarceNodes: number[]
}

const isIdle = ({ idleSince, scarceSince, scarceNodes }: IdleTerms) =>
  sql`(used_at <= ${idleSince} or (used_at <= ${scarceSince} and nodes && ${scarceNodes}::int[]))`

/** Leases of all accounts that are unused or have ended, or whose return is not reported. */
export function listReturnable(
  directory: Db,
  { now, limit, ...terms }: IdleTerms & { now: Date; limit: number },
): Promise<{ accountId: number; id: string }[]> {
  return directory<{ accountId: number; id: string }>`
    (select account_id, id from budget_leases
      where is_held and used_at <= ${terms.scarceSince} and ${isIdle(terms)} order by used_at limit ${limit})
    union
    (select account_id, id from budget_leases
      where is_held and ends_at <= ${now} order by ends_at limit ${limit})
    union
    (select account_id, id from budget_leases where not is_reported order by account_id, id limit ${limit})`
}

/** Gives up what is left, unless it was used meanwhile. Returns the sum of all that was returned, if not reported. */
export async function giveUpLease(
  db: AccountDb,
  id: string,
  { now, ...terms }: IdleTerms & { now: Date },
): Promise<{ units: number; money: number } | undefined> {
  await db`
    update budget_leases set returned_units = returned_units + units_left, returned_money = returned_money + money_left,
      units_left = 0, money_left = 0, is_reported = false
    where account_id = ${db.accountId} and id = ${id} and is_held
      and (${isIdle(terms)} or ends_at <= ${now})`
  const [row] = await db<{ units: number; money: number }>`
    select returned_units as units, returned_money as money from budget_leases
    where account_id = ${db.accountId} and id = ${id} and not is_reported`
  return row
}

/** Takes back what an account has returned; may be repeated. */
export async function takeBack(
  platform: Db,
  id: string,
  { units, money }: { units: number; money: number },
): Promise<void> {
  await platform`select return_budget_lease(${id}::uuid, ${units}::int, ${money}::bigint)`
}

/** Unless more was returned meanwhile. */
export async function markReported(
  db: AccountDb,
  id: string,
  { units, money }: { units: number; money: number },
): Promise<void> {
  await db`
    update budget_leases set is_reported = true
    where account_id = ${db.accountId} and id = ${id} and returned_units = ${units} and returned_money = ${money}`
}

/** Leases of this cell that the account may not have: the process that took them may have died. */
export function listUnconfirmed(
  platform: Db,
  { cell, before, limit }: { cell: number; before: Date; limit: number },
): Promise<GrantedLease[]> {
  return platform<GrantedLease>`
    select id, account_number as account_id, channel, false as critical, units, money, taken_at, ends_at
    from granted_budget_leases where not confirmed and cell = ${cell} and taken_at <= ${before}
    order by taken_at limit ${limit}`
}

/** Gives the lease up for the account, unless the account has it: a process that is late can no longer keep it. */
export async function abandonLease(db: AccountDb, lease: GrantedLease): Promise<void> {
  const { id, channel, critical, units, money, takenAt, endsAt } = lease
  await db`
    insert into budget_leases (account_id, id, channel, critical, units_left, money_left, returned_units, returned_money,
      is_reported, taken_at, used_at, ends_at)
    values (${db.accountId}, ${id}, ${channel}, ${critical}, 0, 0, ${units}, ${money}, false, ${takenAt}, ${takenAt}, ${endsAt})
    on conflict do nothing`
}

export async function confirmLeases(platform: Db, ids: string[]): Promise<void> {
  await platform`update granted_budget_leases set confirmed = true where id = any(${ids}::uuid[])`
}

export async function findScarceNodes(platform: Db, share: number, now: Date): Promise<number[]> {
  const [row] = await platform<{ nodes: number[] }>`
    select scarce_nodes(${share}::float8, ${now}::timestamptz) as nodes`
  return row!.nodes
}
