import { findWaitingReports } from '../../features/reports/waiting.api.ts'
import type { Check } from './doctor.types.ts'
import { inShell, ok, warning } from './findings.ts'

/** Two reports of an account are written at a time, each within 30 minutes. */
const lateMs = 15 * 60_000

export const reportChecks: Check[] = [
  {
    id: 'work.reports',
    group: 'work',
    about: 'no reporter is running, or it cannot keep up',
    needs: 'tables',
    async run(ctx) {
      const { queued, running, waitMs } = await findWaitingReports(ctx)
      if (waitMs < lateMs) return ok(`${queued} reports are queued, ${running} are being written`)
      const minutes = Math.round(waitMs / 60_000)
      return warning(
        `a report has been waiting for ${minutes} minutes (${queued} are queued, ${running} are being written)`,
        'Users wait for their reports. Nothing else is affected.',
        inShell('rastro serve reporter'),
      )
    },
  },
]
