// Who is online. A device that speaks costs nothing while it is known to be: it is looked at again when its time is up.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import * as queries from './presence.queries.ts'

/** As the device's own `online` says. */
const onlineForMs = 600_000
/** Well before a sweep could find it silent. */
const noteAgainAfterMs = onlineForMs / 2
const maxDevices = 500_000
const lookEveryMs = 1_000
const maxPerLook = 1_000

export interface Presence {
  /** These spoke at those times. */
  note(seen: Iterable<{ accountId: number; deviceNumber: number; atMs: number }>): Promise<void>
}

export function createPresence(ctx: Pick<Context, 'db' | 'now'>): Presence {
  const notedAt = new LRUCache<number, number>({ max: maxDevices })
  return {
    async note(seen) {
      const nowMs = ctx.now().getTime()
      const fresh = new Map<number, queries.Seen>()
      for (const { accountId, deviceNumber, atMs } of seen) {
        // What waited in the log for long says nothing about now.
        if (atMs <= nowMs - onlineForMs || atMs - (notedAt.get(deviceNumber) ?? 0) < noteAgainAfterMs)
          continue
        fresh.set(deviceNumber, { accountId, deviceNumber, dueAt: new Date(atMs + onlineForMs) })
      }
      if (fresh.size === 0) return
      await queries.markOnline(ctx.db.recorder, [...fresh.values()], ctx.now())
      for (const { deviceNumber, dueAt } of fresh.values()) {
        notedAt.set(deviceNumber, dueAt.getTime() - onlineForMs)
      }
    },
  }
}

export async function sweepPresence(ctx: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const look = { now: ctx.now(), onlineForSeconds: onlineForMs / 1_000, most: maxPerLook }
  return (await queries.sweepOnline(ctx.db.recorder, look)) === maxPerLook
}

export function startPresenceSweep(ctx: Pick<Context, 'db' | 'now' | 'log'>): Sweep {
  return startSweep(ctx, { what: 'silent devices', everyMs: lookEveryMs }, () => sweepPresence(ctx))
}
