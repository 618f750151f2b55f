// Name reservations in the shared directory. Deleting requires the current stamp, and every reservation changes it,
// so a name reserved again in the meantime is kept.

import type { Db } from '../../platform/db/db.ts'
import type { NameKind } from './cell.types.ts'

export interface NameReservation {
  name: string
  stamp: number
  pending: number
}

/**
 * Reserves names that are free or the account's own, and returns those of other accounts. Sorted, to avoid deadlocks
 * between two transactions. Reserved names are pending until settled.
 */
export async function reserveNames(
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

/** Called before names are released, so that the cleanup finds them if the process dies in between. */
export async function markPending(
  directory: Db,
  accountNumber: number,
  kind: NameKind,
  names: string[],
): Promise<void> {
  await directory`
    update names set pending = pending + 1, stamp = nextval('reservation_stamps'), changed_at = now()
    where kind = ${kind} and name = any(${names}::text[]) and account_number = ${accountNumber}`
}

/** The transaction was committed or rolled back. */
export function settleNames(
  directory: Db,
  accountNumber: number,
  kind: NameKind,
  names: string[],
): Promise<NameReservation[]> {
  return directory<NameReservation>`
    update names set pending = greatest(0, pending - 1)
    where kind = ${kind} and name = any(${names}::text[]) and account_number = ${accountNumber}
    returning name, stamp, pending`
}

/** Skips accounts that are moving or have moved: their names are in use in the other cell. */
export async function deleteReservations(
  directory: Db,
  cell: number,
  accountNumber: number,
  kind: NameKind,
  reservations: Pick<NameReservation, 'name' | 'stamp'>[],
): Promise<number> {
  const released = await directory`
    delete from names n
    using accounts a, unnest(
      ${reservations.map(({ name }) => name)}::text[], ${reservations.map(({ stamp }) => stamp)}::bigint[]) as seen (name, stamp)
    where n.kind = ${kind} and n.name = seen.name and n.stamp = seen.stamp and n.account_number = ${accountNumber}
      and a.account_number = n.account_number and a.cell = ${cell} and a.moving_to is null
    returning n.name`
  return released.length
}

export interface CellReservation {
  accountNumber: number
  kind: NameKind
  name: string
  stamp: number
}

/** Left by processes that died: pending for longer than any transaction lasts. */
export function listAbandoned(
  directory: Db,
  cell: number,
  minAgeSeconds: number,
  limit: number,
): Promise<CellReservation[]> {
  return directory<CellReservation>`
    select n.account_number, n.kind, n.name, n.stamp
    from names n join accounts a using (account_number)
    where n.pending > 0 and n.changed_at < now() - make_interval(secs => ${minAgeSeconds})
      and a.cell = ${cell} and a.moving_to is null
    order by n.changed_at limit ${limit}`
}

/** For names that exist and have no open transaction. */
export async function settleAbandoned(directory: Db, reservations: CellReservation[]): Promise<void> {
  await directory`
    update names n set pending = 0
    from unnest(${reservations.map(({ kind }) => kind)}::text[], ${reservations.map(({ name }) => name)}::text[],
      ${reservations.map(({ stamp }) => stamp)}::bigint[]) as seen (kind, name, stamp)
    where n.kind = seen.kind and n.name = seen.name and n.stamp = seen.stamp`
}

export interface ReservationCursor {
  accountNumber: number
  kind: string
  name: string
}

/** One page of the reservations of a cell's accounts that have not changed recently. */
export function pageReservations(
  directory: Db,
  cell: number,
  after: ReservationCursor,
  minAgeSeconds: number,
  limit: number,
): Promise<CellReservation[]> {
  return directory<CellReservation>`
    select n.account_number, n.kind, n.name, n.stamp
    from names n join accounts a using (account_number)
    where a.cell = ${cell} and a.moving_to is null
      and n.changed_at < now() - make_interval(secs => ${minAgeSeconds})
      and (n.account_number, n.kind, n.name) > (${after.accountNumber}, ${after.kind}, ${after.name})
    order by n.account_number, n.kind, n.name limit ${limit}`
}
