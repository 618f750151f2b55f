// Which devices are online. A device that reports while it is online costs nothing: it is checked when its time is
// up.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { upTo } from '../../platform/lru.ts'
import * as queries from './presence.queries.ts'

/** The same as for `online` of a device. */
const onlineForMs = 600_000
/** Well before a sweep could find it offline. */
const markAgainAfterMs = onlineForMs / 2
const maxDevices = 500_000
const pollEveryMs = 1_000
const maxPerPoll = 1_000

export interface Presence {
  /** Records when devices were last seen. */
  markSeen(seen: Iterable<{ accountId: number; deviceNumber: number; atMs: number }>): Promise<void>
}

export function createPresence(ctx: Pick<Context, 'db' | 'now'>): Presence {
  const markedAt = new LRUCache<number, number>(upTo(maxDevices))
  return {
    async markSeen(seen) {
      const nowMs = ctx.now().getTime()
      const fresh = new Map<number, queries.Seen>()
      for (const { accountId, deviceNumber, atMs } of seen) {
        // Locations that waited in the log for long do not show that a device is online now.
        if (atMs <= nowMs - onlineForMs || atMs - (markedAt.get(deviceNumber) ?? 0) < markAgainAfterMs)
          continue
        fresh.set(deviceNumber, { accountId, deviceNumber, dueAt: new Date(atMs + onlineForMs) })
      }
      if (fresh.size === 0) return
      await queries.markOnline(ctx.db.recorder, [...fresh.values()], ctx.now())
      for (const { deviceNumber, dueAt } of fresh.values()) {
        markedAt.set(deviceNumber, dueAt.getTime() - onlineForMs)
      }
    },
  }
}

export async function sweepPresence(ctx: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const options = { now: ctx.now(), onlineForSeconds: onlineForMs / 1_000, max: maxPerPoll }
  return (await queries.sweepOnline(ctx.db.recorder, options)) === maxPerPoll
}

export function startPresencePoller(ctx: Pick<Context, 'db' | 'now' | 'log'>): Poller {
  return startPoller(ctx, { what: 'silent devices', everyMs: pollEveryMs }, () => sweepPresence(ctx))
}
