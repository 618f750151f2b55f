// Announces expiries. A device *is* expired by the clock alone; this only tells the news, exactly once.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { announce } from '../events/outbox.api.ts'
import { requireLicenses } from '../licenses/license.api.ts'
import { deviceExpired, deviceReactivated } from './device.events.ts'
import * as queries from './expiry.queries.ts'

const sweepEveryMs = 1_000
const maxPerSweep = 500

/** After an edit: the timers follow the devices' dates, and a return to life is announced with the edit itself. */
export async function followExpiry(
  ctx: Pick<Tx, 'db' | 'now'>,
  devices: { id: string; number: number; before: Date | null; after: Date | null; version: number }[],
): Promise<void> {
  const now = ctx.now()
  for (const { id, number, before, after, version } of devices) {
    if (!isExpired(before, now) || isExpired(after, now)) continue
    // It expired and came back before the sweep saw it: both are news.
    await announceExpiry(ctx, number, now)
    const news = { id: `${id}:reactivated:${version}`, type: deviceReactivated, at: now }
    await announce(ctx, [{ ...news, deviceId: id, deviceNumber: number, data: {} }])
  }
  const moved = devices.filter(({ before, after }) => before?.getTime() !== after?.getTime())
  const stillExpired = moved.filter(({ before, after }) => isExpired(before, now) && isExpired(after, now))
  // Expired before and after: that was announced, or is about to be, by the timer it has.
  const timers = moved.filter((device) => !stillExpired.includes(device))
  if (timers.length > 0)
    await queries.setTimers(
      ctx.db,
      timers.map(({ number, after }) => ({ number, dueAt: after && new Date(Math.max(+after, +now)) })),
    )
}

/** The account's dates begin elsewhere now. */
export async function moveExpiries(ctx: Pick<Tx, 'db' | 'now'>, timeZone: string): Promise<void> {
  const moved = await queries.moveExpiries(ctx.db, timeZone)
  const now = ctx.now()
  if (moved.some(({ before, after }) => isExpired(before, now) && !isExpired(after, now)))
    await requireLicenses(ctx)
  await followExpiry(ctx, moved)
}

export function isExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

async function announceExpiry(ctx: Pick<Tx, 'db'>, deviceNumber: number, now: Date): Promise<void> {
  const taken = await queries.takeDueTimer(ctx.db, deviceNumber, now)
  if (!taken) return
  const { deviceId, version, dueAt } = taken
  // Each expiry has a version of its own: whatever brings a device back changes it.
  const news = { id: `${deviceId}:expired:${version}`, type: deviceExpired, at: dueAt }
  await announce(ctx, [{ ...news, deviceId, deviceNumber, data: {} }])
}

/** One look at what is due. Any number of processes may do it at once. */
export async function sweepExpiries(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const due = await queries.listDueTimers(ctx.db.directory, ctx.now(), maxPerSweep)
  for (const { accountId, deviceNumber } of due) {
    await inTransaction(ctx, accountId, (tx) => announceExpiry(tx, deviceNumber, ctx.now()))
  }
  return due.length
}

export function startExpirySweep(ctx: Pick<Context, 'db' | 'now' | 'log'>): Sweep {
  const look = async () => (await sweepExpiries(ctx)) === maxPerSweep
  return startSweep(ctx, { what: 'expiries', everyMs: sweepEveryMs }, look)
}
