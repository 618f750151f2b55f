// A schedule that is due starts a report run per format, once per day. When their files are written, there is one e-mail
// for each recipient. Every step is one transaction that another process can repeat.

import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { lockAccount } from '../../../platform/db/account-lock.queries.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { may } from '../../../platform/http/caller.ts'
import { CallerError, TooManyError, UnavailableError } from '../../../platform/http/errors.ts'
import { findUserPermissions } from '../../auth/caller.api.ts'
import { dayAfter, firstAfter, newestDue, periodBefore } from './occurrence.ts'
import { createReportRuns, listReportRuns } from './report-runs.ts'
import * as schedules from './schedule.queries.ts'
import { maxRecipients } from './schedule.schema.ts'
import type { DatePeriod, StopReason, StoredSchedule } from './schedule.types.ts'
import type { AccountRow } from './schedule-run.queries.ts'
import * as queries from './schedule-run.queries.ts'

type Needs = Omit<Context, 'bus' | 'cells'>

const checkEveryMs = 2_000
const keptForMs = 90 * 86_400_000
const maxReasonLength = 300

/** Whose report it is. */
export type Requester = Pick<Caller, 'userId' | 'role' | 'privileges' | 'scope'>

/** Starts the newest report that is due. Reports that were missed before it are left out. */
export function startDue(ctx: Needs, { accountId, number }: AccountRow): Promise<void> {
  return inTransaction(ctx, accountId, async (tx) => {
    const now = ctx.now()
    // First, as those do who change the account's time zone.
    await lockAccount(tx.db)
    const schedule = await schedules.lockDue(tx.db, number, now)
    if (!schedule) return
    const zone = await schedules.findTimeZone(tx.db)
    const due = newestDue(schedule, zone, now, schedule.nextOn!)
    if (due && !(await queries.hasRun(tx.db, number, due.on))) {
      const requester = await findRequester(tx as Tx, schedule)
      if (typeof requester === 'string') return schedules.stopSchedule(tx.db, number, requester, now)
      const period = periodBefore(schedule.period, zone, due.on)
      await startScheduled(tx as Tx, schedule, requester, { period, on: due.on })
      await queries.deleteOld(tx.db, number, new Date(now.getTime() - keptForMs))
    }
    const notBefore = due ? dayAfter(due.on) : schedule.nextOn!
    await schedules.setNext(tx.db, number, firstAfter(schedule, zone, now, notBefore))
  })
}

/** With the privileges and the scope that the user has now. */
async function findRequester(ctx: Tx, { userId }: StoredSchedule): Promise<Requester | StopReason> {
  const user = userId === null ? undefined : await findUserPermissions(ctx, userId)
  if (!user || userId === null) return 'user_deleted'
  if (!user.isActive) return 'user_inactive'
  return may(user, 'reports.read') ? { ...user, userId } : 'privilege_missing'
}

/** What cannot be requested any more, such as a deleted group, is shown with the run. */
async function startScheduled(
  ctx: Tx,
  schedule: StoredSchedule,
  requester: Requester,
  given: { period: DatePeriod; on: string },
): Promise<void> {
  try {
    await startRun(ctx, schedule, requester, given)
  } catch (error) {
    if (!(error instanceof CallerError) || isTemporary(error)) throw error
    const reason = error.message.slice(0, maxReasonLength)
    await insert(ctx, schedule, { ...given, reportRunIds: [], reason })
  }
}

/** Too many report runs of the account wait, or a dependency is unavailable: the schedule is started later. */
function isTemporary(error: CallerError): boolean {
  return error instanceof TooManyError || error instanceof UnavailableError
}

export async function startRun(
  ctx: Tx,
  schedule: StoredSchedule,
  requester: Requester,
  given: { period: DatePeriod; on?: string; testedBy?: string },
): Promise<number> {
  const reportRunIds = await createReportRuns(ctx, requester, schedule, given.period)
  return insert(ctx, schedule, { ...given, reportRunIds, reason: null })
}

function insert(
  ctx: Tx,
  { number }: StoredSchedule,
  given: {
    period: DatePeriod
    on?: string
    testedBy?: string
    reportRunIds: string[]
    reason: string | null
  },
): Promise<number> {
  const { on = null, testedBy = null, ...rest } = given
  return queries.insertRun(ctx.db, {
    ...rest,
    on,
    testedBy,
    id: newId('rsr'),
    scheduleNumber: number,
    now: ctx.now(),
  })
}

export function isTestRunning(ctx: Pick<Tx, 'db'>, scheduleNumber: number): Promise<boolean> {
  return queries.isTestRunning(ctx.db, scheduleNumber)
}

/** Creates the e-mails when all files are written. */
export function collectFiles(
  ctx: Pick<Context, 'db' | 'now'>,
  { accountId, number }: AccountRow,
): Promise<void> {
  return inTransaction(ctx, accountId, async ({ db, now }) => {
    const run = await queries.lockRunning(db, number)
    if (!run) return
    const reports = await listReportRuns(db, run.reportRunIds)
    const failed = reports.find(({ state }) => state !== 'queued' && state !== 'running' && state !== 'done')
    if (failed || reports.length < run.reportRunIds.length) {
      const reason = (failed?.failure ?? `report_${failed?.state ?? 'deleted'}`).slice(0, maxReasonLength)
      return queries.settleRun(db, number, 'failed', reason)
    }
    if (reports.some(({ state }) => state !== 'done')) {
      return queries.checkAgain(db, number, new Date(now().getTime() + checkEveryMs))
    }
    const isTest = run.testedBy !== null
    const isEmpty = reports.every(({ rows }) => rows === 0)
    if (isEmpty && !isTest && !run.sendsEmpty) return queries.settleRun(db, number, 'empty', null)
    const emails = isTest
      ? await queries.insertTestEmail(db, run, newId('rem'), now())
      : await queries.insertEmails(db, run, Array.from({ length: maxRecipients }, newEmailId), now())
    if (emails > 0) return queries.settleRun(db, number, 'sending', null)
    return queries.settleRun(db, number, 'failed', isTest ? 'email_unverified' : 'no_recipients')
  })
}

function newEmailId(): string {
  return newId('rem')
}
