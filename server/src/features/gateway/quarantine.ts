// Records unregistered trackers in batches: a flood of them costs one transaction a second.

import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import * as queries from './gateway.queries.ts'
import type { UnknownTracker } from './gateway.types.ts'

export interface Quarantine {
  note(tracker: UnknownTracker): void
  stop(): void
}

const maxQuarantined = 10_000
/** Further ones are dropped: the quarantine shows what reports, it need not be complete. */
const maxPerFlush = 1_000
const flushEveryMs = 1_000
/** The limit of the table's check constraint. */
const maxIdentifierLength = 64

export function createQuarantine(ctx: Pick<Context, 'db' | 'log' | 'now'>): Quarantine {
  let noted = new Map<string, UnknownTracker & { reports: number }>()
  let isFlushing = false

  async function flush(): Promise<void> {
    if (noted.size === 0 || isFlushing) return
    const trackers = [...noted.values()]
    noted = new Map()
    isFlushing = true
    try {
      await ctx.db.begin('recorder', (db) =>
        queries.quarantineTrackers(db, trackers, ctx.now(), maxQuarantined),
      )
    } catch (error) {
      ctx.log.warn({ err: error }, 'unknown trackers not recorded')
    } finally {
      isFlushing = false
    }
  }

  const timer = setInterval(() => inBackground(ctx, flush()), flushEveryMs)
  timer.unref()
  return {
    note({ protocol, address, ...tracker }) {
      const identifier = tracker.identifier
        .replaceAll('\u0000', '')
        .toWellFormed()
        .slice(0, maxIdentifierLength)
      const reports = (noted.get(identifier)?.reports ?? 0) + 1
      if (reports > 1 || noted.size < maxPerFlush)
        noted.set(identifier, { identifier, protocol, address, reports })
    },
    stop: () => clearInterval(timer),
  }
}
