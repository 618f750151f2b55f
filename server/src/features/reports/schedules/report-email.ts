// Sends one e-mail with a report: takes it, counts it on the day of its account, sends it and records the outcome.

import { retryWrite } from '../../../platform/async/retry-write.ts'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import type { Mailer } from '../../notifications/mail.api.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { composeReport } from './email-content.ts'
import type { LeasedEmail } from './report-email.queries.ts'
import * as queries from './report-email.queries.ts'
import { listReportRuns, readReportFile } from './report-runs.ts'
import type { AccountRow } from './schedule-run.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'sites'>
type Outcome = Awaited<ReturnType<Mailer['send']>>

/** Larger files are linked. Base64 makes 11 MB of it, which most mail servers accept. */
const maxAttachedBytes = 8 * 1024 ** 2
const backoffSeconds = [30, 120, 600, 3_600]
export const maxAttempts = backoffSeconds.length + 1
const maxErrorLength = 300

export async function sendEmail(
  ctx: Needs,
  mailer: Mailer | undefined,
  { accountId, number }: AccountRow,
): Promise<void> {
  const db = ctx.db.forAccount(accountId)
  const leased = await queries.leaseEmail(db, number, {
    now: ctx.now(),
    leaseUntil: leaseEnd(ctx),
    ...dailyLimitOf(ctx.config),
    hasMailServer: mailer !== undefined,
  })
  if (!leased) return
  if (leased.state !== 'sending' || !mailer) {
    metrics.reportEmails.inc({ outcome: leased.state })
    return
  }
  const renewal = setInterval(
    () =>
      queries
        .renewLease(db, leased, leaseEnd(ctx))
        .catch((error) => ctx.log.warn({ err: error }, 'renewing a lease failed')),
    (ctx.config.notifications.leaseSeconds * 1_000) / 3,
  )
  try {
    const outcome = await send(ctx, db, mailer, leased)
    metrics.reportEmails.inc({ outcome: outcome.kind })
    await retryWrite(ctx.config.notifications.leaseSeconds * 1_000, () => settle(ctx, db, leased, outcome))
  } finally {
    clearInterval(renewal)
  }
}

/** It is unknown whether the e-mails of a process that died were sent. */
export async function recoverEmails(ctx: Needs, limit: number): Promise<boolean> {
  const now = ctx.now()
  const abandoned = await queries.listAbandoned(ctx.db.directory, now, limit)
  for (const { accountId, number } of abandoned)
    await queries.abandon(ctx.db.forAccount(accountId), number, { now, maxAttempts })
  return abandoned.length === limit
}

async function send(ctx: Needs, db: AccountDb, mailer: Mailer, leased: LeasedEmail): Promise<Outcome> {
  const { id, address } = leased
  let mail: Awaited<ReturnType<typeof compose>>
  try {
    mail = await compose(ctx, db, leased)
  } catch (error) {
    // Nothing was sent, and the database may be back for the next attempt.
    ctx.log.error({ err: error, email: id }, 'composing an e-mail with a report failed')
    return { kind: 'refused', why: 'the e-mail could not be composed', isTemporary: true }
  }
  if (!mail) return { kind: 'refused', why: 'report_deleted', isTemporary: false }
  // The id is the same for every attempt, so that duplicates can be recognised.
  return mailer.send({ id, to: address, accountId: db.accountId, ...mail })
}

/** Undefined if the files are gone. */
async function compose(ctx: Needs, db: AccountDb, { runNumber }: LeasedEmail) {
  const facts = await queries.findFacts(db, runNumber)
  if (!facts) return undefined
  const runs = await listReportRuns(db, facts.reportRunIds)
  if (runs.length < facts.reportRunIds.length || runs.some(({ state }) => state !== 'done')) return undefined
  const publicUrl = await ctx.sites.urlOf(db.accountId)
  let leftBytes = maxAttachedBytes
  const attachments = []
  const linked = []
  for (const run of runs) {
    const { id, bytes, fileName, mediaType } = run
    if (bytes > leftBytes) {
      linked.push({ fileName, url: `${publicUrl}/reports?run=${encodeURIComponent(id)}` })
      continue
    }
    const content = await readReportFile(db, run)
    if (!content) return undefined
    leftBytes -= bytes
    attachments.push({ fileName, mediaType, content })
  }
  const content = composeReport({
    name: facts.name,
    title: runs[0]!.title,
    language: facts.request.language,
    period: facts.period,
    account: facts.accountName,
    user: facts.userName,
    isTest: facts.isTest,
    rows: runs[0]!.rows,
    totals: runs[0]!.totals,
    attached: attachments.map(({ fileName }) => fileName),
    linked,
  })
  return { ...content, attachments }
}

async function settle(ctx: Needs, db: AccountDb, leased: LeasedEmail, outcome: Outcome): Promise<void> {
  const now = ctx.now()
  if (outcome.kind === 'accepted') return queries.markAccepted(db, leased, now)
  const error = [...outcome.why].slice(0, maxErrorLength).join('')
  ctx.log.info({ email: leased.id, outcome: outcome.kind, error }, 'e-mail with a report not sent')
  const waitSeconds = backoffSeconds[leased.attempt - 1]
  const retryAt =
    waitSeconds === undefined || (outcome.kind === 'refused' && !outcome.isTemporary)
      ? null
      : new Date(now.getTime() + waitSeconds * 1_000)
  if (outcome.kind === 'refused') await queries.markRefused(db, leased, { error, retryAt })
  else await queries.markUnknown(db, leased, { error, retryAt })
}

function leaseEnd(ctx: Needs): Date {
  return new Date(ctx.now().getTime() + ctx.config.notifications.leaseSeconds * 1_000)
}
