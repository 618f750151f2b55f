// What the directory is told of an account that moves: that it is on its way, that it arrived, or that it stays.

import type { Cells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import type { Cell, Residence } from './cell.types.ts'
import * as queries from './directory.queries.ts'

interface Way {
  from: number
  to: number
}

export interface Residences {
  find(accountNumber: number): Promise<Residence | undefined>
  /** False where it does not live there, or is on its way elsewhere. */
  begin(accountNumber: number, way: Way): Promise<boolean>
  end(accountNumber: number, way: Way): Promise<boolean>
  giveUp(accountNumber: number, from: number): Promise<void>
}

export function residencesOf({ directory }: Pick<Cells, 'directory'>): Residences {
  return {
    find: (accountNumber) => queries.findResidence(directory, accountNumber),
    begin: (accountNumber, way) => queries.beginMove(directory, accountNumber, way),
    end: (accountNumber, way) => queries.endMove(directory, accountNumber, way),
    giveUp: (accountNumber, from) => queries.giveUpMove(directory, accountNumber, from),
  }
}

export async function getCell({ cells }: Pick<Context, 'cells'>, number: number): Promise<Cell> {
  const cell = (await queries.listCells(requireCells(cells).directory)).find((one) => one.number === number)
  if (cell) return cell
  throw new NotFoundError(
    'cells.not_found',
    `Cell ${number} has not joined. "rastro cell list" lists those that have.`,
  )
}

/** Whose trackers these are, as the directory knows: of an account that left, this cell may know nothing any more. */
export async function findHolders(
  { cells }: { cells?: Context['cells'] },
  identifiers: string[],
): Promise<Map<string, number>> {
  const holders = cells ? await queries.listHolders(cells.directory, identifiers) : []
  return new Map(holders.map(({ identifier, accountNumber }) => [identifier, accountNumber]))
}

/** Wherever it lives: by its public identifier, or the user name of anybody in it. */
export async function getResidence({ cells }: Pick<Context, 'cells'>, text: string): Promise<Residence> {
  const { directory } = requireCells(cells)
  const found = text.startsWith('acc_')
    ? await queries.findAccount(directory, text)
    : await queries.findName(directory, 'user', text)
  if (found) return found
  throw new NotFoundError('accounts.not_found', `There is no account "${text}", and no user of that name.`)
}

export function requireCells(cells: Context['cells']): Cells {
  if (cells) return cells
  throw new ConflictError('cells.alone', 'This cell is the only one: RASTRO_DIRECTORY_URL is not set.')
}
