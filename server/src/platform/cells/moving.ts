// Accounts being moved from or to this cell. The cached list is at most a second old; the database itself rejects
// writes based on an older one.

import type { Context } from '../context.ts'
import type { Pool } from '../db/db.ts'
import { MovingError } from '../http/errors.ts'
import type { MovingAccount } from './moving.queries.ts'
import * as queries from './moving.queries.ts'

export type { MoveState, MovingAccount } from './moving.queries.ts'

/** A mover waits longer than this before relying on every process knowing the move. */
export const movingCacheTtlMs = 1_000

interface MovingCache {
  accounts: Map<number, MovingAccount>
  readAtMs: number
  reading: Promise<void> | undefined
}
const caches = new WeakMap<Pool, MovingCache>()

/** By account; usually empty. While the database is unavailable, the last known list. */
export async function listMoving({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<number, MovingAccount>> {
  const cache = cacheOf(db)
  if (performance.now() - cache.readAtMs > movingCacheTtlMs) cache.reading ??= refresh(db, cache)
  await cache.reading
  return cache.accounts
}

/** Makes the next call read the list again. */
export function invalidateMoving({ db }: Pick<Context, 'db'>): void {
  cacheOf(db).readAtMs = Number.NEGATIVE_INFINITY
}

/** Rejects changes to an account that is being moved. */
export async function requireNotMoving(ctx: Pick<Context, 'db'>, accountId: number): Promise<void> {
  if ((await listMoving(ctx)).has(accountId)) throw new MovingError()
}

function cacheOf(db: Pool): MovingCache {
  const found = caches.get(db)
  if (found) return found
  const fresh = { accounts: new Map(), readAtMs: Number.NEGATIVE_INFINITY, reading: undefined }
  caches.set(db, fresh)
  return fresh
}

async function refresh(db: Pool, cache: MovingCache): Promise<void> {
  const readAtMs = performance.now()
  try {
    const rows = await queries.listMoving(db.directory)
    cache.accounts = new Map(rows.map((row) => [row.accountId, row]))
    cache.readAtMs = readAtMs
  } catch {
    // While the database is unavailable, it rejects every write anyway.
  } finally {
    cache.reading = undefined
  }
}
