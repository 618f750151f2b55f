// The notifier role: runs jobs, publishes the outbox, and polls for due work.

import { startAccountMetrics } from '../features/accounts/status.api.ts'
import { startTrials } from '../features/accounts/trial.api.ts'
import { alertOfExpiries } from '../features/alerts/expired-devices.consumer.ts'
import { startOverdueWatch } from '../features/alerts/overdue.api.ts'
import { archiveHistory } from '../features/archive/archive.jobs.ts'
import { runArchiving } from '../features/archive/archiving-thread.api.ts'
import { runHousekeeping } from '../features/auth/auth.api.ts'
import { housekeeping } from '../features/auth/auth.jobs.ts'
import { startRecoveryPoller } from '../features/auth/factors/recovery.api.ts'
import { startIdentityMail } from '../features/auth/identity-mail.api.ts'
import { startKeyNotices } from '../features/auth/key-notices.api.ts'
import { startPasswordResets } from '../features/auth/password-reset-worker.api.ts'
import { createResetForwarder, sendToCell } from '../features/cells/peer-cell.api.ts'
import { startReservationCleanup } from '../features/cells/reservation-cleanup.api.ts'
import { startCommandTimeoutPoller } from '../features/commands/timeouts.api.ts'
import { deleteHistory } from '../features/devices/device.jobs.ts'
import { startExpiryPoller } from '../features/devices/expiry.api.ts'
import { startPresencePoller } from '../features/devices/presence.api.ts'
import { startErasures } from '../features/erasure/erasure.api.ts'
import { startErasureReminders } from '../features/erasure/erasure-reminder.api.ts'
import { startEscalating } from '../features/escalation/worker.api.ts'
import { startPublishing } from '../features/events/outbox.api.ts'
import { startExports } from '../features/exports/export.api.ts'
import { nightlyDoctor } from '../features/installation/installation.jobs.ts'
import { startMaintenanceChecks } from '../features/maintenance/worker.api.ts'
import { createMailSender } from '../features/notifications/mail.api.ts'
import { startNotifications } from '../features/notifications/worker.api.ts'
import { trimHistories, trimHistory } from '../features/recorder/account-history.api.ts'
import { startForwarding } from '../features/recorder/buffered-locations.api.ts'
import { forgetDevice, keepHistory, keepPartitions } from '../features/recorder/retention.api.ts'
import { startReportSchedules } from '../features/reports/schedules/worker.api.ts'
import { startReportMetrics } from '../features/reports/waiting.api.ts'
import { startHosts } from '../features/resale/hosts/worker.api.ts'
import { createMailBrands } from '../features/resale/senders/mail-brand.api.ts'
import { startResale } from '../features/resale/worker.api.ts'
import { startSignUps } from '../features/sign-up/sign-up-worker.api.ts'
import { startSpending } from '../features/spending/worker.api.ts'
import { forgetTrips } from '../features/trips/retention.api.ts'
import { startWebhooks } from '../features/webhooks/worker.api.ts'
import type { Context } from '../platform/context.ts'
import { runNightlyDoctor } from './nightly-doctor.ts'

export async function startNotifier(ctx: Context): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(housekeeping, () => runHousekeeping(ctx))
  await ctx.jobs.work(keepPartitions, async () => {
    await keepHistory(ctx)
  })
  await ctx.jobs.work(deleteHistory, async (device) => {
    await forgetDevice(ctx, device)
    await forgetTrips(ctx, device)
  })
  await ctx.jobs.work(trimHistory, async (wanted) => {
    await trimHistories(ctx, wanted ?? {})
  })
  await ctx.jobs.work(archiveHistory, () => runArchiving(ctx))
  await ctx.jobs.work(nightlyDoctor, () => runNightlyDoctor(ctx))
  await alertOfExpiries(ctx)
  const findMailBrand = createMailBrands(ctx)
  const workers = [
    startPublishing(ctx),
    await startNotifications(ctx, findMailBrand),
    startSpending(ctx),
    startReportSchedules(ctx, createMailSender(ctx, findMailBrand)),
    startIdentityMail(ctx, createMailSender(ctx, findMailBrand), findMailBrand),
    startKeyNotices(ctx),
    startPasswordResets(ctx, createResetForwarder(ctx)),
    await startWebhooks(ctx),
    startExpiryPoller(ctx),
    startEscalating(ctx),
    startOverdueWatch(ctx),
    startMaintenanceChecks(ctx),
    startPresencePoller(ctx),
    startCommandTimeoutPoller(ctx),
    startForwarding(ctx, (cell, batches) => sendToCell(ctx, cell, batches)),
    startReservationCleanup(ctx),
    startRecoveryPoller(ctx),
    startExports(ctx),
    startErasures(ctx),
    startErasureReminders(ctx),
    startTrials(ctx),
    startSignUps(ctx),
    startResale(ctx),
    startHosts(ctx),
    startAccountMetrics(ctx),
    startReportMetrics(ctx),
  ]
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker?.stop()))
    },
  }
}
