// The work of a notifier for hosts: checks that are due, and notices. Any number of them may run.

import type { Context } from '../../../platform/context.ts'
import { startPoller } from '../../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../../platform/observability/metrics.ts'
import { treeOf } from '../tree-database.ts'
import { createHostChecker } from './check.ts'
import type { HostCounts } from './host.queries.ts'
import * as queries from './host.queries.ts'
import { hostStates } from './host.types.ts'
import { noteHosts } from './notices.ts'

export type { HostCounts }

const everyMs = 5_000
const maxChecks = 20
/** Longer than DNS may take for one. */
const leaseMs = 5 * 60_000
const maxNotices = 50

export function startHosts(ctx: Context): { stop(): Promise<void> } {
  const checker = createHostChecker(ctx)
  const pollers = [
    startPoller(ctx, { what: 'hosts', everyMs }, () => checkDueHosts(ctx, checker)),
    startPoller(ctx, { what: 'notices of hosts', everyMs }, async () => {
      await noteHosts(ctx, maxNotices)
      return false
    }),
  ]
  const stopWatching = onScrape(async () => {
    const counts = await countHosts(ctx)
    for (const state of hostStates) metrics.hosts.set({ state }, counts[state])
  })
  return {
    async stop() {
      stopWatching()
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}

/** Returns whether there may be more. */
export async function checkDueHosts(
  ctx: Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'sites'>,
  checker = createHostChecker(ctx),
): Promise<boolean> {
  const now = ctx.now()
  const lease = { now, leasedUntil: new Date(now.getTime() + leaseMs), limit: maxChecks }
  const due = await queries.leaseDue(treeOf(ctx), ctx.cells?.own, lease)
  await Promise.all(due.map((host) => checker.check(host)))
  return due.length === maxChecks
}

export function countHosts(ctx: Pick<Context, 'db' | 'cells' | 'now'>): Promise<HostCounts> {
  return queries.countHosts(treeOf(ctx), new Date(ctx.now().getTime() - 3_600_000))
}
