// What the trip processor does and what is waiting for it, for operators.

import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Processed } from './processing.types.ts'
import { correctionsOf } from './publishing.ts'
import { findTripWork } from './work.api.ts'

/** Call it once the transaction is committed. */
export function countProcessed(processed: Processed[]): void {
  for (const one of processed) {
    const work = one.isRecomputed ? 'recomputed' : 'continued'
    metrics.tripDevices.inc({ work })
    metrics.tripLocations.inc({ work }, one.rows)
    metrics.tripSegments.inc(one.changes?.written.length ?? 0)
    for (const { cause } of correctionsOf(one)) metrics.tripCorrections.inc({ cause })
  }
}

/** Looking costs as much as a poll of the processor. */
const measureEveryMs = 60_000

export function createWorkMeter(ctx: Pick<Context, 'db' | 'now'>): () => Promise<void> {
  let measuredAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - measuredAtMs < measureEveryMs) return
    measuredAtMs = performance.now()
    const { dueDevices, redoDevices, oldestDueAt } = await findTripWork(ctx)
    metrics.tripsWaiting.set({ work: 'due' }, dueDevices)
    metrics.tripsWaiting.set({ work: 'recomputation' }, redoDevices)
    metrics.tripsOldest.set(oldestDueAt ? Math.max(0, +ctx.now() - +oldestDueAt) / 1_000 : 0)
  }
}
