// Plans of maintenance. They refer to devices of the whole account, so only callers with full scope may see them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { keepMaintenanceRule } from '../alerts/rule.api.ts'
import { recordChanges } from '../audit/audit.api.ts'
import * as queries from './plan.queries.ts'
import type { PlanView } from './plan.schema.ts'
import type { PlanDocument, StoredPlan, WholePlan } from './plan.types.ts'

const maxPlans = 100

export async function getPlan(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const isSeen = caller.scope.kind === 'all'
  return shown(id, isSeen ? await queries.findPlan(ctx.db.forAccount(caller.accountId), id) : undefined)
}

export async function getPlanIn(ctx: Pick<Tx, 'db'>, id: string) {
  return shown(id, await queries.findPlan(ctx.db, id))
}

function shown(id: string, found: { version: number; json: string } | undefined) {
  if (!found) throw planNotFound(id)
  return { plan: JSON.parse(found.json) as Static<typeof PlanView>, version: found.version }
}

export function listPlans(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listPlans(db, caller.scope, filter, cursor)
}

/** The first plan of an account also creates the alert rule, so that nobody misses what is due for want of a rule. */
export async function createPlan(ctx: Tx, caller: Caller, document: PlanDocument): Promise<string> {
  requireFullScope(caller)
  const plan = whole(document)
  await lockAccount(ctx.db)
  const count = await queries.countPlans(ctx.db)
  if (count >= maxPlans) {
    throw new ConflictError('maintenancePlans.too_many', `An account has at most ${maxPlans} plans.`)
  }
  const id = newId('mpl')
  const targets = await findTargets(ctx, plan)
  const number = await namedOnce(plan.name, () => queries.insertPlan(ctx.db, id, plan, ctx.now()))
  await queries.setTargets(ctx.db, number, targets)
  await queries.requestCheck(ctx.db, ctx.now())
  const rule = count === 0 ? await keepMaintenanceRule(ctx) : undefined
  await recordChanges(ctx, caller, [
    { action: 'maintenancePlans.created', target: id, before: null, after: plan },
    ...(rule ? [rule] : []),
  ])
  return id
}

/** Locks the plan and lets `edit` derive the new document. Absent optional fields are cleared. */
export async function changePlan(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredPlan) => PlanDocument,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const plan = whole(edit(before))
  if (isUnchanged(toDocument(before), plan)) return
  const targets = await findTargets(ctx, plan)
  await namedOnce(plan.name, () => queries.updatePlan(ctx.db, before.number, plan, ctx.now()))
  await queries.setTargets(ctx.db, before.number, targets)
  await queries.requestCheck(ctx.db, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'maintenancePlans.changed', target: id, before: toDocument(before), after: plan },
  ])
}

/** Its work is deleted, too; alerts are kept. */
export async function deletePlan(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredPlan) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deletePlan(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'maintenancePlans.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ id: _, number: __, version: ___, ...document }: StoredPlan): WholePlan {
  return document
}

/** Checks what the body schema cannot express, and fills in defaults. */
function whole(document: PlanDocument): WholePlan {
  const { name, everyKm = null, everyHours = null, everyDays = null } = document
  const faults: Fault[] = []
  if (everyKm === null && everyHours === null && everyDays === null) {
    faults.push({ path: 'everyKm', message: 'one of everyKm, everyHours and everyDays is required' })
  }
  function warnOf(measure: 'Km' | 'Hours' | 'Days', every: number | null): number | null {
    const given = document[`warn${measure}`]
    if (every === null) {
      if (typeof given === 'number') {
        faults.push({ path: `warn${measure}`, message: `needs every${measure}` })
      }
      return null
    }
    const warn = given ?? Math.max(1, Math.round(every / 10))
    if (typeof given === 'number' && given > every) {
      faults.push({ path: `warn${measure}`, message: `must not be more than every${measure}` })
    }
    return Math.min(warn, every)
  }
  const warns = {
    warnKm: warnOf('Km', everyKm),
    warnHours: warnOf('Hours', everyHours),
    warnDays: warnOf('Days', everyDays),
  }
  if (faults.length > 0) throw invalid('body', faults)
  const { groups = [], devices = [] } = document
  return { name, everyKm, everyHours, everyDays, ...warns, groups: once(groups), devices: once(devices) }
}

function once(ids: string[]): string[] {
  return [...new Set(ids)]
}

/** Reports every group and device that does not exist. */
async function findTargets({ db }: Pick<Tx, 'db'>, { groups, devices }: WholePlan) {
  const knownGroups = new Set((await queries.findGroups(db, groups)).map(({ id }) => id))
  const knownDevices = await queries.findDevices(db, devices)
  const deviceIds = new Set(knownDevices.map(({ id }) => id))
  const faultsOf = (path: string, ids: string[], known: Set<string>): Fault[] =>
    [...ids.entries()]
      .filter(([, id]) => !known.has(id))
      .map(([index, id]) => ({
        path: `${path}.${index}`,
        message: `"${id}" does not exist, or is not yours to see`,
      }))
  const faults = [...faultsOf('groups', groups, knownGroups), ...faultsOf('devices', devices, deviceIds)]
  if (faults.length === 0) return { groups, devices: knownDevices.map(({ number }) => number) }
  throw new InvalidError('body.invalid', `${faults.length} linked record(s) of the plan do not exist.`, {
    details: faults,
  })
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredPlan> {
  const plan = caller.scope.kind === 'all' ? await queries.lockPlan(ctx.db, id) : undefined
  if (!plan) throw planNotFound(id)
  return plan
}

async function namedOnce<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error, 'maintenance_plans_name')) throw error
    throw new ConflictError('maintenancePlans.name_taken', `A plan named "${name}" already exists.`)
  }
}

function requireFullScope(caller: Caller): void {
  if (caller.scope.kind === 'all') return
  throw new ForbiddenError(
    'access.scope_too_small',
    'Only callers with access to the whole account may change maintenance plans.',
  )
}

export function planNotFound(id: string): NotFoundError {
  return new NotFoundError(
    'maintenancePlans.not_found',
    `The maintenance plan "${id}" does not exist, or is not yours to see.`,
  )
}
