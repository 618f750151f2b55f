// Names are unique over all cells: they are claimed in the shared directory before the cell commits them, and released
// after they are gone. A claim too many blocks a name for minutes at most; there is never one too few.
//
// The claim is asked for inside the transaction, against the law that no network is waited for there: only there is it
// known which names are wanted. The directory is asked briefly, and only the account's own changes wait.

import type { Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { afterTransaction, isDangling } from '../../platform/db/db.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { NameKind } from './cell.types.ts'
import * as claims from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

type Needs = Pick<Tx, 'db' | 'cells'>

const maxAtOnce = 2_000

/** Says which of the names other accounts have. Where this cell is the only one, its own database knows. */
export async function claimNames(ctx: Needs, kind: NameKind, names: string[]): Promise<string[]> {
  const { cells, db } = ctx
  if (!cells || names.length === 0) return []
  const taken: string[] = []
  for (const some of slicesOf(names)) {
    const ofOthers = await claims.claimNames(cells.directory, db.accountId, kind, some).catch((error) => {
      // The account is not in the directory: its cell is about to join.
      throw isDangling(error) ? new UnavailableError(error) : error
    })
    taken.push(...ofOthers)
    // Where the answer got lost nobody knows whether they are pending: that is left to the sweep.
    const got = some.filter((name) => !ofOthers.includes(name))
    afterTransaction(db, (isCommitted, after) => settle({ cells, db: after }, kind, got, isCommitted))
  }
  return taken
}

/** They are free once the transaction is committed. With the directory away it goes on; they are freed later. */
export async function giveUpNames(ctx: Needs, kind: NameKind, names: string[]): Promise<void> {
  const { cells, db } = ctx
  if (!cells || names.length === 0) return
  for (const some of slicesOf(names)) {
    const isMarked = await claims.markNames(cells.directory, db.accountId, kind, some).then(
      () => true,
      () => false,
    )
    if (isMarked) afterTransaction(db, (_, after) => settle({ cells, db: after }, kind, some, false))
  }
}

/** The transaction is over. What the account does not have now, and nobody else is about to take, is released. */
async function settle(
  { cells, db }: { cells: NonNullable<Needs['cells']>; db: AccountDb },
  kind: NameKind,
  names: string[],
  areKept: boolean,
): Promise<void> {
  const settled = await claims.settleNames(cells.directory, db.accountId, kind, names)
  if (areKept) return
  const atRest = settled.filter(({ pending }) => pending === 0)
  if (atRest.length === 0) return
  const own = new Set(await ownNames.listOwn(db, kind, names))
  const gone = atRest.filter(({ name }) => !own.has(name))
  if (gone.length > 0) await claims.releaseNames(cells.directory, cells.own, db.accountId, kind, gone)
}

function* slicesOf(names: string[]): Generator<string[]> {
  for (let from = 0; from < names.length; from += maxAtOnce) yield names.slice(from, from + maxAtOnce)
}
