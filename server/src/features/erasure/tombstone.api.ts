// Tombstones: the numbers of erased accounts. They are kept in the database, in NATS and in the directory of cells,
// because a restored database does not have those of later erasures. Before it serves, they are erased again.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { keepErased, listErased } from '../cells/home-cell.api.ts'
import * as eraser from './eraser.queries.ts'
import type { EraseContext, Tombstone } from './erasure.types.ts'
import * as queries from './tombstone.queries.ts'

const keyPrefix = 'erased-'

type Sources = Pick<Context, 'db' | 'cells'> & { bus: Context['bus'] | undefined }

/** NATS lists the keys; the date costs a request each. */
type Known = Pick<Tombstone, 'number'> & Partial<Tombstone>

/** What an older backup that was restored did. */
export interface Restored {
  /** Erased accounts that exist again. */
  risen: number[]
  /** Numbers of erased accounts that new accounts would get. */
  reusable: number[]
}

export class RisenAccountsError extends Error {
  override name = 'RisenAccountsError'
  constructor({ risen, reusable }: Restored) {
    const found =
      risen.length > 0
        ? `The database contains ${risen.length} accounts that were erased (${some(risen)}): an older backup was restored. Erase them again before serving.`
        : `New accounts would get the numbers of ${reusable.length} accounts that were erased (${some(reusable)}): an older backup was restored.`
    super(`${found} Run: rastro recover erasures`)
  }
}

function some(numbers: number[]): string {
  return `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ', …' : ''}`
}

/** Everywhere, before the first row is deleted. */
export async function keepTombstone(ctx: EraseContext, db: Db, accountId: number): Promise<void> {
  const erasedAt = ctx.now()
  await publish(ctx.bus, { number: accountId, erasedAt })
  await keepErased(ctx, accountId, erasedAt)
  await eraser.keepTombstone(db, accountId, erasedAt)
}

async function publish(bus: Sources['bus'], { number, erasedAt }: Tombstone): Promise<void> {
  await bus?.snapshots.put(`${keyPrefix}${number}`, Buffer.from(erasedAt.toISOString()))
}

/** For NATS that was replaced by an empty one. */
export async function publishTombstones(bus: Context['bus'], tombstones: Tombstone[]): Promise<void> {
  const known = new Set((await listOfBus({ bus })).map(({ number }) => number))
  for (const one of tombstones) if (!known.has(one.number)) await publish(bus, one)
}

async function listOfBus({ bus }: Pick<Sources, 'bus'>): Promise<Known[]> {
  return bus ? toNumbers(await bus.snapshots.keys(keyPrefix)) : []
}

function toNumbers(snapshotKeys: string[]): Known[] {
  return snapshotKeys
    .filter((key) => key.startsWith(keyPrefix))
    .map((key) => ({ number: Number(key.slice(keyPrefix.length)) }))
}

async function findDate({ bus }: Pick<Sources, 'bus'>, number: number): Promise<Date | undefined> {
  const bytes = await bus?.snapshots.get(`${keyPrefix}${number}`)
  return bytes && new Date(Buffer.from(bytes).toString())
}

/** From all sources. Fails if one does not respond. */
export async function listTombstones(ctx: Sources): Promise<Tombstone[]> {
  const found = new Map<number, Tombstone>()
  for (const one of await listErased(ctx)) found.set(one.number, one)
  for (const one of await queries.listTombstones(ctx.db.directory)) found.set(one.number, one)
  for (const { number } of await listOfBus(ctx)) {
    const erasedAt = found.has(number) ? undefined : await findDate(ctx, number)
    if (erasedAt) found.set(number, { number, erasedAt })
  }
  return [...found.values()]
}

/** Erased accounts that a restore brought back. */
export async function listRisen(ctx: Pick<Sources, 'db' | 'bus'>, known: Known[]): Promise<number[]> {
  const numbers = known.map(({ number }) => number)
  const risen: number[] = []
  for (const { number, createdAt } of await queries.listExisting(ctx.db, numbers)) {
    const dates = known.flatMap((one) => (one.number === number && one.erasedAt ? [one.erasedAt] : []))
    const erasedAt = dates[0] ?? (await findDate(ctx, number))
    // Created after the erasure: another account, which got the same number after a restore.
    const isAnother = createdAt && erasedAt && createdAt > erasedAt
    if (!isAnother) risen.push(number)
  }
  return risen
}

/** Accounts that moved to another cell and were erased there. Their old rows are still in this one. */
export async function listLeftBehind(ctx: Pick<Context, 'db' | 'cells'>): Promise<number[]> {
  const erased = await listErased(ctx)
  if (erased.length === 0) return []
  return queries.listLeftBehind(
    ctx.db.recorder,
    erased.map(({ number }) => number),
  )
}

/** For the doctor, which reads the keys of the snapshots without creating streams. */
export async function findRestored(
  ctx: Pick<Context, 'db' | 'config'>,
  snapshotKeys: string[],
): Promise<Restored> {
  const known = [...(await queries.listTombstones(ctx.db.directory)), ...toNumbers(snapshotKeys)]
  return compare({ db: ctx.db, bus: undefined }, known, !ctx.config.cells.directoryUrl)
}

/** With several cells, the directory gives out the numbers. */
async function compare(
  ctx: Pick<Sources, 'db' | 'bus'>,
  known: Known[],
  hasOneCell: boolean,
): Promise<Restored> {
  const risen = await listRisen(ctx, known)
  const last = hasOneCell ? await queries.findLastNumber(ctx.db.directory) : Number.POSITIVE_INFINITY
  const reusable = new Set(known.map(({ number }) => number).filter((number) => number > last))
  return { risen, reusable: [...reusable] }
}

/**
 * A process that would serve erased accounts, or give their numbers to others, must not start. If a source does not
 * respond, the others are compared before this fails.
 */
export async function requireNoneRisen(ctx: Sources): Promise<void> {
  const sources = await Promise.allSettled<Known[]>([
    queries.listTombstones(ctx.db.directory),
    listOfBus(ctx),
    listErased(ctx),
  ])
  const known = sources.flatMap((source) => (source.status === 'fulfilled' ? source.value : []))
  const found = await compare(ctx, known, !ctx.cells)
  if (found.risen.length > 0 || found.reusable.length > 0) throw new RisenAccountsError(found)
  const failed = sources.find((source) => source.status === 'rejected')
  if (failed) throw failed.reason
}

/** Those of a database that a restore is about to replace. */
export async function readTombstones(ownerUrl: string): Promise<Tombstone[]> {
  const { db, end } = await openConnection(ownerUrl, 'rastro-erasures')
  try {
    if (!(await queries.hasTombstones(db))) return []
    await db`select set_config('rastro.directory', 'on', false)`
    return await queries.listTombstones(db)
  } finally {
    await end()
  }
}

/** For the operator, from the database of this cell. */
export function listErasedAccounts(
  ctx: Pick<Context, 'db'>,
  after: number,
  limit: number,
): Promise<queries.Erased[]> {
  return queries.listErased(ctx.db.directory, after, limit)
}

/** As it was sent to the account holder. */
export async function getKeptStatement(ctx: Pick<Context, 'db'>, number: number): Promise<string> {
  const statement = await eraser.findStatement(ctx.db.directory, number)
  if (statement) return statement
  throw new NotFoundError('erasure.no_statement', `There is no statement for account number ${number}.`)
}

/** In a restored database, by the owner of its tables. */
export async function recordTombstones(ownerUrl: string, tombstones: Tombstone[]): Promise<void> {
  const { db, end } = await openConnection(ownerUrl, 'rastro-erasures')
  try {
    if (await queries.hasTombstones(db)) await queries.keepTombstones(db, tombstones)
  } finally {
    await end()
  }
}
