// Tombstones: the numbers of erased accounts. They are kept in the database, in NATS and in the directory of cells,
// because a restored database does not have those of later erasures. Before it serves, they are erased again.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { keepErased, listErased } from '../cells/home-cell.api.ts'
import * as eraser from './eraser.queries.ts'
import type { EraseContext, Tombstone } from './erasure.types.ts'
import * as queries from './tombstone.queries.ts'

const keyPrefix = 'erased-'

type Sources = Pick<Context, 'db' | 'cells'> & { bus: Context['bus'] | undefined }

export class RisenAccountsError extends Error {
  override name = 'RisenAccountsError'
  constructor(numbers: number[]) {
    super(
      `The database contains ${numbers.length} accounts that were erased (${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ', …' : ''}): an older backup was restored. Erase them again before serving. Run: rastro recover erasures`,
    )
  }
}

/** Everywhere, before the first row is deleted. */
export async function keepTombstone(ctx: EraseContext, db: Db, accountId: number): Promise<void> {
  const erasedAt = ctx.now()
  await ctx.bus?.snapshots.put(`${keyPrefix}${accountId}`, Buffer.from(erasedAt.toISOString()))
  await keepErased(ctx, accountId, erasedAt)
  await eraser.keepTombstone(db, accountId, erasedAt)
}

/** From all sources that respond. */
export async function listTombstones(ctx: Sources): Promise<Tombstone[]> {
  const found = new Map<number, Tombstone>()
  const ofBus = ctx.bus ? await ctx.bus.snapshots.list(keyPrefix) : []
  for (const { key, bytes } of ofBus) {
    const number = Number(key.slice(keyPrefix.length))
    found.set(number, { number, erasedAt: new Date(Buffer.from(bytes).toString()) })
  }
  const ofDatabase = await queries.listTombstones(ctx.db.directory)
  for (const one of [...(await listErased(ctx)), ...ofDatabase]) found.set(one.number, one)
  return [...found.values()]
}

/** Erased accounts that a restore brought back. */
export async function listRisen(ctx: Sources): Promise<Tombstone[]> {
  const tombstones = await listTombstones(ctx)
  const risen = new Set(
    await queries.listRisen(
      ctx.db.directory,
      tombstones.map(({ number }) => number),
    ),
  )
  return tombstones.filter(({ number }) => risen.has(number))
}

/** For the doctor, which reads the keys of the snapshots without creating streams. */
export async function listRisenAmong(ctx: Pick<Context, 'db'>, snapshotKeys: string[]): Promise<number[]> {
  const ofBus = snapshotKeys
    .filter((key) => key.startsWith(keyPrefix))
    .map((key) => Number(key.slice(keyPrefix.length)))
  const ofDatabase = (await queries.listTombstones(ctx.db.directory)).map(({ number }) => number)
  return queries.listRisen(ctx.db.directory, [...ofBus, ...ofDatabase])
}

/** A process that would serve erased accounts must not start. */
export async function requireNoneRisen(ctx: Sources): Promise<void> {
  const risen = await listRisen(ctx)
  if (risen.length > 0) throw new RisenAccountsError(risen.map(({ number }) => number))
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
