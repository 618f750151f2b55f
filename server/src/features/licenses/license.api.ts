// Licenses: each active device uses one. Computed from devices and time, never stored, so the count cannot drift.

import type { Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import * as queries from './license.queries.ts'
import type { Licenses } from './license.types.ts'

export async function countLicenses(db: AccountDb, now: Date): Promise<Licenses> {
  const counted = await queries.countLicenses(db, now)
  if (!counted) throw new Error(`account ${db.accountId} does not exist`)
  return { ...counted, free: Math.max(0, counted.total - counted.used) }
}

/** Call it first in every transaction that may activate a device: concurrent activations are serialized. */
export function lockLicenses(ctx: Pick<Tx, 'db'>): Promise<void> {
  return queries.lockLicenses(ctx.db)
}

/** Call it after activating devices: throws, and so rolls back, if the account has too few licenses. */
export async function requireLicenses(ctx: Pick<Tx, 'db' | 'now'>): Promise<void> {
  const { total, used } = await countLicenses(ctx.db, ctx.now())
  if (used <= total) return
  throw new ConflictError(
    'licenses.none_free',
    `No free license: the account has ${total}. Let a device expire, delete one, or ask for more licenses.`,
  )
}

/** For the operator. A total below the used number deactivates nothing, but prevents activations. */
export async function setLicenses(ctx: Pick<Tx, 'db'>, total: number): Promise<void> {
  await queries.lockLicenses(ctx.db)
  await queries.setTotal(ctx.db, total)
}
