// Schedules of reports in tests: verified contacts, and the workers of schedules step by step.

import type { Mailer } from '../src/features/notifications/mail.api.ts'
import { writeNext } from '../src/features/reports/reporter.api.ts'
import { recoverEmails } from '../src/features/reports/schedules/report-email.ts'
import { collectAllFiles, sendAllDue, startAllDue } from '../src/features/reports/schedules/worker.api.ts'
import type { Context } from '../src/platform/context.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'

export async function makeVerifiedContact(
  { make, superuser }: World,
  account: MadeAccount,
  fields: object = {},
): Promise<{ id: string; address: string }> {
  const contact = await make.contact(account, fields)
  await superuser.query('update contacts set verified_at = now() where id = $1', [contact.id])
  return contact
}

export const dailySummary = (recipients: string[], fields: object = {}) => ({
  name: `Schedule ${randomText(6)}`,
  request: { report: 'fleetSummary', language: 'en' },
  formats: ['json'],
  rhythm: { every: 'daily' },
  time: '07:00',
  period: 'yesterday',
  recipients,
  ...fields,
})

/** Everything that is due now, once. The reporter has its own process. */
export async function passOnce(ctx: Context, reporter: Context, mailer: Mailer | undefined): Promise<void> {
  await startAllDue(ctx)
  while (await writeNext(reporter));
  await collectAllFiles(ctx)
  await recoverEmails(ctx, 50)
  await sendAllDue(ctx, mailer)
}
