// Registers accounts in the directory. An account is created in the operator's cell and keeps its number when it
// moves.

import type { Context, Tx } from '../../platform/context.ts'
import { afterTransaction, isDangling } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import * as queries from './directory.queries.ts'

/** The next number across all cells; undefined in a single-cell installation. */
export async function nextAccountNumber({ cells }: Pick<Context, 'cells'>): Promise<number | undefined> {
  return cells && queries.nextAccountNumber(cells.directory)
}

/** The names of an erased account are free again. Repeatable. */
export async function unregisterAccount(
  { cells }: Pick<Context, 'cells'>,
  accountNumber: number,
): Promise<void> {
  if (cells) await queries.deleteAccount(cells.directory, accountNumber, cells.own)
}

/** The tombstone of an account, for restores in every cell that it lived in. */
export async function keepErased(
  { cells }: Pick<Context, 'cells'>,
  number: number,
  erasedAt: Date,
): Promise<void> {
  if (cells) await queries.insertErased(cells.directory, number, erasedAt)
}

export async function listErased({
  cells,
}: Pick<Context, 'cells'>): Promise<{ number: number; erasedAt: Date }[]> {
  return cells ? queries.listErased(cells.directory) : []
}

/** Runs inside the transaction that creates the account. A rollback removes the entry. */
export async function registerAccount(
  { cells, db }: Pick<Tx, 'cells' | 'db'>,
  publicId: string,
): Promise<void> {
  if (!cells) return
  const { directory, own: cell } = cells
  const { accountId: accountNumber } = db
  const isRegistered = await queries
    .keepAccount(directory, { accountNumber, publicId, cell })
    .catch((error) => {
      throw isDangling(error)
        ? new ConflictError(
            'cells.not_joined',
            `Cell ${cell} has not joined the directory. Run: rastro cell join`,
          )
        : error
    })
  if (!isRegistered) throw new Error(`account number ${accountNumber} is already in the directory`)
  afterTransaction(db, async (isCommitted) => {
    if (!isCommitted) await queries.deleteAccount(directory, accountNumber, cell)
  })
}
