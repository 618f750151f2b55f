import { findStuckSchedules, maxFailing } from '../../features/reports/schedules/stuck.api.ts'
import { findWaitingReports } from '../../features/reports/waiting.api.ts'
import type { Check } from './doctor.types.ts'
import { inShell, manually, ok, warning } from './findings.ts'

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
  {
    id: 'work.report-schedules',
    group: 'work',
    about: 'scheduled reports are late, or fail again and again',
    needs: 'tables',
    async run(ctx) {
      const { late, oldestOn, failing } = await findStuckSchedules(ctx)
      if (late === 0 && failing.length === 0) return ok('scheduled reports are on time')
      const found = []
      if (late > 0) {
        found.push(
          ...warning(
            `${late} scheduled reports are late, the oldest one is of ${oldestOn}`,
            'Their recipients get no e-mail. Only the newest report of each is sent when a notifier runs again.',
            inShell('rastro serve notifier'),
          ),
        )
      }
      const [first] = failing
      if (first) {
        const count = failing.length === maxFailing ? `${maxFailing} or more` : failing.length
        found.push(
          ...warning(
            `the last three runs of ${count} scheduled reports sent nothing, e.g. ${first.schedule} of ${first.account}: ${first.reason ?? 'no reason'}`,
            'Their recipients get no e-mail.',
            manually(
              `See GET /api/reportSchedules/${first.schedule}/runs, and the mail server (RASTRO_SMTP_URL).`,
            ),
          ),
        )
      }
      return found
    },
  },
]
