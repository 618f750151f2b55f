// The status of cells in the directory, for the operator and the doctor.

import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Cell, NameKind } from './cell.types.ts'
import * as queries from './cell-health.queries.ts'
import * as directoryQueries from './directory.queries.ts'
import { secretMarkOf } from './join.api.ts'
import * as joinQueries from './join.queries.ts'
import { requireCells } from './move-directory.api.ts'

export interface CellSummary {
  cell: Cell
  accounts: number
  /** Accounts being moved here from other cells. */
  arriving: number
  names: Partial<Record<NameKind, number>>
  /** Names with open or abandoned transactions. */
  pending: number
}

export async function listCells({ cells }: Pick<Context, 'cells'>): Promise<Cell[]> {
  return directoryQueries.listCells(requireCells(cells).directory)
}

export async function summarizeCell({ cells }: Pick<Context, 'cells'>, number: number): Promise<CellSummary> {
  const { directory } = requireCells(cells)
  const cell = (await directoryQueries.listCells(directory)).find((one) => one.number === number)
  if (!cell) {
    throw new NotFoundError(
      'cells.not_found',
      `Cell ${number} has not joined. Run "rastro cell join" on that cell.`,
    )
  }
  const [counts, names] = await Promise.all([
    queries.countAccounts(directory, number),
    queries.countNames(directory, number),
  ])
  return {
    cell,
    ...counts,
    names: Object.fromEntries(names.map(({ kind, names }) => [kind, names])),
    pending: names.reduce((sum, one) => sum + one.pending, 0),
  }
}

/** This cell's directory entry and reservations, next to its own names. */
export interface CellStatus {
  listed: Cell | undefined
  hasOurSecret: boolean
  /** Counts by kind of name. */
  own: Record<string, number>
  reserved: Record<string, number>
}

export async function getCellStatus(
  ctx: Pick<Context, 'db' | 'config'> & { cells: NonNullable<Context['cells']> },
): Promise<CellStatus> {
  const { directory, own: number } = ctx.cells
  const listed = (await joinQueries.listCells(directory)).find((one) => one.number === number)
  // Own names are counted first, so that a concurrent reservation never counts as missing.
  const own = await queries.countOwnNames(ctx.db.directory)
  const reserved = await queries.countNames(directory, number)
  return {
    listed,
    hasOurSecret: listed?.secretMark.equals(secretMarkOf(ctx)) ?? false,
    own: Object.fromEntries(own.map(({ kind, names }) => [kind, names])),
    reserved: Object.fromEntries(reserved.map(({ kind, names }) => [kind, names])),
  }
}
