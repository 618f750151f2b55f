// The notifier process: takes jobs, tells news, and looks at what is due.

import { alertOfExpiries } from '../features/alerts/expired-devices.consumer.ts'
import { startOverdueWatch } from '../features/alerts/overdue.api.ts'
import { keepHouse } from '../features/auth/auth.api.ts'
import { housekeeping } from '../features/auth/auth.jobs.ts'
import { tellCell } from '../features/cells/peer-cell.api.ts'
import { startClaimSweep } from '../features/cells/reservation-cleanup.api.ts'
import { startCommandSweep } from '../features/commands/timeouts.api.ts'
import { deleteHistory } from '../features/devices/device.jobs.ts'
import { startExpirySweep } from '../features/devices/expiry.api.ts'
import { startPresenceSweep } from '../features/devices/presence.api.ts'
import { startPublishing } from '../features/events/outbox.api.ts'
import { startNotifications } from '../features/notifications/worker.api.ts'
import { startForwarding } from '../features/recorder/buffered-locations.api.ts'
import { forgetDevice, keepHistory } from '../features/recorder/retention.api.ts'
import { keepPartitions } from '../features/recorder/retention.jobs.ts'
import { startWebhooks } from '../features/webhooks/worker.api.ts'
import type { Context } from '../platform/context.ts'

export async function startNotifier(ctx: Context): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(housekeeping, () => keepHouse(ctx))
  await ctx.jobs.work(keepPartitions, async () => void (await keepHistory(ctx)))
  await ctx.jobs.work(deleteHistory, (device) => forgetDevice(ctx, device))
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
