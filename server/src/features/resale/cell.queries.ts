// What a cell does for the tree: applies it to its accounts, settles transfers of licenses, and reports counts.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { NodeStatus, Terms } from './resale.types.ts'

/** The accounts of a cell, in the shared directory. Undefined in a single-cell installation: all. */
export const livesIn = (account: Fragment, cell: number | undefined) =>
  cell === undefined
    ? sql``
    : sql`and exists (select from accounts a where a.account_number = ${account} and a.cell = ${cell})`

export interface PendingTransfer {
  number: number
  accountNumber: number
  licenses: number
  target: number
}

export function listPendingTransfers(
  tree: Db,
  cell: number | undefined,
  { id, limit }: { id?: string; limit: number },
): Promise<PendingTransfer[]> {
  const isWanted = id === undefined ? sql`` : sql`and t.id = ${id}`
  return tree<PendingTransfer>`
    select t.number, n.account_number, t.licenses, t.target
    from license_transfers t join nodes n on n.number = t.node
    where t.state = 'pending' ${isWanted} ${livesIn(sql`n.account_number`, cell)}
    order by t.created_at limit ${limit}`
}

export async function settleTransfer(
  tree: Db,
  number: number,
  { isApplied, returnable }: { isApplied: boolean; returnable: number },
  now: Date,
): Promise<void> {
  await tree`select settle_license_transfer(${number}::bigint, ${isApplied}::boolean, ${returnable}::int,
    ${now}::timestamptz)`
}

/** The last transfer that was decided for the account, whose licenses are locked. */
export async function findDecision(
  db: AccountDb,
): Promise<{ publicId: string; transfer: number; isApplied: boolean } | undefined> {
  const [row] = await db<{ publicId: string; transfer: number; isApplied: boolean }>`
    select public_id, license_transfer as transfer, license_transfer_applied as is_applied
    from accounts where account_id = ${db.accountId}`
  return row
}

/** In the transaction that has locked the licenses. Every process that settles the transfer finds this decision. */
export async function decideTransfer(
  db: AccountDb,
  { number, target }: PendingTransfer,
  isApplied: boolean,
): Promise<void> {
  await db`
    update accounts set license_transfer = ${number}, license_transfer_applied = ${isApplied},
      licenses = case when ${isApplied}::boolean then ${target}::int else licenses end
    where account_id = ${db.accountId} and license_transfer < ${number}`
}

/** Passes on what is in force from one reseller to its accounts. Returns whether there may be more. */
export async function propagate(tree: Db, limit: number, now: Date): Promise<boolean> {
  const [row] = await tree<{ isMore: boolean }>`
    select propagate_nodes(${limit}::int, ${now}::timestamptz) as is_more`
  return row!.isMore
}

export interface NodeState {
  accountNumber: number
  version: number
  status: NodeStatus
  /** Null: the status is inherited, and its reason is not the account's. */
  reason: string | null
  changedAt: Date | null
  terms: Terms
  isStaff: boolean
}

/** What is in force for accounts of the cell and not applied yet. */
export function listUnapplied(tree: Db, cell: number | undefined, limit: number): Promise<NodeState[]> {
  return tree<NodeState>`
    select n.account_number, n.version, n.effective_status as status, n.effective_terms as terms, n.is_staff,
      case when n.status = n.effective_status then n.status_reason end as reason, n.effective_status_at as changed_at
    from nodes n
    where n.kind = 'account' and n.applied_version < n.version ${livesIn(sql`n.account_number`, cell)}
    order by n.account_number limit ${limit}`
}

/** Many accounts at once; older versions change nothing, and accounts that are being moved wait. */
export async function applyStates(directory: Db, states: NodeState[], inherited: string): Promise<void> {
  const json = JSON.stringify(
    states.map(({ accountNumber, version, status, reason, changedAt, terms, isStaff }) => ({
      account_id: accountNumber,
      version,
      status,
      reason: status === 'active' ? null : (reason ?? inherited),
      changed_at: changedAt,
      terms,
      is_staff: isStaff,
    })),
  )
  await directory`
    update directory_accounts d set node_version = s.version, node_status = s.status, node_status_reason = s.reason,
      node_status_changed_at = s.changed_at, node_terms = s.terms, node_is_staff = s.is_staff
    from jsonb_to_recordset(${json}::jsonb)
      as s (account_id int, version int, status text, reason text, changed_at timestamptz, terms jsonb, is_staff boolean)
    where d.account_id = s.account_id and d.node_version < s.version
      and d.account_id <> all (array(select m.account_id from moves m))`
}

/** The versions that accounts of this cell have. */
export function listApplied(
  directory: Db,
  accountNumbers: number[],
): Promise<{ accountNumber: number; version: number }[]> {
  return directory<{ accountNumber: number; version: number }>`
    select account_id as account_number, node_version as version from directory_accounts
    where account_id = any(${accountNumbers}::int[])`
}

export async function markApplied(
  tree: Db,
  applied: { accountNumber: number; version: number }[],
): Promise<void> {
  await tree`
    with known as materialized (
      select n.number, a.version
      from unnest(${applied.map((one) => one.accountNumber)}::int[], ${applied.map((one) => one.version)}::int[])
        as a (account_number, version)
      join nodes n on n.account_number = a.account_number
      order by n.number for update of n skip locked)
    update nodes n set applied_version = k.version from known k
    where n.number = k.number and n.applied_version < k.version`
}

/** Accounts of this cell whose owners, audit logs and events do not know of their status yet. */
export function listUnnoted(directory: Db, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select account_id from directory_accounts where noted_node_status <> node_status
      and account_id <> all (array(select m.account_id from moves m))
    order by account_id limit ${limit}`
}

/** Accounts of this cell that the tree has never been applied to. */
export function listUnlisted(
  directory: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ accountNumber: number; id: string }[]> {
  return directory<{ accountNumber: number; id: string }>`
    select account_id as account_number, public_id as id from directory_accounts
    where node_version = 0 and account_id > ${after} order by account_id limit ${limit}`
}

export function listKnown(tree: Db, accountNumbers: number[]): Promise<{ accountNumber: number }[]> {
  return tree<{ accountNumber: number }>`
    select account_number from nodes where account_number = any(${accountNumbers}::int[])`
}

export async function findName(db: AccountDb): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`select name from accounts where account_id = ${db.accountId}`
  return row?.name
}

/** Accounts of the cell whose counts are the oldest. */
export function listToReport(
  tree: Db,
  cell: number | undefined,
  { before, limit }: { before: Date; limit: number },
): Promise<{ accountNumber: number; createdAt: Date }[]> {
  return tree<{ accountNumber: number; createdAt: Date }>`
    select n.account_number, n.created_at from nodes n
    where n.kind = 'account' and (n.reported_at is null or n.reported_at < ${before}) ${livesIn(sql`n.account_number`, cell)}
    order by n.reported_at nulls first, n.account_number limit ${limit}`
}

export interface Statistics {
  accountNumber: number
  accountStatus: string
  nodeVersion: number
  licenses: number
  devices: number
  activeDevices: number
  users: number
  lastLocationAt: Date | null
  emailsToday: number
  smsToday: number
  emailsCap: number | null
  smsCap: number | null
  trialEndsAt: Date | null
}

/** Counts of one account. */
export async function countAccount(
  db: AccountDb,
  now: Date,
  { emailDay, smsDay }: { emailDay: number; smsDay: number },
): Promise<Statistics | undefined> {
  const [row] = await db<Statistics>`
    select a.account_id as account_number, o.status as account_status, o.node_version, a.licenses,
      d.devices, d.active_devices, d.last_location_at,
      coalesce(s.emails, 0) as emails_today, coalesce(s.sms, 0) as sms_today, a.trial_ends_at,
      least(coalesce(c.max_email_day, ${emailDay}::bigint), c.email_day, (o.node_terms->>'emailsPerDay')::bigint) as emails_cap,
      least(coalesce(c.max_sms_day, ${smsDay}::bigint), c.sms_day, (o.node_terms->>'smsPerDay')::bigint) as sms_cap,
      (select count(*)::int from users u where u.account_id = ${db.accountId}) as users
    from accounts a join directory_accounts o on o.account_id = a.account_id
      left join spending_caps c on c.account_id = a.account_id
      left join spending s on s.account_id = a.account_id and s.period = 'day'
        and s.starts_on = (${now}::timestamptz at time zone a.time_zone)::date, lateral (
      select count(*)::int as devices,
        count(*) filter (where v.expires_at is null or v.expires_at > ${now})::int as active_devices,
        max(l.fixed_at) as last_location_at
      from devices v left join newest_locations l on l.account_id = v.account_id and l.device_number = v.number
      where v.account_id = ${db.accountId}) as d
    where a.account_id = ${db.accountId}`
  return row
}

/** A cell that was restored from a backup has older versions: they are applied again. */
export async function keepStatistics(tree: Db, counted: Statistics[], now: Date): Promise<void> {
  await tree`
    with counted as materialized (
      select n.number as node, s.* from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as s ("accountNumber" int,
        "accountStatus" text, "nodeVersion" int, licenses int, devices int, "activeDevices" int, users int,
        "lastLocationAt" timestamptz, "emailsToday" bigint, "smsToday" bigint, "emailsCap" bigint, "smsCap" bigint,
        "trialEndsAt" timestamptz)
      join nodes n on n.account_number = s."accountNumber"
      order by n.number for update of n skip locked)
    update nodes n set account_status = s."accountStatus", licenses = s.licenses, devices = s.devices,
      active_devices = s."activeDevices", users = s.users, last_location_at = s."lastLocationAt",
      emails_today = s."emailsToday", sms_today = s."smsToday", emails_cap = s."emailsCap", sms_cap = s."smsCap",
      trial_ends_at = s."trialEndsAt", reported_at = ${now},
      applied_version = least(n.applied_version, s."nodeVersion")
    from counted s where n.number = s.node`
}

/** With several cells: nodes of accounts that the directory does not have. The process that created them died. */
export function listUnregistered(
  tree: Db,
  before: Date,
  limit: number,
): Promise<{ accountNumber: number }[]> {
  return tree<{ accountNumber: number }>`
    select n.account_number from nodes n
    where n.kind = 'account' and n.reported_at is null and n.created_at < ${before}
      and not exists (select from accounts a where a.account_number = n.account_number)
    order by n.account_number limit ${limit}`
}

export async function countWaiting(tree: Db): Promise<{ transfers: number; nodes: number }> {
  const [row] = await tree<{ transfers: number; nodes: number }>`
    select (select count(*)::int from license_transfers where state = 'pending') as transfers,
      (select count(*)::int from (select from nodes where kind = 'account' and applied_version < version limit 100000) as n)
        + (select count(*)::int from nodes where kind <> 'account' and applied_version < version) as nodes`
  return row!
}

/** What the doctor looks at: transfers that wait since before, and pools that do not add up. */
export async function countOverdueSupport(tree: Db, before: Date): Promise<number> {
  const [row] = await tree<{ count: number }>`
    select count(*)::int as count from support_requests r
    where r.state in ('waiting', 'requested', 'active')
      and case r.state when 'waiting' then r.requested_at else least(r.expires_at, r.withdrawn_at) end < ${before}`
  return row!.count
}

export async function findFaults(
  tree: Db,
  before: Date,
): Promise<{ resellers: number; late: number; broken: string[] }> {
  const [row] = await tree<{ resellers: number; late: number; broken: string[] }>`
    select (select count(*)::int from nodes where kind = 'reseller') as resellers,
      (select count(*)::int from license_transfers where state = 'pending' and created_at < ${before}) as late,
      array(select p.id from nodes p
        where p.kind <> 'account'
          and p.given <> (select coalesce(sum(c.granted), 0) from nodes c where c.parent = p.number)
        order by p.path limit 20) as broken`
  return row!
}
