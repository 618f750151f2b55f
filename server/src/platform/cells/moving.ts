// Accounts that are not at home here: on their way from this cell to another, or the other way round. What is known is a
// second old at most; who acts on what is older is refused by the database itself.

import type { Context } from '../context.ts'
import type { Pool } from '../db/db.ts'
import { MovingError } from '../http/errors.ts'
import type { MovingAccount } from './moving.queries.ts'
import * as queries from './moving.queries.ts'

export type { MoveState, MovingAccount } from './moving.queries.ts'

/** Whoever moves an account waits longer than this before he counts on everybody knowing it. */
export const knownWithinMs = 1_000

interface Known {
  accounts: Map<number, MovingAccount>
  askedAtMs: number
  asking: Promise<void> | undefined
}
const known = new WeakMap<Pool, Known>()

/** By account; mostly none. While the database is away, what was known last. */
export async function listMoving({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<number, MovingAccount>> {
  const now = knownOf(db)
  if (performance.now() - now.askedAtMs > knownWithinMs) now.asking ??= ask(db, now)
  await now.asking
  return now.accounts
}

/** What was known was wrong: it is asked again before it is used. */
export function forgetMoving({ db }: Pick<Context, 'db'>): void {
  knownOf(db).askedAtMs = Number.NEGATIVE_INFINITY
}

/** Refuses a change of an account that is on its way. */
export async function requireAtHome(ctx: Pick<Context, 'db'>, accountId: number): Promise<void> {
  if ((await listMoving(ctx)).has(accountId)) throw new MovingError()
}

function knownOf(db: Pool): Known {
  const found = known.get(db)
  if (found) return found
  const fresh = { accounts: new Map(), askedAtMs: Number.NEGATIVE_INFINITY, asking: undefined }
  known.set(db, fresh)
  return fresh
}

async function ask(db: Pool, now: Known): Promise<void> {
  const askedAtMs = performance.now()
  try {
    const rows = await queries.listMoving(db.directory)
    now.accounts = new Map(rows.map((row) => [row.accountId, row]))
    now.askedAtMs = askedAtMs
  } catch {
    // The database is away, and refuses for itself.
  } finally {
    now.asking = undefined
  }
}
