// Names are unique across all cells: they are reserved in the shared directory before the cell commits them, and
// released after deletion. A surplus reservation blocks a name for minutes at most; a missing one is impossible.
//
// Reserving is an exception to the rule that a transaction never waits for the network: only the transaction knows
// which names it needs. The wait is short and blocks only changes of the same account.

import type { Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { afterTransaction, isDangling } from '../../platform/db/db.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { NameKind } from './cell.types.ts'
import { findName } from './directory.queries.ts'
import * as reservations from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

type Needs = Pick<Tx, 'db' | 'cells'>

const maxAtOnce = 2_000

/** Returns the names that other accounts have. In a single-cell installation the cell's own database checks that. */
export async function reserveNames(ctx: Needs, kind: NameKind, names: string[]): Promise<string[]> {
  const { cells, db } = ctx
  if (!cells || names.length === 0) return []
  const taken: string[] = []
  for (const chunk of chunksOf(names)) {
    const ofOthers = await reservations
      .reserveNames(cells.directory, db.accountId, kind, chunk)
      .catch((error) => {
        // The account is not in the directory yet: its cell is still joining.
        throw isDangling(error) ? new UnavailableError(error) : error
      })
    taken.push(...ofOthers)
    // If the response is lost, the names may stay pending: the cleanup releases them.
    const reserved = chunk.filter((name) => !ofOthers.includes(name))
    afterTransaction(db, (isCommitted, after) => settle({ cells, db: after }, kind, reserved, isCommitted))
  }
  return taken
}

/** Whether an account of any cell has the name. Always false in a single-cell installation. */
export async function isNameTaken(
  { cells }: Pick<Needs, 'cells'>,
  kind: NameKind,
  name: string,
): Promise<boolean> {
  return cells !== undefined && (await findName(cells.directory, kind, name.toLowerCase())) !== undefined
}

/** Frees the names after the commit. If the directory is unavailable, the cleanup frees them later. */
export async function releaseNames(ctx: Needs, kind: NameKind, names: string[]): Promise<void> {
  const { cells, db } = ctx
  if (!cells || names.length === 0) return
  for (const chunk of chunksOf(names)) {
    const isMarked = await reservations.markPending(cells.directory, db.accountId, kind, chunk).then(
      () => true,
      () => false,
    )
    if (isMarked) afterTransaction(db, (_, after) => settle({ cells, db: after }, kind, chunk, false))
  }
}

/** After the transaction: releases names that the account does not have and no other transaction is reserving. */
async function settle(
  { cells, db }: { cells: NonNullable<Needs['cells']>; db: AccountDb },
  kind: NameKind,
  names: string[],
  areKept: boolean,
): Promise<void> {
  const settled = await reservations.settleNames(cells.directory, db.accountId, kind, names)
  if (areKept) return
  const idle = settled.filter(({ pending }) => pending === 0)
  if (idle.length === 0) return
  const own = new Set(await ownNames.listOwn(db, kind, names))
  const missing = idle.filter(({ name }) => !own.has(name))
  if (missing.length > 0)
    await reservations.deleteReservations(cells.directory, cells.own, db.accountId, kind, missing)
}

function* chunksOf(names: string[]): Generator<string[]> {
  for (let from = 0; from < names.length; from += maxAtOnce) yield names.slice(from, from + maxAtOnce)
}
