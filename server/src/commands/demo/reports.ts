// Finished reports of the devices whose month is complete first, and a schedule. It is paused: the demo sends no e-mail.

import { createContact, verifyContact } from '../../features/notifications/contact.api.ts'
import { requestReport, scheduleReport } from '../../features/reports/report.api.ts'
import type { RunRequest } from '../../features/reports/report.types.ts'
import { writeNext } from '../../features/reports/reporter.api.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'

const timeZone = 'Europe/Madrid'
const reader = { language: 'en', units: 'metric' } as const

export async function createReports(
  ctx: Context,
  caller: Caller,
  deviceIds: string[],
  days: number,
): Promise<void> {
  const requests = reportsOf(ctx.now(), deviceIds, days)
  await inTransaction(ctx, caller.accountId, async (tx) => {
    for (const request of requests) await requestReport(tx, caller, request)
    const contact = await createContact(tx, caller, {
      name: 'Fleet manager',
      channel: 'email',
      address: 'fleet@example.com',
    })
    await verifyContact(tx, caller, contact)
    await scheduleReport(tx, caller, {
      name: 'Fleet summary of the week',
      request: { report: 'fleetSummary', groupBy: 'group', ...reader },
      formats: ['pdf', 'xlsx'],
      rhythm: { every: 'weekly', weekday: 'monday' },
      time: '07:00',
      period: 'lastWeek',
      recipients: [contact],
      sendsEmpty: false,
      enabled: false,
    })
  })
  for (const _ of requests) await writeNext(ctx)
}

/** Of whole days, up to yesterday. */
function reportsOf(now: Date, deviceIds: string[], days: number): RunRequest[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const dayBefore = (count: number) => today.subtract({ days: count }).toString()
  const to = dayBefore(1)
  const [week, month] = [Math.min(days, 7), Math.min(days, 30)].map(dayBefore) as [string, string]
  const of = { to, deviceIds, ...reader }
  return [
    { report: 'fleetSummary', from: month, format: 'xlsx', ...of },
    { report: 'days', from: month, format: 'html', ...of },
    { report: 'trips', from: week, format: 'pdf', ...of },
    { report: 'driving', from: month, format: 'pdf', ...of },
    { report: 'temperature', from: week, format: 'pdf', minTemperature: -25, maxTemperature: -15, ...of },
  ]
}
