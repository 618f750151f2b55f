// Claims on names, in the directory that cells share. A name is deleted only by who saw its last stamp: whoever claims it
// meanwhile gives it another.

import type { Db } from '../../platform/db/db.ts'
import type { NameKind } from './cell.types.ts'

export interface Claim {
  name: string
  stamp: number
  pending: number
}

/**
 * Claims what is free or the account's own, and says which names are another's. In order, so that two who want the same
 * names do not wait for each other. Each that it got is pending until it is settled.
 */
export async function claimNames(
  directory: Db,
  accountNumber: number,
  kind: NameKind,
  names: string[],
): Promise<string[]> {
  const rows = await directory<{ name: string }>`
    with wanted as materialized (select name from unnest(${names}::text[]) as w (name) order by name collate "C"),
    got as (
      insert into names (kind, name, account_number, pending)
      select ${kind}, name, ${accountNumber}, 1 from wanted
      on conflict (kind, name) do update
        set pending = names.pending + 1, stamp = nextval('reservation_stamps'), changed_at = now()
        where names.account_number = excluded.account_number
      returning name)
    select name from wanted where name not in (select name from got)`
  return rows.map(({ name }) => name)
}

/** Before they are given up: whoever dies between that and the release leaves a mark. */
export async function markNames(
  directory: Db,
  accountNumber: number,
  kind: NameKind,
  names: string[],
): Promise<void> {
  await directory`
    update names set pending = pending + 1, stamp = nextval('reservation_stamps'), changed_at = now()
    where kind = ${kind} and name = any(${names}::text[]) and account_number = ${accountNumber}`
}

/** The transaction is over, one way or the other. */
export function settleNames(
  directory: Db,
  accountNumber: number,
  kind: NameKind,
  names: string[],
): Promise<Claim[]> {
  return directory<Claim>`
    update names set pending = greatest(0, pending - 1)
    where kind = ${kind} and name = any(${names}::text[]) and account_number = ${accountNumber}
    returning name, stamp, pending`
}

/** What nobody has. Not of an account that is on its way, or lives elsewhere by now: there its names are. */
export async function releaseNames(
  directory: Db,
  cell: number,
  accountNumber: number,
  kind: NameKind,
  claims: Pick<Claim, 'name' | 'stamp'>[],
): Promise<number> {
  const released = await directory`
    delete from names n
    using accounts a, unnest(
      ${claims.map(({ name }) => name)}::text[], ${claims.map(({ stamp }) => stamp)}::bigint[]) as seen (name, stamp)
    where n.kind = ${kind} and n.name = seen.name and n.stamp = seen.stamp and n.account_number = ${accountNumber}
      and a.account_number = n.account_number and a.cell = ${cell} and a.moving_to is null
    returning n.name`
  return released.length
}

export interface CellClaim {
  accountNumber: number
  kind: NameKind
  name: string
  stamp: number
}

/** What processes that died left behind: pending for longer than any transaction lasts. */
export function listAbandoned(
  directory: Db,
  cell: number,
  olderSeconds: number,
  limit: number,
): Promise<CellClaim[]> {
  return directory<CellClaim>`
    select n.account_number, n.kind, n.name, n.stamp
    from names n join accounts a using (account_number)
    where n.pending > 0 and n.changed_at < now() - make_interval(secs => ${olderSeconds})
      and a.cell = ${cell} and a.moving_to is null
    order by n.changed_at limit ${limit}`
}

/** They are there, and nobody is at work on them. */
export async function settleAbandoned(directory: Db, claims: CellClaim[]): Promise<void> {
  await directory`
    update names n set pending = 0
    from unnest(${claims.map(({ kind }) => kind)}::text[], ${claims.map(({ name }) => name)}::text[],
      ${claims.map(({ stamp }) => stamp)}::bigint[]) as seen (kind, name, stamp)
    where n.kind = seen.kind and n.name = seen.name and n.stamp = seen.stamp`
}

export interface ClaimPlace {
  accountNumber: number
  kind: string
  name: string
}

/** A stretch of all claims of a cell's accounts, of those at rest. */
export function pageClaims(
  directory: Db,
  cell: number,
  after: ClaimPlace,
  olderSeconds: number,
  limit: number,
): Promise<CellClaim[]> {
  return directory<CellClaim>`
    select n.account_number, n.kind, n.name, n.stamp
    from names n join accounts a using (account_number)
    where a.cell = ${cell} and a.moving_to is null
      and n.changed_at < now() - make_interval(secs => ${olderSeconds})
      and (n.account_number, n.kind, n.name) > (${after.accountNumber}, ${after.kind}, ${after.name})
    order by n.account_number, n.kind, n.name limit ${limit}`
}
