// Where accounts live. Each is made in the cell whose operator makes it, and keeps its number wherever it goes.

import type { Context, Tx } from '../../platform/context.ts'
import { afterTransaction, isDangling } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import * as queries from './directory.queries.ts'

/** The next number over all cells; undefined where this is the only one. */
export async function nextAccountNumber({ cells }: Pick<Context, 'cells'>): Promise<number | undefined> {
  return cells && queries.nextAccountNumber(cells.directory)
}

/** Inside the transaction that makes the account. What is rolled back never was. */
export async function placeAccount({ cells, db }: Pick<Tx, 'cells' | 'db'>, publicId: string): Promise<void> {
  if (!cells) return
  const { directory, own: cell } = cells
  const { accountId: accountNumber } = db
  const isPlaced = await queries.keepAccount(directory, { accountNumber, publicId, cell }).catch((error) => {
    throw isDangling(error)
      ? new ConflictError(
          'cells.not_joined',
          `Cell ${cell} has not joined the others yet. Run: rastro cell join`,
        )
      : error
  })
  if (!isPlaced) throw new Error(`the directory gave account number ${accountNumber} out before`)
  afterTransaction(db, async (isCommitted) => {
    if (!isCommitted) await queries.deleteAccount(directory, accountNumber, cell)
  })
}
