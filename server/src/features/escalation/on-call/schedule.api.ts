// On-call schedules: layers of rotations, and overrides.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { lockAccount } from '../../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { isDuplicate } from '../../../platform/db/db.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../../platform/db/unchanged.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Fault } from '../../../platform/http/errors.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import { invalid } from '../../../platform/http/validation.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { requireFullScope } from '../policy.api.ts'
import { findKnown } from '../policy.queries.ts'
import { createRota, splitByDay } from './rotation.ts'
import * as queries from './schedule.queries.ts'
import type { ScheduleView } from './schedule.schema.ts'
import type { ScheduleDocument, StoredSchedule, WholeSchedule } from './schedule.types.ts'

const maxSchedules = 50
const maxOverrides = 500
const dayMs = 86_400_000
const maxCalendarDays = 42
const defaultCalendarDays = 28
const maxOverrideDays = 366
const keptOverrideDays = 90

export async function getSchedule(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const isSeen = caller.scope.kind === 'all'
  return shown(id, isSeen ? await queries.findSchedule(ctx.db.forAccount(caller.accountId), id) : undefined)
}

export async function getScheduleIn(ctx: Pick<Tx, 'db'>, id: string) {
  return shown(id, await queries.findSchedule(ctx.db, id))
}

function shown(id: string, found: { version: number; json: string } | undefined) {
  if (!found) throw scheduleNotFound(id)
  return { schedule: JSON.parse(found.json) as Static<typeof ScheduleView>, version: found.version }
}

export function listSchedules(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listSchedules(db, caller.scope, filter, cursor)
}

export async function createSchedule(ctx: Tx, caller: Caller, document: ScheduleDocument): Promise<string> {
  requireFullScope(caller)
  const schedule = await whole(ctx, document)
  await lockAccount(ctx.db)
  if ((await queries.countSchedules(ctx.db)) >= maxSchedules) {
    throw new ConflictError(
      'onCallSchedules.too_many',
      `An account has at most ${maxSchedules} on-call schedules.`,
    )
  }
  const id = newId('ocs')
  await namedOnce(schedule.name, () => queries.insertSchedule(ctx.db, id, schedule, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'onCallSchedules.created', target: id, before: null, after: schedule },
  ])
  return id
}

export async function changeSchedule(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredSchedule) => ScheduleDocument,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const schedule = await whole(ctx, edit(before))
  if (isUnchanged(toDocument(before), schedule)) return
  await namedOnce(schedule.name, () => queries.updateSchedule(ctx.db, id, schedule, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'onCallSchedules.changed', target: id, before: toDocument(before), after: schedule },
  ])
}

/** Not while a policy refers to it: its steps would notify nobody. */
export async function deleteSchedule(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredSchedule) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  const policy = await queries.findUse(ctx.db, id)
  if (policy !== undefined) {
    throw new ConflictError(
      'onCallSchedules.in_use',
      `The escalation policy "${policy}" uses this schedule. Remove it there first.`,
    )
  }
  await queries.deleteSchedule(ctx.db, id)
  await recordChanges(ctx, caller, [
    { action: 'onCallSchedules.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ id: _, number: __, version: ___, ...document }: StoredSchedule): WholeSchedule {
  return document
}

/** Who is on call, and through which contacts. Undefined: nobody, or no such schedule. */
export async function findOnCall(ctx: { db: AccountDb }, scheduleId: string, at: Date) {
  const rota = await queries.findRota(ctx.db, scheduleId, at, at)
  const onCall = rota && createRota(rota).at(at.getTime())
  if (!onCall) return undefined
  const [participant] = await queries.findParticipants(ctx.db, [onCall.participant])
  return participant
}

export async function getOnCall(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, id: string, at: Date) {
  await getSchedule(ctx, caller, id)
  const found = await findOnCall({ db: ctx.db.forAccount(caller.accountId) }, id, at)
  if (!found) return null
  const { id: participant, name, contacts } = found
  return { participant, name, isReachable: contacts.length > 0, contacts }
}

/** Who is on call from when to when, and the gaps between. */
export async function listShifts(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  id: string,
  period: { from?: string | undefined; to?: string | undefined; byDay?: boolean | undefined },
) {
  await getSchedule(ctx, caller, id)
  const from = period.from === undefined ? ctx.now() : new Date(period.from)
  const to = period.to === undefined ? new Date(+from + defaultCalendarDays * dayMs) : new Date(period.to)
  if (to <= from || +to - +from > maxCalendarDays * dayMs) {
    throw invalid('querystring', [
      { path: 'to', message: `must be after from, by at most ${maxCalendarDays} days` },
    ])
  }
  const db = ctx.db.forAccount(caller.accountId)
  const rota = await queries.findRota(db, id, from, to)
  if (!rota) throw scheduleNotFound(id)
  const whole = createRota(rota).shifts(+from, +to)
  const shifts = period.byDay ? splitByDay(whole, rota.timeZone) : whole
  const ids = [...new Set(shifts.flatMap(({ onCall }) => onCall?.participant ?? []))]
  const known = new Map((await queries.findParticipants(db, ids)).map((one) => [one.id, one]))
  return shifts.map(({ onCall, ...shift }) => ({
    from: shift.from.toISOString(),
    to: shift.to.toISOString(),
    onCall: onCall
      ? {
          ...onCall,
          name: known.get(onCall.participant)?.name ?? '',
          isReachable: (known.get(onCall.participant)?.contacts.length ?? 0) > 0,
        }
      : null,
  }))
}

export async function createOverride(
  ctx: Tx,
  caller: Caller,
  scheduleId: string,
  given: { from: string; to: string; participant: string },
) {
  const { number } = await lock(ctx, caller, scheduleId)
  const now = ctx.now()
  const override = { id: newId('oco'), ...given, from: new Date(given.from), to: new Date(given.to) }
  const lengthMs = +override.to - +override.from
  if (lengthMs <= 0 || lengthMs > maxOverrideDays * dayMs || override.to <= now) {
    const message = 'must be in the future and after from, by at most a year'
    throw invalid('body', [{ path: 'to', message }])
  }
  const missing = await findMissing(ctx, [given.participant])
  if (missing.length > 0) {
    const message = `"${given.participant}" does not exist, or is not yours to see`
    throw invalid('body', [{ path: 'participant', message }])
  }
  await queries.deleteOverridesBefore(ctx.db, number, new Date(+now - keptOverrideDays * dayMs))
  if ((await queries.countOverrides(ctx.db, number)) >= maxOverrides) {
    throw new ConflictError(
      'onCallSchedules.too_many_overrides',
      `A schedule has at most ${maxOverrides} overrides.`,
    )
  }
  await queries.insertOverride(ctx.db, number, override, now)
  await recordChanges(ctx, caller, [
    { action: 'onCallSchedules.override_created', target: scheduleId, before: null, after: override },
  ])
  return { ...override, from: override.from.toISOString(), to: override.to.toISOString() }
}

export async function deleteOverride(ctx: Tx, caller: Caller, scheduleId: string, id: string): Promise<void> {
  const { number } = await lock(ctx, caller, scheduleId)
  const before = await queries.deleteOverride(ctx.db, number, id)
  if (!before) {
    throw new NotFoundError('onCallSchedules.override_not_found', `The override "${id}" does not exist.`)
  }
  await recordChanges(ctx, caller, [
    { action: 'onCallSchedules.override_deleted', target: scheduleId, before, after: null },
  ])
}

/** Fills in defaults, and reports every participant that does not exist. */
async function whole(ctx: Pick<Tx, 'db'>, document: ScheduleDocument): Promise<WholeSchedule> {
  const layers = document.layers.map((layer) => ({
    name: '',
    rotation: 'weekly' as const,
    handoverWeekday: 1,
    handoverTime: '09:00',
    hours: [],
    ...layer,
  }))
  const missing = new Set(
    await findMissing(
      ctx,
      layers.flatMap(({ participants }) => participants),
    ),
  )
  const faults = layers.flatMap(({ participants }, index) =>
    participants.flatMap((id, position): Fault[] =>
      missing.has(id)
        ? [
            {
              path: `layers.${index}.participants.${position}`,
              message: `"${id}" does not exist, or is not yours to see`,
            },
          ]
        : [],
    ),
  )
  if (faults.length > 0) throw invalid('body', faults)
  return { name: document.name, timeZone: document.timeZone ?? (await queries.findTimeZone(ctx.db)), layers }
}

async function findMissing({ db }: Pick<Tx, 'db'>, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const contacts = await findKnown(db, 'contacts', wanted)
  const users = await findKnown(db, 'users', wanted)
  return wanted.filter((id) => !contacts.has(id) && !users.has(id))
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredSchedule> {
  const schedule = caller.scope.kind === 'all' ? await queries.lockSchedule(ctx.db, id) : undefined
  if (!schedule) throw scheduleNotFound(id)
  return schedule
}

async function namedOnce(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error, 'on_call_schedules_name')) throw error
    throw new ConflictError(
      'onCallSchedules.name_taken',
      `An on-call schedule named "${name}" already exists.`,
    )
  }
}

function scheduleNotFound(id: string): NotFoundError {
  return new NotFoundError(
    'onCallSchedules.not_found',
    `The on-call schedule "${id}" does not exist, or is not yours to see.`,
  )
}
