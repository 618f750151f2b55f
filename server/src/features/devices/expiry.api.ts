// Emits expiry events. Whether a device is expired depends on the clock alone; each expiry is emitted exactly once.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { requireLicenses } from '../licenses/license.api.ts'
import { deviceExpired, deviceReactivated } from './device.events.ts'
import * as queries from './expiry.queries.ts'

const pollEveryMs = 1_000
const maxPerSweep = 500

/** After an edit: updates the timers, and emits reactivations in the same transaction. */
export async function syncExpiry(
  ctx: Pick<Tx, 'db' | 'now'>,
  devices: { id: string; number: number; before: Date | null; after: Date | null; version: number }[],
): Promise<void> {
  const now = ctx.now()
  for (const { id, number, before, after, version } of devices) {
    if (!isExpired(before, now) || isExpired(after, now)) continue
    // It expired and was reactivated before the sweep ran: both events are emitted.
    await emitExpiry(ctx, number, now)
    const event = { id: `${id}:reactivated:${version}`, type: deviceReactivated, at: now }
    await addToOutbox(ctx, [{ ...event, deviceId: id, deviceNumber: number, data: {} }])
  }
  const moved = devices.filter(({ before, after }) => before?.getTime() !== after?.getTime())
  const stillExpired = moved.filter(({ before, after }) => isExpired(before, now) && isExpired(after, now))
  // Expired before and after: the existing timer emits the event, or has done so.
  const timers = moved.filter((device) => !stillExpired.includes(device))
  if (timers.length > 0)
    await queries.setTimers(
      ctx.db,
      timers.map(({ number, after }) => ({ number, dueAt: after && new Date(Math.max(+after, +now)) })),
    )
}

/** Moves all expiries after a change of the time zone. */
export async function moveExpiries(ctx: Pick<Tx, 'db' | 'now'>, timeZone: string): Promise<void> {
  const moved = await queries.moveExpiries(ctx.db, timeZone)
  const now = ctx.now()
  if (moved.some(({ before, after }) => isExpired(before, now) && !isExpired(after, now)))
    await requireLicenses(ctx)
  await syncExpiry(ctx, moved)
}

export function isExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

async function emitExpiry(ctx: Pick<Tx, 'db'>, deviceNumber: number, now: Date): Promise<void> {
  const taken = await queries.takeDueTimer(ctx.db, deviceNumber, now)
  if (!taken) return
  const { deviceId, version, dueAt } = taken
  // Each expiry has its own version: every reactivation changes it.
  const event = { id: `${deviceId}:expired:${version}`, type: deviceExpired, at: dueAt }
  await addToOutbox(ctx, [{ ...event, deviceId, deviceNumber, data: {} }])
}

/** Processes what is due, once. Any number of processes may run it at the same time. */
export async function sweepExpiries(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const due = await queries.listDueTimers(ctx.db.directory, ctx.now(), maxPerSweep)
  for (const { accountId, deviceNumber } of due) {
    await inTransaction(ctx, accountId, (tx) => emitExpiry(tx, deviceNumber, ctx.now()))
  }
  return due.length
}

export function startExpiryPoller(ctx: Pick<Context, 'db' | 'now' | 'log'>): Poller {
  const poll = async () => (await sweepExpiries(ctx)) === maxPerSweep
  return startPoller(ctx, { what: 'expiries', everyMs: pollEveryMs }, poll)
}
