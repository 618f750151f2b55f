// Schedules of reports. Callers with full scope see all of the account, others those that act for them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { lockAccount } from '../../../platform/db/account-lock.queries.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../../platform/db/unchanged.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import type { Language } from '../../../platform/http/accept-language.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { may } from '../../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { requireMailServer } from '../../auth/identity-mail.api.ts'
import { firstAfter, periodBefore } from './occurrence.ts'
import { checkScheduled } from './report-runs.ts'
import * as queries from './schedule.queries.ts'
import type { ScheduleBody, ScheduleRunView, ScheduleView } from './schedule.schema.ts'
import type { ScheduleDocument, StoredSchedule } from './schedule.types.ts'
import { isTestRunning, startRun } from './schedule-run.ts'

const maxSchedules = 50

export async function getSchedule(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  return getScheduleIn({ db: ctx.db.forAccount(caller.accountId) }, caller, id)
}

export async function getScheduleIn(ctx: Pick<Tx, 'db'>, caller: Caller, id: string) {
  const found = await queries.findSchedule(ctx.db, onlyOf(caller), id)
  if (!found) throw notFound(id)
  const { number, version, json } = found
  return { number, version, schedule: JSON.parse(json) as Static<typeof ScheduleView> }
}

export function listSchedules(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listSchedules(db, onlyOf(caller), filter, cursor)
}

/** The newest first. */
export async function listScheduleRuns(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const { number } = await getSchedule(ctx, caller, id)
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listRuns(db, number, cursor)
}

export async function createSchedule(
  ctx: Tx,
  caller: Caller,
  body: Static<typeof ScheduleBody>,
  language: Language,
): Promise<string> {
  requireSchedulable(caller)
  const schedule = withDefaults(body, language)
  await lockAccount(ctx.db)
  if ((await queries.countSchedules(ctx.db)) >= maxSchedules) {
    throw new ConflictError(
      'reportSchedules.too_many',
      `An account has at most ${maxSchedules} report schedules.`,
    )
  }
  const { contacts, next } = await checked(ctx, caller, schedule, [])
  const id = newId('rsc')
  const made = { ...schedule, id, userId: caller.userId }
  const number = await queries.insertSchedule(ctx.db, made, next, ctx.now())
  await queries.setRecipients(ctx.db, number, contacts)
  await recordChanges(ctx, caller, [
    { action: 'reportSchedules.created', target: id, before: null, after: schedule },
  ])
  return id
}

/** Locks the schedule and lets `edit` derive the new document. */
export async function changeSchedule(
  ctx: Tx,
  caller: Caller,
  id: string,
  language: Language,
  edit: (before: StoredSchedule) => Static<typeof ScheduleBody>,
): Promise<void> {
  requireSchedulable(caller)
  const before = await lock(ctx, caller, id)
  const schedule = withDefaults(edit(before), language)
  if (isUnchanged(toDocument(before), schedule)) return
  const { contacts, next } = await checked(ctx, caller, schedule, before.recipients)
  // A schedule that stopped acts for the one who enables it again.
  const isTakenOver = schedule.enabled && (before.isStopped || before.userId === null)
  const userId = isTakenOver ? caller.userId : before.userId
  await queries.updateSchedule(ctx.db, before.number, { ...schedule, userId }, next, ctx.now())
  await queries.setRecipients(ctx.db, before.number, contacts)
  await recordChanges(ctx, caller, [
    { action: 'reportSchedules.changed', target: id, before: toDocument(before), after: schedule },
  ])
}

/** Deletes its runs and e-mails too. */
export async function deleteSchedule(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredSchedule) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deleteSchedule(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'reportSchedules.deleted', target: id, before: toDocument(before), after: null },
  ])
}

/** The report as it would be today, with what the caller sees, to the caller's own address only. */
export async function testSchedule(
  ctx: Tx,
  caller: Caller,
  id: string,
): Promise<Static<typeof ScheduleRunView>> {
  requireSchedulable(caller)
  requireMailServer(ctx)
  // In the order of the poller.
  await lockAccount(ctx.db)
  const schedule = await lock(ctx, caller, id)
  if (!(await queries.findVerifiedEmail(ctx.db, caller.userId))) {
    throw new ConflictError(
      'reportSchedules.email_unverified',
      'Your own e-mail address is not verified. Verify it, then repeat the test.',
    )
  }
  if (await isTestRunning(ctx, schedule.number)) {
    throw new ConflictError('reportSchedules.test_running', 'A test of this schedule is running.')
  }
  const zone = await queries.findTimeZone(ctx.db)
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now().getTime()).toZonedDateTimeISO(zone)
  const period = periodBefore(schedule.period, zone, today.toPlainDate().toString())
  const number = await startRun(ctx, schedule, caller, { period, testedBy: caller.userId })
  await recordChanges(ctx, caller, [
    { action: 'reportSchedules.tested', target: id, before: null, after: null },
  ])
  return JSON.parse(await queries.findRun(ctx.db, number))
}

export function toDocument(stored: StoredSchedule): ScheduleDocument {
  const { name, request, formats, rhythm, time, period, recipients, sendsEmpty, enabled } = stored
  return { name, request, formats, rhythm, time, period, recipients, sendsEmpty, enabled }
}

function withDefaults(body: Static<typeof ScheduleBody>, language: Language): ScheduleDocument {
  const { sendsEmpty = false, enabled = true, request, ...rest } = body
  const { dialect, ...what } = request
  const isCsv = rest.formats.includes('csv')
  return {
    ...rest,
    request: {
      ...what,
      language: what.language ?? language,
      units: what.units ?? 'metric',
      ...(isCsv && dialect && { dialect }),
    },
    // In the order of the response, so that a repeated document changes nothing.
    recipients: rest.recipients,
    sendsEmpty,
    enabled,
  }
}

/**
 * Checks what the body schema cannot express. Returns the numbers of the recipients, and when it is due first. A recipient
 * whose address is no longer verified gets nothing, and must not keep others from pausing the schedule.
 */
async function checked(ctx: Tx, caller: Caller, schedule: ScheduleDocument, keptIds: string[]) {
  const zone = await queries.findTimeZone(ctx.db)
  const next = firstAfter(schedule, zone, ctx.now())
  await checkScheduled(ctx, schedule, periodBefore(schedule.period, zone, next.on))
  const contacts = await findRecipients(ctx, caller, schedule.recipients, keptIds)
  return { contacts, next: schedule.enabled ? next : undefined }
}

/** Their numbers. Reports every one that is not a verified e-mail contact that the caller sees. */
async function findRecipients(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  ids: string[],
  keptIds: string[],
): Promise<number[]> {
  const found = await queries.findRecipients(ctx.db, onlyOf(caller), ids, keptIds)
  const known = new Set(found.map(({ id }) => id))
  const details = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            path: `recipients.${index}`,
            message: `"${id}" is not a contact with a verified e-mail address, or is not yours to see`,
          },
        ],
  )
  if (details.length === 0) return found.map(({ number }) => number)
  throw new InvalidError('body.invalid', `${details.length} recipient(s) cannot receive reports.`, {
    details,
  })
}

async function lock(ctx: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<StoredSchedule> {
  const schedule = await queries.lockSchedule(ctx.db, onlyOf(caller), id)
  if (!schedule) throw notFound(id)
  return schedule
}

/** Null if the caller may see all schedules. */
function onlyOf(caller: Caller): string | null {
  return caller.scope.kind === 'all' ? null : caller.userId
}

/** A schedule acts with the privileges and the scope of its user, so a caller with less cannot make one. */
function requireSchedulable(caller: Caller): void {
  if (caller.key?.isLimited) {
    throw new ForbiddenError(
      'access.key_limited',
      'An API key with limits cannot change report schedules, because they act with everything that its user may. Sign in, or use a key without limits.',
    )
  }
  if (may(caller, 'reports.read')) return
  throw new ForbiddenError('access.privilege_missing', 'This requires the privilege "reports.read".')
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'reportSchedules.not_found',
    `The report schedule "${id}" does not exist, or is not yours to see.`,
  )
}
