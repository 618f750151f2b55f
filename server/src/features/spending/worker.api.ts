// Runs in every notifier: returns unused budget leases and reports caps.

import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { onScrape } from '../../platform/observability/metrics.ts'
import { returnBudgetLeases } from './budget-lease.api.ts'
import { publishCapNotices } from './cap-notice.ts'
import { showPlatformSpending } from './platform-cap.api.ts'

const returnEveryMs = 500
const publishEveryMs = 1_000

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

/** Any number of processes may run it at the same time. */
export function startSpending(ctx: Needs): { stop(): Promise<void> } {
  const returning = startPoller(ctx, { what: 'budget leases', everyMs: returnEveryMs }, () =>
    returnBudgetLeases(ctx),
  )
  const publishing = startPoller(ctx, { what: 'cap notices', everyMs: publishEveryMs }, () =>
    publishCapNotices(ctx),
  )
  const stopShowing = onScrape(() => showPlatformSpending(ctx))
  return {
    async stop() {
      stopShowing()
      await Promise.all([returning.stop(), publishing.stop()])
    },
  }
}
