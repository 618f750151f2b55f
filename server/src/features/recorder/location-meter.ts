// Counts stored locations by account in memory and writes them to the account's day every few seconds. A crash loses the
// counts of these seconds, and no locations.

import type { Context } from '../../platform/context.ts'
import * as queries from './location-meter.queries.ts'

const flushEveryMs = 5_000

export interface LocationMeter {
  add(accountId: number): void
  stop(): Promise<void>
}

export function startLocationMeter(ctx: Pick<Context, 'db' | 'log' | 'now'>): LocationMeter {
  let counts = new Map<number, number>()
  async function flush(): Promise<void> {
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    try {
      await queries.addLocations(ctx.db.recorder, written, ctx.now())
    } catch (error) {
      ctx.log.warn({ err: error }, 'writing the number of locations failed, retrying')
      for (const [accountId, count] of written) counts.set(accountId, (counts.get(accountId) ?? 0) + count)
    }
  }
  let flushing = Promise.resolve()
  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, flushEveryMs)
  return {
    add(accountId) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
