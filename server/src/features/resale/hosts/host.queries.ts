// The hosts of a reseller. Every statement names the path or the node; policies show a reseller no others.

import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { HostChange, StoredHost } from './host.types.ts'

const columns = sql`h.node, h.name, h.state, h.token, h.is_home, h.serves_docs, h.leads_here, h.fault, h.added_at,
  h.checked_at, h.verified_at, h.failing_since, h.noted`

export interface HostLimits {
  perNode: number
  perNodeADay: number
  onPlatformADay: number
}

/** In the scope of the directory: the limit of the platform counts hosts of all. Returns the outcome. */
export async function addHost(
  tree: Db,
  host: { nodeId: string; name: string; token: string; author: string },
  { perNode, perNodeADay, onPlatformADay }: HostLimits,
  now: Date,
): Promise<string> {
  const { nodeId, name, token, author } = host
  const [row] = await tree<{ outcome: string }>`
    select outcome from add_host(${nodeId}::text, ${name}::text, ${token}::text, ${author}::text, ${now}::timestamptz,
      ${perNode}::int, ${perNodeADay}::int, ${onPlatformADay}::int)`
  return row!.outcome
}

export function listHosts(db: Db, path: string): Promise<StoredHost[]> {
  return db<StoredHost>`select ${columns} from hosts h where h.path = ${path} order by h.name`
}

export async function findHost(db: Db, path: string, name: string): Promise<StoredHost | undefined> {
  const [row] = await db<StoredHost>`
    select ${columns} from hosts h where h.path = ${path} and h.name = ${name}`
  return row
}

export async function deleteHost(db: Db, path: string, name: string): Promise<StoredHost | undefined> {
  const [row] = await db<StoredHost>`
    delete from hosts h where h.path = ${path} and h.name = ${name} returning ${columns}`
  return row
}

/** A home has to be verified: links lead there. */
export async function changeHost(
  db: Db,
  path: string,
  name: string,
  { isHome, servesDocs }: { isHome: boolean; servesDocs: boolean },
): Promise<void> {
  if (isHome)
    await db`
      update hosts set is_home = false, changed_at = clock_timestamp()
      where path = ${path} and is_home and name <> ${name}`
  await db`
    update hosts set serves_docs = ${servesDocs}, is_home = ${isHome} and state = 'verified',
      changed_at = clock_timestamp()
    where path = ${path} and name = ${name}`
}

/** The oldest verified host of a node that has no home. The platform's links keep its public URL. */
export async function keepHome(tree: Db, node: number): Promise<void> {
  await tree`
    update hosts h set is_home = true, changed_at = clock_timestamp()
    where h.node = ${node} and h.name = (
      select o.name from hosts o join nodes n on n.number = o.node
      where o.node = ${node} and o.state = 'verified' and n.kind = 'reseller'
      order by o.verified_at, o.name limit 1)
      and not exists (select from hosts o where o.node = ${node} and o.is_home)`
}

/** Of nodes whose staff lives in this cell. Leased, so that each is checked by one process. */
export function leaseDue(
  tree: Db,
  cell: number | undefined,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<StoredHost[]> {
  return tree<StoredHost>`
    update hosts h set check_at = ${leasedUntil}
    from (
      select d.node, d.name from hosts d where d.check_at <= ${now} and ${isHere(cell)}
      order by d.check_at limit ${limit} for update skip locked) as due
    where h.node = due.node and h.name = due.name
    returning ${columns}`
}

const isHere = (cell: number | undefined) =>
  cell === undefined
    ? sql`true`
    : sql`(exists (
        select from nodes s join accounts a on a.account_number = s.account_number
        where s.parent = d.node and s.is_staff and a.cell = ${cell})
      or not exists (select from nodes s where s.parent = d.node and s.is_staff))`

/** False if it was checked too recently: the answers of DNS are the same. A clock that was set back stops nothing. */
export async function beginCheck(
  db: Db,
  path: string,
  name: string,
  { now, notAfter }: { now: Date; notAfter: Date },
): Promise<boolean> {
  const rows = await db`
    update hosts set checked_at = ${now}
    where path = ${path} and name = ${name}
      and (checked_at is null or checked_at <= ${notAfter} or checked_at > ${now})
    returning node`
  return rows.length > 0
}

/**
 * Of the token and the state that were checked: one that was added again, or that another process has settled, keeps its
 * own. Throws if another node has verified the name.
 */
export async function settleHost(
  tree: Db,
  { node, name, token, state }: StoredHost,
  change: HostChange,
): Promise<void> {
  await tree`
    update hosts set state = ${change.state}, fault = ${change.fault}, leads_here = ${change.leadsHere},
      checked_at = ${change.checkedAt}, verified_at = ${change.verifiedAt}, failing_since = ${change.failingSince},
      check_at = ${change.checkAt}, is_home = is_home and ${change.state} = 'verified',
      changed_at = case when state = ${change.state} then changed_at else clock_timestamp() end
    where node = ${node} and name = ${name} and token = ${token} and state = ${state}`
}

export interface UnnotedHost {
  node: number
  name: string
  noted: string
  label: 'verified' | 'failing' | 'lapsed'
  since: Date
  staffAccount: number
}

const labelOf = sql`(case when d.state = 'verified' and d.failing_since is not null then 'failing' else d.state end)`

/** Hosts whose staff, in this cell, does not know of a change. */
export function listUnnoted(tree: Db, cell: number | undefined, limit: number): Promise<UnnotedHost[]> {
  return tree<UnnotedHost>`
    select d.node, d.name, d.noted, ${labelOf} as label,
      coalesce(d.failing_since, d.verified_at, d.added_at) as since, s.account_number as staff_account
    from hosts d join nodes s on s.parent = d.node and s.is_staff
    where d.noted <> ${labelOf} and d.state <> 'pending' and ${isHere(cell)}
    order by d.node, d.name limit ${limit}`
}

export async function markNoted(tree: Db, { node, name, noted, label }: UnnotedHost): Promise<void> {
  await tree`update hosts set noted = ${label} where node = ${node} and name = ${name} and noted = ${noted}`
}

export interface HostCounts {
  pending: number
  verified: number
  lapsed: number
  /** Verified ones without a proof in DNS. */
  failing: number
  /** Checks that no notifier has done in time. */
  late: number
}

export async function countHosts(tree: Db, lateBefore: Date): Promise<HostCounts> {
  const [row] = await tree<HostCounts>`
    select count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'verified')::int as verified,
      count(*) filter (where state = 'lapsed')::int as lapsed,
      count(*) filter (where state = 'verified' and failing_since is not null)::int as failing,
      count(*) filter (where check_at < ${lateBefore})::int as late
    from hosts`
  return row!
}
