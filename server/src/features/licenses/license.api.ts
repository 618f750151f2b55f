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

/**
 * Call it first in every transaction that changes which devices are active, or the licenses: such changes are serialized,
 * and the count of the beginning of the day is kept.
 */
export async function lockLicenses(ctx: Pick<Tx, 'db' | 'now'>): Promise<void> {
  await queries.lockLicenses(ctx.db)
  await queries.openDays(ctx.db, ctx.now())
}

/** Call it after activating devices: throws, and so rolls back, if the account has too few licenses. */
export async function requireLicenses(ctx: Pick<Tx, 'db' | 'now'>): Promise<void> {
  const { total, used } = await countLicenses(ctx.db, ctx.now())
  if (used <= total) return queries.raisePeak(ctx.db, { total, used })
  throw new ConflictError(
    'licenses.none_free',
    `No free license: the account has ${total}. Let a device expire, delete one, or ask for more licenses.`,
  )
}

/** For the operator. A total below the used number deactivates nothing, but prevents activations. */
export async function setLicenses(ctx: Pick<Tx, 'db' | 'now'>, total: number): Promise<void> {
  await lockLicenses(ctx)
  await queries.setTotal(ctx.db, total)
  await notePeak(ctx, total)
}

/** Call it after the licenses of the account were changed. */
export function notePeak(ctx: Pick<Tx, 'db'>, total: number): Promise<void> {
  return queries.raisePeak(ctx.db, { total, used: 0 })
}

/** The most licenses in use and granted on a day. The licenses are locked, and the day is not in the future. */
export function findPeak(
  ctx: Pick<Tx, 'db'>,
  day: string,
): Promise<{ peak: number; granted: number } | undefined> {
  return queries.findPeak(ctx.db, day)
}
