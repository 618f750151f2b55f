// The trip processor gives way while recorders lag: storing locations comes first. It slows down to a batch a minute, and
// never stops: a partition of the log that is stuck must not stop the trips of all accounts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'

const maxLagMs = 10_000
const checkEveryMs = 5_000
const maxWaitMs = 60_000
const waitStepMs = 500

export interface Pacing {
  isStopping(): boolean
  /** Call it before each batch. */
  giveWay(): Promise<void>
}

export const unpaced: Pacing = { isStopping: () => false, giveWay: () => Promise.resolve() }

type Needs = { bus: { locations: Pick<Context['bus']['locations'], 'oldestPending'> } }

export function createPacing(
  ctx: Needs,
  isStopping: () => boolean,
  { waitMs = maxWaitMs, everyMs = checkEveryMs }: { waitMs?: number; everyMs?: number } = {},
): Pacing {
  let isLagging = false
  let checkedAtMs = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    if (performance.now() - checkedAtMs < everyMs) return
    checkedAtMs = performance.now()
    // Without the bus, nothing is stored that could be delayed.
    const pending = await ctx.bus.locations.oldestPending().catch(() => [])
    isLagging = pending.some(({ at }) => at !== undefined && Date.now() - at.getTime() > maxLagMs)
    metrics.tripsGivingWay.set(Number(isLagging))
  }

  return {
    isStopping,
    async giveWay() {
      const startedMs = performance.now()
      await check()
      while (isLagging && !isStopping() && performance.now() - startedMs < waitMs) {
        await sleep(Math.min(waitStepMs, everyMs))
        await check()
      }
    },
  }
}
