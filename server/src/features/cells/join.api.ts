// Joins a cell to the directory: gives it its own range of device numbers, lists its addresses, and registers its
// accounts and names. Running it again repairs missing entries and updates the addresses.

import type { Cells } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { pageAccountNumbers } from '../auth/auth.api.ts'
import type { Cell } from './cell.types.ts'
import { nameKinds } from './cell.types.ts'
import * as directoryQueries from './directory.queries.ts'
import * as queries from './join.queries.ts'
import * as reservations from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

/** Device numbers per cell, never reused. 200 such ranges fit into the number space. */
export const numbersPerCell = 10_000_000
const accountsPerPage = 100
const namesPerBatch = 2_000

type Needs = Pick<Context, 'db' | 'config' | 'cells'>

/** Connections as database owner. */
export interface Owners {
  /** The cell's own database. */
  own: Db
  /** The shared directory. */
  directory: Db
}

export interface Joined {
  accounts: number
  names: number
  /** Names already reserved by another cell, as `user olga@example.com`. One of the two must be renamed. */
  taken: string[]
}

/** Lets cells check that they share one secret without revealing it. */
export function secretMarkOf({ config }: Pick<Needs, 'config'>): Buffer {
  return sign(config.access, 'mark of cells', 'the same')
}

export async function joinCell(ctx: Needs, owners: Owners, cell: Cell): Promise<Joined> {
  const range = { first: cell.number * numbersPerCell, last: (cell.number + 1) * numbersPerCell - 1 }
  const numbers = await queries.findDeviceNumbers(owners.own)
  const isJoined = numbers.first >= numbersPerCell
  if (isJoined && numbers.first !== range.first) {
    throw joinError(
      `This database belongs to cell ${numbers.first / numbersPerCell}. Set RASTRO_CELL_NUMBER to that number.`,
    )
  }
  const secretMark = secretMarkOf(ctx)
  const listed = await queries.listCells(owners.directory)
  const before = listed.find(({ number }) => number === cell.number)
  const others = listed.filter(({ number }) => number !== cell.number)
  if (before && !isJoined && !isSameAddress(before, cell)) {
    throw joinError(
      `Cell ${cell.number} is already in use by another installation at ${before.apiUrl}. Choose another number.`,
    )
  }
  if (others.some((other) => !other.secretMark.equals(secretMark))) {
    throw joinError('RASTRO_SECRET differs from that of the other cells. All cells must share one secret.')
  }
  const hasFirstNumbers = before?.hasFirstNumbers ?? (numbers.isUsed && !isJoined)
  const first = others.find((other) => other.hasFirstNumbers)
  if (hasFirstNumbers && first) {
    throw joinError(
      `This cell and cell ${first.number} both had devices before joining, so device numbers would collide. Only one cell may have had devices.`,
    )
  }
  await queries.keepCell(owners.directory, { ...cell, secretMark, hasFirstNumbers })
  if (!isJoined) await queries.setDeviceNumbers(owners.own, range)
  return registerNames(ctx, owners)
}

async function registerNames({ db, cells }: Needs, owners: Owners): Promise<Joined> {
  if (!cells) throw joinError('RASTRO_DIRECTORY_URL is not set.')
  const joined: Joined = { accounts: 0, names: 0, taken: [] }
  let after = 0
  for (;;) {
    const page = await pageAccountNumbers({ db }, after, accountsPerPage)
    for (const { accountId, account } of page) {
      await registerAccount({ db: db.forAccount(accountId), cells }, account, joined)
    }
    after = page.at(-1)?.accountId ?? after
    if (page.length < accountsPerPage) break
  }
  // `after` is now the highest account number.
  if (after > 0) await queries.raiseAccountNumber(owners.directory, after)
  return joined
}

async function registerAccount(
  { db, cells }: { db: AccountDb; cells: Cells },
  publicId: string,
  joined: Joined,
): Promise<void> {
  const { directory, own: cell } = cells
  const { accountId: accountNumber } = db
  if (!(await directoryQueries.keepAccount(directory, { accountNumber, publicId, cell }))) {
    throw joinError(
      `Account number ${accountNumber} (${publicId}) is already used by an account of another cell.`,
    )
  }
  joined.accounts += 1
  for (const kind of nameKinds) {
    const names = await ownNames.listAllOwn(db, kind)
    for (let from = 0; from < names.length; from += namesPerBatch) {
      const chunk = names.slice(from, from + namesPerBatch)
      const taken = await reservations.reserveNames(directory, accountNumber, kind, chunk)
      await reservations.settleNames(directory, accountNumber, kind, chunk)
      joined.taken.push(...taken.map((name) => `${kind} ${name}`))
      joined.names += chunk.length - taken.length
    }
  }
}

function isSameAddress(left: Cell, right: Cell): boolean {
  return (['apiUrl', 'gatewayHost', 'gatewayPort'] as const).every((field) => left[field] === right[field])
}

function joinError(message: string): ConflictError {
  return new ConflictError('cells.cannot_join', message)
}
