// Licenses: each active device uses one. Counted from the devices and the clock, never kept apart, so they cannot drift.

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

/** First in every transaction that may make a device active: whoever comes second sees what the first one did. */
export function lockLicenses(ctx: Pick<Tx, 'db'>): Promise<void> {
  return queries.lockLicenses(ctx.db)
}

/** After the devices were made active: refuses, and so undoes them, where that is more than the account has. */
export async function requireLicenses(ctx: Pick<Tx, 'db' | 'now'>): Promise<void> {
  const { total, used } = await countLicenses(ctx.db, ctx.now())
  if (used <= total) return
  throw new ConflictError(
    'licenses.none_free',
    `No license is free: the account has ${total}. Let a device expire, delete one, or ask for more licenses.`,
  )
}

/** By the operator. Below what is used nothing is switched off, but nothing can be activated either. */
export async function setLicenses(ctx: Pick<Tx, 'db'>, total: number): Promise<void> {
  await queries.lockLicenses(ctx.db)
  await queries.setTotal(ctx.db, total)
}
