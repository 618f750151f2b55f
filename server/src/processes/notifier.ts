// The notifier process: takes jobs, tells news, and looks at what is due.

import { housekeeping } from '../features/access/access.jobs.ts'
import { keepHouse } from '../features/access/access.service.ts'
import { alertOfExpiries } from '../features/alerts/expired.consumer.ts'
import { startOverdueWatch } from '../features/alerts/overdue.service.ts'
import { startClaimSweep } from '../features/cells/orphans.service.ts'
import { startCommandSweep } from '../features/commands/overdue.service.ts'
import { startExpirySweep } from '../features/devices/expiry.service.ts'
import { startPresenceSweep } from '../features/devices/presence.service.ts'
import { startForwarding } from '../features/locations/held.service.ts'
import { forgetHistory, keepPartitions } from '../features/locations/history.jobs.ts'
import { forgetDevice, keepHistory } from '../features/locations/history.service.ts'
import { tellCell } from '../features/moves/neighbour.service.ts'
import { startPublishing } from '../features/news/news.service.ts'
import { startNotifications } from '../features/notifications/worker.service.ts'
import { startWebhooks } from '../features/webhooks/worker.service.ts'
import type { Context } from '../platform/context.ts'

export async function startNotifier(ctx: Context): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(housekeeping, () => keepHouse(ctx))
  await ctx.jobs.work(keepPartitions, async () => void (await keepHistory(ctx)))
  await ctx.jobs.work(forgetHistory, (device) => forgetDevice(ctx, device))
  await alertOfExpiries(ctx)
  const works = [
    startPublishing(ctx),
    await startNotifications(ctx),
    await startWebhooks(ctx),
    startExpirySweep(ctx),
    startOverdueWatch(ctx),
    startPresenceSweep(ctx),
    startCommandSweep(ctx),
    startForwarding(ctx, (cell, batches) => tellCell(ctx, cell, batches)),
    startClaimSweep(ctx),
  ]
  return {
    async stop() {
      await Promise.all(works.map((work) => work?.stop()))
    },
  }
}
