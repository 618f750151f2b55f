// A cell joins others: it gets device numbers of its own, is listed with its addresses, and brings the accounts and names
// that it has. Done again it repairs what is missing, and changes the addresses.

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
import * as claims from './name-reservation.queries.ts'
import * as ownNames from './own-names.queries.ts'

/** So many devices a cell may ever have had; 200 of them fit into the numbers there are. */
export const numbersPerCell = 10_000_000
const accountsPerPage = 100
const namesAtOnce = 2_000

type Needs = Pick<Context, 'db' | 'config' | 'cells'>

export interface Owners {
  /** Of the cell's own database. */
  own: Db
  /** Of the directory. */
  directory: Db
}

export interface Joined {
  accounts: number
  names: number
  /** Names that accounts of other cells have: `user olga@example.com`. They must be changed in one of the two. */
  taken: string[]
}

/** Proves that two cells have the same secret, without telling it. */
export function secretMarkOf({ config }: Pick<Needs, 'config'>): Buffer {
  return sign(config.access, 'mark of cells', 'the same')
}

export async function joinCell(ctx: Needs, owners: Owners, cell: Cell): Promise<Joined> {
  const range = { first: cell.number * numbersPerCell, last: (cell.number + 1) * numbersPerCell - 1 }
  const numbers = await queries.findDeviceNumbers(owners.own)
  const isJoined = numbers.first >= numbersPerCell
  if (isJoined && numbers.first !== range.first) {
    throw refusal(`This database is cell ${numbers.first / numbersPerCell}. Set RASTRO_CELL to that.`)
  }
  const secretMark = secretMarkOf(ctx)
  const listed = await queries.listCells(owners.directory)
  const before = listed.find(({ number }) => number === cell.number)
  const others = listed.filter(({ number }) => number !== cell.number)
  if (before && !isJoined && !isSameAddress(before, cell)) {
    throw refusal(`Cell ${cell.number} is another installation, at ${before.apiUrl}. Choose another number.`)
  }
  if (others.some((other) => !other.secretMark.equals(secretMark))) {
    throw refusal(
      'RASTRO_SECRET is not that of the other cells. What one sealed, another must open: share it.',
    )
  }
  const hasFirstNumbers = before?.hasFirstNumbers ?? (numbers.isUsed && !isJoined)
  const first = others.find((other) => other.hasFirstNumbers)
  if (hasFirstNumbers && first) {
    throw refusal(
      `This cell and cell ${first.number} both had devices before they joined, whose numbers would meet. Only one may.`,
    )
  }
  await queries.keepCell(owners.directory, { ...cell, secretMark, hasFirstNumbers })
  if (!isJoined) await queries.setDeviceNumbers(owners.own, range)
  return bringNames(ctx, owners)
}

async function bringNames({ db, cells }: Needs, owners: Owners): Promise<Joined> {
  if (!cells) throw refusal('RASTRO_DIRECTORY_URL is not set.')
  const joined: Joined = { accounts: 0, names: 0, taken: [] }
  let after = 0
  for (;;) {
    const page = await pageAccountNumbers({ db }, after, accountsPerPage)
    for (const { accountId, account } of page) {
      await bringAccount({ db: db.forAccount(accountId), cells }, account, joined)
    }
    after = page.at(-1)?.accountId ?? after
    if (page.length < accountsPerPage) break
  }
  // `after` is the highest number by now.
  if (after > 0) await queries.passAccountNumber(owners.directory, after)
  return joined
}

async function bringAccount(
  { db, cells }: { db: AccountDb; cells: Cells },
  publicId: string,
  joined: Joined,
): Promise<void> {
  const { directory, own: cell } = cells
  const { accountId: accountNumber } = db
  if (!(await directoryQueries.keepAccount(directory, { accountNumber, publicId, cell }))) {
    throw refusal(`Account ${accountNumber} (${publicId}) has the number of an account of another cell.`)
  }
  joined.accounts += 1
  for (const kind of nameKinds) {
    const names = await ownNames.listAllOwn(db, kind)
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const some = names.slice(from, from + namesAtOnce)
      const taken = await claims.claimNames(directory, accountNumber, kind, some)
      await claims.settleNames(directory, accountNumber, kind, some)
      joined.taken.push(...taken.map((name) => `${kind} ${name}`))
      joined.names += some.length - taken.length
    }
  }
}

function isSameAddress(left: Cell, right: Cell): boolean {
  return (['apiUrl', 'gatewayHost', 'gatewayPort'] as const).every((field) => left[field] === right[field])
}

function refusal(words: string): ConflictError {
  return new ConflictError('cells.cannot_join', words)
}
