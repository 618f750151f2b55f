// Evaluates the maintenance of all accounts by turns. There is no timer per device: an account has one row, and some of its
// devices are evaluated at a time.

import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { listDue, measureWaiting, postponeCheck } from './check.queries.ts'
import { checkAccount } from './check.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const pollEveryMs = 5_000
const accountsPerPoll = 50
const retryAfterMs = 60_000

export function startMaintenanceChecks(ctx: Needs): Pick<Poller, 'stop'> {
  const stopMeasuring = onScrape(async () => {
    metrics.maintenanceDelay.set((await measureWaiting(ctx.db.directory, ctx.now())).waitSeconds)
  })
  const poller = startPoller(ctx, { what: 'maintenance', everyMs: pollEveryMs }, () => checkDue(ctx))
  return {
    stop() {
      stopMeasuring()
      return poller.stop()
    },
  }
}

/** One turn of each account that is due. Returns whether there may be more. An account that fails does not stop the others. */
export async function checkDue(ctx: Needs): Promise<boolean> {
  const due = await listDue(ctx.db.directory, ctx.now(), accountsPerPoll)
  let hasWorked = false
  for (const accountId of due) {
    try {
      if (await checkAccount(ctx, accountId)) hasWorked = true
    } catch (error) {
      ctx.log.warn({ err: error, accountId }, 'evaluating maintenance failed')
      const failedAt = ctx.now()
      const until = new Date(+failedAt + retryAfterMs)
      await postponeCheck(ctx.db.forAccount(accountId), { until, failedAt }).catch(() => {})
    }
  }
  return hasWorked
}
