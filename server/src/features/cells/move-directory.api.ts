// The directory entries of account moves: begun, finished or aborted.

import type { Cells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import type { Cell, HomeCell } from './cell.types.ts'
import * as queries from './directory.queries.ts'

interface MoveRoute {
  from: number
  to: number
}

export interface MoveDirectory {
  find(accountNumber: number): Promise<HomeCell | undefined>
  /** False if the account is not in `from`, or moves elsewhere. */
  begin(accountNumber: number, route: MoveRoute): Promise<boolean>
  end(accountNumber: number, route: MoveRoute): Promise<boolean>
  abort(accountNumber: number, from: number): Promise<void>
}

export function moveDirectoryOf({ directory }: Pick<Cells, 'directory'>): MoveDirectory {
  return {
    find: (accountNumber) => queries.findHomeCell(directory, accountNumber),
    begin: (accountNumber, route) => queries.beginMove(directory, accountNumber, route),
    end: (accountNumber, route) => queries.endMove(directory, accountNumber, route),
    abort: (accountNumber, from) => queries.abortMove(directory, accountNumber, from),
  }
}

export async function getCell({ cells }: Pick<Context, 'cells'>, number: number): Promise<Cell> {
  const cell = (await queries.listCells(requireCells(cells).directory)).find((one) => one.number === number)
  if (cell) return cell
  throw new NotFoundError(
    'cells.not_found',
    `Cell ${number} has not joined. "rastro cell list" lists the cells.`,
  )
}

/** Account numbers by identifier, from the directory: this cell may have forgotten an account that moved away. */
export async function findIdentifierOwners(
  { cells }: { cells?: Context['cells'] },
  identifiers: string[],
): Promise<Map<string, number>> {
  const holders = cells ? await queries.listIdentifierOwners(cells.directory, identifiers) : []
  return new Map(holders.map(({ identifier, accountNumber }) => [identifier, accountNumber]))
}

/** Finds an account in any cell by its public id or the name of one of its users. */
export async function getHomeCell({ cells }: Pick<Context, 'cells'>, text: string): Promise<HomeCell> {
  const { directory } = requireCells(cells)
  const found = text.startsWith('acc_')
    ? await queries.findAccount(directory, text)
    : await queries.findName(directory, 'user', text)
  if (found) return found
  throw new NotFoundError('accounts.not_found', `There is no account and no user "${text}".`)
}

export function requireCells(cells: Context['cells']): Cells {
  if (cells) return cells
  throw new ConflictError(
    'cells.single',
    'This installation has only one cell: RASTRO_DIRECTORY_URL is not set.',
  )
}
