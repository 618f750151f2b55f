// The reseller tree, as a reseller sees it. Every statement names the range of paths, as others name the account.

import type { Db } from '../../platform/db/db.ts'
import { asTime, orNull } from '../../platform/db/json-text.queries.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type {
  Customer,
  CustomerOrder,
  LicenseTransfer,
  ManagedNode,
  NodeStatus,
  Reseller,
  Terms,
} from './resale.types.ts'

const within = (alias: Fragment, path: string) =>
  sql`${alias}.path >= ${path} and ${alias}.path < ${path}::text || '~'`

const resellerJson = sql`json_build_object(
  'id', n.id, 'name', n.name, 'depth', n.depth,
  'parentId', (select p.id from nodes p where p.number = n.parent),
  'staffAccountId', (select s.id from nodes s where s.parent = n.number and s.is_staff order by s.number limit 1),
  'status', n.status, 'statusReason', n.status_reason, 'statusChangedAt', ${asTime(sql`n.status_changed_at`)},
  'withCustomers', n.with_customers, 'effectiveStatus', n.effective_status,
  'licenses', json_build_object('granted', n.granted, 'given', n.given, 'free', n.granted - n.given),
  'terms', n.terms, 'effectiveTerms', n.effective_terms, 'createdAt', ${asTime(sql`n.created_at`)})`

/** The worst of the account's own status, as its cell reported it, and of what the tree has set. */
const statusOfAccount = sql`case
  when n.effective_status = 'blocked' or n.account_status = 'blocked' then 'blocked'
  when n.account_status = 'closing' then 'closing'
  when n.effective_status = 'suspended' or n.account_status = 'suspended' then 'suspended'
  else 'active' end`

const timeOrNull = (value: Fragment) => orNull(sql`'"' || ${asTime(value)} || '"'`)

/** Ids and statuses contain nothing to escape. */
const customerJson = sql`'{"id":"' || n.id || '","name":' || to_json(n.name)::text
  || ',"resellerId":"' || (select r.id from nodes r where r.number = n.parent) || '","isStaff":' || n.is_staff::text
  || ',"status":"' || ${statusOfAccount} || '","nodeStatus":"' || n.status
  || '","statusReason":' || ${orNull(sql`to_json(n.status_reason)`)}
  || ',"statusChangedAt":' || ${timeOrNull(sql`n.status_changed_at`)}
  || ',"licenses":{"granted":' || ${orNull(sql`n.granted`)} || ',"total":' || ${orNull(sql`n.licenses`)}
  || ',"used":' || ${orNull(sql`n.active_devices`)} || '},"deviceCount":' || ${orNull(sql`n.devices`)}
  || ',"userCount":' || ${orNull(sql`n.users`)} || ',"lastLocationAt":' || ${timeOrNull(sql`n.last_location_at`)}
  || ',"reportedAt":' || ${timeOrNull(sql`n.reported_at`)} || ',"terms":' || n.terms::text
  || ',"effectiveTerms":' || n.effective_terms::text || ',"createdAt":' || ${timeOrNull(sql`n.created_at`)} || '}'`

/** The reseller whose staff account this is. */
export async function findManaged(tree: Db, accountNumber: number): Promise<ManagedNode | undefined> {
  const [row] = await tree<ManagedNode>`
    select p.id, p.name, p.path, p.depth from nodes s join nodes p on p.number = s.parent
    where s.account_number = ${accountNumber} and s.is_staff`
  return row
}

export async function getPlatform(tree: Db): Promise<ManagedNode> {
  const [row] = await tree<ManagedNode>`select id, name, path, depth from nodes where id = 'platform'`
  return row!
}

export async function findReseller(db: Db, path: string, id: string): Promise<Reseller | undefined> {
  const [row] = await db<{ json: Reseller }>`
    select ${resellerJson} as json from nodes n where n.id = ${id} and n.kind <> 'account' and ${within(sql`n`, path)}`
  return row?.json
}

export async function findCustomer(db: Db, path: string, id: string): Promise<Customer | undefined> {
  const [row] = await db<{ json: Customer }>`
    select (${customerJson})::json as json from nodes n
    where n.id = ${id} and n.kind = 'account' and ${within(sql`n`, path)}`
  return row?.json
}

/** The tree: a node before those below it. */
export async function listResellers(db: Db, path: string, { after, limit }: PageCursor): Promise<Page> {
  const [row] = await db<Page>`
    with ahead as (
      select n.* from nodes n
      where n.kind <> 'account' and ${within(sql`n`, path)} and n.path > ${path}
        and n.path > coalesce((select l.path from nodes l where l.number = ${after}), '')
      order by n.path limit ${limit + 1}),
    page as (select n.*, row_number() over (order by n.path) as place from ahead n order by n.path limit ${limit})
    select string_agg(${resellerJson}::text, ',' order by n.place) as json, count(*) as count,
      (array_agg(n.number order by n.place desc))[1] as last, (select count(*) from ahead) > ${limit} as more
    from page n`
  return row!
}

/** Numbers, the largest first. */
const orderOf: Record<Exclude<CustomerOrder, 'name'>, Fragment> = {
  devices: sql`coalesce(n.devices, 0)::bigint`,
  licenses: sql`coalesce(n.granted, n.licenses, 0)::bigint`,
  lastLocation: sql`coalesce(date_part('epoch', n.last_location_at) * 1000, 0)::bigint`,
  created: sql`(date_part('epoch', n.created_at) * 1000)::bigint`,
}

export interface CustomerFilter {
  order?: CustomerOrder | undefined
  search?: string | undefined
  status?: string | undefined
  resellerId?: string | undefined
}

/** The accounts that a filter finds, with what they are ordered by: the largest first, so that every order is ascending. */
function foundBy(path: string, { search, status, resellerId, order = 'name' }: CustomerFilter) {
  const isFound =
    search === undefined ? sql`` : sql`and (n.sort_name like lower(${likeOf(search)}) or n.id = ${search})`
  const isOfStatus = status === undefined ? sql`` : sql`and ${statusOfAccount} = ${status}`
  const isBelow =
    resellerId === undefined
      ? sql``
      : sql`and n.parent = (select r.number from nodes r where r.id = ${resellerId} and ${within(sql`r`, path)})`
  return {
    rank: order === 'name' ? sql`n.sort_name` : sql`-${orderOf[order]}`,
    where: sql`n.kind = 'account' and ${within(sql`n`, path)} ${isFound} ${isOfStatus} ${isBelow}`,
  }
}

/** One statement for a page: it opens no account and asks no other cell. */
export async function listCustomers(
  db: Db,
  path: string,
  filter: CustomerFilter,
  { after, key, limit }: PageCursor,
): Promise<Page> {
  const { rank, where } = foundBy(path, filter)
  const given = (filter.order ?? 'name') === 'name' ? sql`${key ?? ''}::text` : sql`${key ?? ''}::bigint`
  const isAfter = key === undefined ? sql`` : sql`and (${rank}, n.number) > (${given}, ${after}::int)`
  const [row] = await db<Page>`
    with ahead as (
      select n.number, ${rank} as rank from nodes n where ${where} ${isAfter} order by ${rank}, n.number limit ${limit + 1}),
    page as (select * from ahead order by rank, number limit ${limit})
    select string_agg(${customerJson}, ',' order by p.rank, p.number) as json, count(*) as count,
      (array_agg(p.number order by p.rank desc, p.number desc))[1] as last, max(p.rank)::text as last_key,
      (select count(*) from ahead) > ${limit} as more
    from page p join nodes n on n.number = p.number`
  return row!
}

/** For the whole list: a page of it would sort all of them. */
export async function listCustomerNumbers(db: Db, path: string, filter: CustomerFilter): Promise<number[]> {
  const { rank, where } = foundBy(path, filter)
  const [row] = await db<{ numbers: number[] | null }>`
    select array_agg(n.number order by ${rank}, n.number) as numbers from nodes n where ${where}`
  return row!.numbers ?? []
}

/** Those that still exist, in the given order. */
export async function readCustomers(
  db: Db,
  path: string,
  numbers: number[],
): Promise<{ json: string; count: number }> {
  const [row] = await db<{ json: string; count: number }>`
    select coalesce(string_agg(${customerJson}, ',' order by w.place), '') as json, count(*) as count
    from unnest(${numbers}::int[]) with ordinality as w (number, place) join nodes n on n.number = w.number
    where ${within(sql`n`, path)}`
  return row!
}

function likeOf(search: string): string {
  return `%${search.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
}

export interface Today {
  emails: number
  sms: number
  /** Accounts that have used 80 % of their cap of a channel. */
  nearCap: number
  trialsEnding: number
  pendingTransfers: number
  waitingSupport: number
}

/** Messages of today as last reported, and what needs attention. */
export async function countToday(db: Db, path: string, now: Date): Promise<Today> {
  const [row] = await db<Today>`
    select coalesce(sum(n.emails_today), 0)::bigint as emails, coalesce(sum(n.sms_today), 0)::bigint as sms,
      count(*) filter (where n.emails_today > 0 and n.emails_today * 5 >= n.emails_cap * 4
        or n.sms_today > 0 and n.sms_today * 5 >= n.sms_cap * 4)::int as near_cap,
      count(*) filter (where n.trial_ends_at >= ${now} and n.trial_ends_at < ${now}::timestamptz + interval '7 days')::int
        as trials_ending,
      (select count(*)::int from license_transfers t where ${within(sql`t`, path)} and t.state = 'pending')
        as pending_transfers,
      (select count(*)::int from support_requests s where ${within(sql`s`, path)} and s.state in ('waiting', 'requested'))
        as waiting_support
    from nodes n where n.kind = 'account' and ${within(sql`n`, path)}`
  return row!
}

export function countNodes(db: Db, path: string): Promise<{ kind: string; status: string; count: number }[]> {
  return db<{ kind: string; status: string; count: number }>`
    select n.kind, ${statusOfAccount} as status, count(*)::int as count from nodes n
    where ${within(sql`n`, path)} and n.path > ${path} group by 1, 2`
}

export interface NewNode {
  parentId: string
  id: string
  kind: 'reseller' | 'account'
  name: string
  accountNumber: number | null
  isStaff: boolean
}

export async function addNode(db: Db, node: NewNode, now: Date): Promise<string> {
  const { parentId, id, kind, name, accountNumber, isStaff } = node
  const [row] = await db<{ outcome: string }>`
    select outcome from add_node(${parentId}::text, ${id}::text, ${kind}::text, ${name}::text, ${accountNumber}::int,
      ${isStaff}::boolean, ${now}::timestamptz)`
  return row!.outcome
}

export async function changeStatus(
  db: Db,
  id: string,
  change: { status: NodeStatus; withCustomers: boolean; reason: string },
  now: Date,
): Promise<string> {
  const { status, withCustomers, reason } = change
  const [row] = await db<{ outcome: string }>`
    select outcome from change_node_status(${id}::text, ${status}::text, ${withCustomers}::boolean, ${reason}::text,
      ${now}::timestamptz)`
  return row!.outcome
}

export async function changeTerms(db: Db, id: string, terms: Terms, now: Date): Promise<string> {
  const [row] = await db<{ outcome: string }>`
    select outcome from change_node_terms(${id}::text, ${JSON.stringify(terms)}::jsonb, ${now}::timestamptz)`
  return row!.outcome
}

export async function transferLicenses(
  db: Db,
  transfer: { id: string; nodeId: string; licenses: number; reason: string; author: string },
  now: Date,
): Promise<{ outcome: string; free: number | null }> {
  const { id, nodeId, licenses, reason, author } = transfer
  const [row] = await db<{ outcome: string; free: number | null }>`
    select outcome, free from transfer_licenses(${nodeId}::text, ${licenses}::int, ${id}::text, ${reason}::text,
      ${author}::text, ${now}::timestamptz)`
  return row!
}

const transferJson = sql`json_build_object(
  'id', t.id, 'nodeId', t.node_id, 'nodeName', t.node_name, 'licenses', t.licenses, 'state', t.state,
  'returnable', t.returnable, 'reason', t.reason, 'author', t.author, 'createdAt', ${asTime(sql`t.created_at`)},
  'settledAt', ${asTime(sql`t.settled_at`)})`

export async function findTransfer(db: Db, path: string, id: string): Promise<LicenseTransfer | undefined> {
  const [row] = await db<{ json: LicenseTransfer }>`
    select ${transferJson} as json from license_transfers t where t.id = ${id} and ${within(sql`t`, path)}`
  return row?.json
}

/** The ledger, newest first. */
export async function listTransfers(
  db: Db,
  path: string,
  nodeId: string | undefined,
  { after, limit }: PageCursor,
): Promise<Page> {
  const isOfNode = nodeId === undefined ? sql`` : sql`and t.node_id = ${nodeId}`
  const isBefore = after === 0 ? sql`` : sql`and t.number < ${after}`
  const [row] = await db<Page>`
    with ahead as (
      select t.* from license_transfers t where ${within(sql`t`, path)} ${isOfNode} ${isBefore}
      order by t.number desc limit ${limit + 1}),
    page as (select * from ahead order by number desc limit ${limit})
    select string_agg(${transferJson}::text, ',' order by t.number desc) as json, count(*) as count,
      min(t.number) as last, (select count(*) from ahead) > ${limit} as more
    from page t`
  return row!
}

/** An account of the platform becomes the one whose people manage a reseller. False if it is of another reseller. */
export async function makeStaff(
  tree: Db,
  accountNumber: number,
  resellerId: string,
  now: Date,
): Promise<boolean> {
  const [row] = await tree<{ path: string }>`
    update nodes n set parent = r.number, path = r.path || lpad(n.number::text, 8, '0') || '/', depth = r.depth + 1,
      is_staff = true, version = n.version + 1
    from nodes r
    where n.account_number = ${accountNumber} and n.depth = 1 and not n.is_staff and r.id = ${resellerId}
      and r.kind = 'reseller'
    returning n.path`
  if (!row) return false
  // The reseller pays for it from now on.
  await tree`
    delete from node_prices p using nodes n where n.account_number = ${accountNumber} and p.node = n.number`
  await tree`select refresh_nodes(${row.path}::text, ${now}::timestamptz)`
  return true
}

/** Of a reseller that has nobody below it: its staff account was not created. */
export async function deleteReseller(tree: Db, id: string): Promise<void> {
  await tree`
    delete from nodes n where n.id = ${id} and n.kind = 'reseller' and n.granted = 0
      and not exists (select from nodes b where b.parent = n.number)`
}

/** Whether the licenses of the account come from the pool of a reseller. */
export async function isPooled(tree: Db, accountNumber: number): Promise<boolean> {
  const rows = await tree`select from nodes where account_number = ${accountNumber} and granted is not null`
  return rows.length > 0
}

/** Returns the licenses of the account to its pool. Repeatable. */
export async function removeAccountNode(tree: Db, accountNumber: number): Promise<void> {
  await tree`select remove_account_node(${accountNumber}::int)`
}
