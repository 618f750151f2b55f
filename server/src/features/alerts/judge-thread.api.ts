// Runs delayed judging in a thread, which starts with the first account that needs it.

import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './judge-delay.queries.ts'

export interface JudgingThreadConfig {
  db: Config['db']
  logLevel: string
}

export interface RaisedMessage {
  /** The kinds of the raised alerts. */
  raised: string[]
}

/** Accounts that a recorder left behind when it ended are found after this. */
const checkEveryMs = 10_000

export interface JudgingThread {
  wake(): void
  stop(): void
}

export function createJudgingThread(ctx: Pick<Context, 'db' | 'log' | 'config'>): JudgingThread {
  let worker: Worker | undefined

  function start(): Worker {
    const workerData: JudgingThreadConfig = { db: ctx.config.db, logLevel: ctx.config.log.level }
    const started = new Worker(new URL('./judge-delayed.worker.ts', import.meta.url), { workerData })
    started.unref()
    started.on('message', ({ raised }: Partial<RaisedMessage>) => {
      for (const kind of raised ?? []) metrics.alerts.inc({ kind })
    })
    started.on('error', (error) => ctx.log.error({ err: error }, 'the judging thread failed'))
    // The next check starts it again.
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  function wake(): void {
    worker ??= start()
    worker.postMessage('wake')
  }

  const poller = startPoller(ctx, { what: 'delayed accounts', everyMs: checkEveryMs }, async () => {
    if (!worker && (await queries.hasDelays(ctx.db.recorder))) wake()
    return false
  })

  return {
    wake,
    stop() {
      inBackground(ctx, poller.stop())
      const ending = worker
      worker = undefined
      if (ending) inBackground(ctx, ending.terminate())
    },
  }
}

/** The accounts whose judging is delayed, the longest first. */
export function listDelayedAccounts(
  ctx: Pick<Context, 'db'>,
  limit: number,
  maxWaiting: number,
): Promise<queries.DelayedAccount[]> {
  return queries.listDelayed(ctx.db.directory, limit, maxWaiting)
}
