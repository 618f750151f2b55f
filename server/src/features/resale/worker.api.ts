// The work of a notifier for the reseller tree. Any number of them may run: every step can be repeated.

import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { applyNodes, listAccountsInTree, noteStatuses, propagateNodes, reportStatistics } from './applying.ts'
import * as queries from './cell.queries.ts'
import { endOfDeparted } from './departed-visitors.ts'
import { checkDueSenders, noteSenders, showSenders } from './senders/checking.ts'
import { createDnsLookup } from './senders/dns-records.ts'
import { settleTransfers } from './settling.ts'
import { settleSupport } from './support.api.ts'
import { treeOf } from './tree-database.ts'
import { closeDays, countUnreported, emitDays, reportDays } from './usage/closing.ts'

const applyEveryMs = 1_000
const reportEveryMs = 10_000
const usageEveryMs = 10_000
const departedEveryMs = 2_000
const maxTransfers = 100
const maxSupportSessions = 200

export function startResale(ctx: Context): { stop(): Promise<void> } {
  const dns = createDnsLookup(ctx.config.webhooks.dnsServers)
  let isApplying = false
  const pollers = [
    startPoller(ctx, { what: 'resellers', everyMs: applyEveryMs }, () => propagateNodes(ctx)),
    startPoller(ctx, { what: 'the reseller tree', everyMs: applyEveryMs }, async () => {
      isApplying = await applyNodes(ctx)
      return isApplying
    }),
    startPoller(
      ctx,
      { what: 'transfers of licenses', everyMs: applyEveryMs },
      async () => (await settleTransfers(ctx, { limit: maxTransfers })) === maxTransfers,
    ),
    startPoller(ctx, { what: 'support sessions', everyMs: applyEveryMs }, async () => {
      await settleSupport(ctx, { limit: maxSupportSessions })
      return false
    }),
    startPoller(ctx, { what: 'departed visitors', everyMs: departedEveryMs }, async () => {
      await endOfDeparted(ctx)
      return false
    }),
    startPoller(ctx, { what: 'senders of e-mails', everyMs: reportEveryMs }, async () => {
      const isMore = await checkDueSenders(ctx, dns)
      await noteSenders(ctx)
      return isMore
    }),
    // A status takes effect before it is noted.
    startPoller(
      ctx,
      { what: 'statuses of the reseller tree', everyMs: applyEveryMs },
      async () => !isApplying && (await noteStatuses(ctx)),
    ),
    startPoller(ctx, { what: 'usage of accounts', everyMs: usageEveryMs }, () => closeDays(ctx)),
    startPoller(ctx, { what: 'usage for the reseller tree', everyMs: usageEveryMs }, () => reportDays(ctx)),
    startPoller(ctx, { what: 'events of usage', everyMs: usageEveryMs }, () => emitDays(ctx)),
    startPoller(ctx, { what: 'accounts of the reseller tree', everyMs: reportEveryMs }, async () => {
      await listAccountsInTree(ctx)
      return reportStatistics(ctx)
    }),
  ]
  const stopWatching = onScrape(async () => {
    const { transfers, nodes } = await queries.countWaiting(treeOf(ctx))
    metrics.pendingLicenseTransfers.set(transfers)
    metrics.unappliedNodes.set(nodes)
    metrics.unreportedUsageDays.set(await countUnreported(ctx))
    await showSenders(ctx)
  })
  return {
    async stop() {
      stopWatching()
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}
