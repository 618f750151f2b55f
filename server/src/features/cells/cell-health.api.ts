// How cells stand in the directory, for the operator and the doctor.

import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Cell, NameKind } from './cell.types.ts'
import * as queries from './cell-health.queries.ts'
import * as directoryQueries from './directory.queries.ts'
import { secretMarkOf } from './join.api.ts'
import * as joinQueries from './join.queries.ts'
import { requireCells } from './move-directory.api.ts'

export interface CellReview {
  cell: Cell
  accounts: number
  /** Accounts of other cells that are moving here. */
  arriving: number
  names: Partial<Record<NameKind, number>>
  /** Names that transactions are at work on, or left behind. */
  pending: number
}

export async function listCells({ cells }: Pick<Context, 'cells'>): Promise<Cell[]> {
  return directoryQueries.listCells(requireCells(cells).directory)
}

export async function reviewCell({ cells }: Pick<Context, 'cells'>, number: number): Promise<CellReview> {
  const { directory } = requireCells(cells)
  const cell = (await directoryQueries.listCells(directory)).find((one) => one.number === number)
  if (!cell) {
    throw new NotFoundError(
      'cells.not_found',
      `Cell ${number} has not joined. Where it runs: rastro cell join`,
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

/** How this cell stands in the directory, beside what it has. */
export interface CellStanding {
  listed: Cell | undefined
  hasOurSecret: boolean
  /** Names by kind. */
  own: Record<string, number>
  claimed: Record<string, number>
}

export async function reviewStanding(
  ctx: Pick<Context, 'db' | 'config'> & { cells: NonNullable<Context['cells']> },
): Promise<CellStanding> {
  const { directory, own: number } = ctx.cells
  const listed = (await joinQueries.listCells(directory)).find((one) => one.number === number)
  // First what is here: what is claimed meanwhile is not missing.
  const own = await queries.countOwnNames(ctx.db.directory)
  const claimed = await queries.countNames(directory, number)
  return {
    listed,
    hasOurSecret: listed?.secretMark.equals(secretMarkOf(ctx)) ?? false,
    own: { ...own },
    claimed: Object.fromEntries(claimed.map(({ kind, names }) => [kind, names])),
  }
}
