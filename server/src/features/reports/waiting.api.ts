// What is waiting for reporters, for operators.

import type { Context } from '../../platform/context.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { findUnfinished } from './run.queries.ts'

export interface WaitingReports {
  queued: number
  running: number
  /** Of the oldest queued one. */
  waitMs: number
}

export async function findWaitingReports({ db, now }: Pick<Context, 'db' | 'now'>): Promise<WaitingReports> {
  const { queued, running, oldestQueuedAt } = await findUnfinished(db.directory)
  return { queued, running, waitMs: oldestQueuedAt ? Math.max(0, +now() - +oldestQueuedAt) : 0 }
}

/** In another role than that of reporters, which may be absent. */
export function startReportMetrics(ctx: Pick<Context, 'db' | 'now'>): { stop(): Promise<void> } {
  const stopMeasuring = onScrape(async () => {
    const { queued, running, waitMs } = await findWaitingReports(ctx)
    metrics.reportsUnfinished.set({ state: 'queued' }, queued)
    metrics.reportsUnfinished.set({ state: 'running' }, running)
    metrics.reportsOldest.set(waitMs / 1_000)
  })
  return { stop: async () => stopMeasuring() }
}
