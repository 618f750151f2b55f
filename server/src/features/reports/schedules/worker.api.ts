// The notifier runs schedules of reports. Any number of processes may: the database decides which takes what.

import { createFairQueue } from '../../../platform/async/fair-queue.ts'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Poller } from '../../../platform/jobs/poller.ts'
import { startPoller } from '../../../platform/jobs/poller.ts'
import type { Mailer } from '../../notifications/mail.api.ts'
import * as emails from './report-email.queries.ts'
import { recoverEmails, sendEmail } from './report-email.ts'
import type { AccountRow } from './schedule-run.queries.ts'
import * as queries from './schedule-run.queries.ts'
import { collectFiles, startDue } from './schedule-run.ts'

type Needs = Omit<Context, 'bus' | 'cells'>

const dueEveryMs = 5_000
const collectEveryMs = 1_000
const sendEveryMs = 1_000
const maxPerPoll = 50
/** Each holds up to 8 MB of attachments. */
const concurrency = 4
const maxWaitMs = 600_000
const retryAfterMs = 60_000

export function startReportSchedules(ctx: Needs, mailer: Mailer | undefined): Pick<Poller, 'stop'> {
  const pollers = [
    startPoller(ctx, { what: 'report schedules', everyMs: dueEveryMs }, () => startAllDue(ctx)),
    startPoller(ctx, { what: 'files of scheduled reports', everyMs: collectEveryMs }, () =>
      collectAllFiles(ctx),
    ),
    startPoller(ctx, { what: 'e-mails with reports', everyMs: sendEveryMs }, async () => {
      const isMore = await recoverEmails(ctx, maxPerPoll)
      return (await sendAllDue(ctx, mailer)) || isMore
    }),
  ]
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()))
      await mailer?.stop()
    },
  }
}

/** Each returns whether there may be more. */
export async function startAllDue(ctx: Needs): Promise<boolean> {
  const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
  return forEach(ctx, due, (one) => startDue(ctx, one), queries.postponeSchedule)
}

export async function collectAllFiles(ctx: Needs): Promise<boolean> {
  const running = await queries.listRunning(ctx.db.directory, ctx.now(), maxPerPoll)
  return forEach(ctx, running, (one) => collectFiles(ctx, one), queries.checkAgain)
}

export async function sendAllDue(ctx: Needs, mailer: Mailer | undefined): Promise<boolean> {
  const due = await emails.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
  const inTurn = createFairQueue<'mail'>({ concurrency, maxQueueLength: maxPerPoll, maxWaitMs })
  const sent = await Promise.allSettled(due.map((one) => inTurn('mail', () => sendEmail(ctx, mailer, one))))
  const failed = sent.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) ctx.log.warn({ err: reason }, 'sending an e-mail with a report failed')
  // After a failure the next poll waits.
  return due.length === maxPerPoll && failed.length === 0
}

/** One that fails does not stop the others. It is tried again later, so that many of them do not fill every poll. */
async function forEach(
  ctx: Needs,
  rows: AccountRow[],
  work: (row: AccountRow) => Promise<void>,
  postpone: (db: AccountDb, number: number, until: Date) => Promise<void>,
): Promise<boolean> {
  let hasFailed = false
  for (const row of rows) {
    await work(row).catch(async (error) => {
      hasFailed = true
      ctx.log.warn({ err: error, ...row }, 'running a report schedule failed')
      const until = new Date(ctx.now().getTime() + retryAfterMs)
      await postpone(ctx.db.forAccount(row.accountId), row.number, until).catch(() => {})
    })
  }
  return rows.length === maxPerPoll && !hasFailed
}
