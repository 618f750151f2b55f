// Work that was done. It starts a new cycle of its plan and device.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { resolveByCause } from '../alerts/raised.api.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import { readMeterAt, setMeterAt } from '../trips/meters/odometer.api.ts'
import { keepPointAt } from '../trips/meters/points.api.ts'
import { causePrefix } from './cause.ts'
import { planNotFound } from './plan.api.ts'
import { requestCheck } from './plan.queries.ts'
import * as queries from './work.queries.ts'
import type { DoneBody, WorkView } from './work.schema.ts'

type Document = Static<typeof DoneBody>

const maxWorkOfPlan = 1_000
/** As for readings of meters. */
const earliestMs = Date.UTC(2000, 0, 1)
const cmPerKm = 100_000
const secondsPerHour = 3_600

/** A value that is given sets a reading of the meter: it is what the meter showed at that time. */
export async function recordWork(
  ctx: Tx,
  caller: Caller,
  { deviceId, planId }: { deviceId: string; planId: string },
  document: Document,
): Promise<Static<typeof WorkView>> {
  const device = await getDevice(ctx, caller, deviceId)
  const plan = await queries.lockPlanOf(ctx.db, device.number, planId)
  if (!plan) throw planNotFound(planId)
  const now = ctx.now()
  const doneAtMs = document.doneAt === undefined ? +now : Date.parse(document.doneAt)
  requireValidWork(document, doneAtMs, now)
  if ((await queries.countWork(ctx.db, plan.number, device.number)) >= maxWorkOfPlan) {
    throw new ConflictError(
      'maintenanceWork.too_many',
      `A device has at most ${maxWorkOfPlan} records of work of a plan.`,
    )
  }
  const { odometer, engineHours, costMinor = null, currency = null, note = null } = document
  const dateTime = new Date(doneAtMs).toISOString()
  const readingNote = plan.name
  if (typeof odometer === 'number') {
    await setMeterAt(ctx, caller, deviceId, 'odometer', { value: odometer, dateTime, note: readingNote })
  }
  if (typeof engineHours === 'number') {
    await setMeterAt(ctx, caller, deviceId, 'engine', { value: engineHours, dateTime, note: readingNote })
  }
  await keepPointAt(ctx, device.number, doneAtMs)
  const shownKm = await readMeterAt(ctx.db, device.number, 'odometer', doneAtMs)
  const shownHours = await readMeterAt(ctx.db, device.number, 'engine', doneAtMs)
  const work = {
    id: newId('mwk'),
    planNumber: plan.number,
    deviceNumber: device.number,
    doneAtMs,
    odometerCm: shownKm === null ? null : Math.round(shownKm * cmPerKm),
    engineSeconds: shownHours === null ? null : Math.round(shownHours * secondsPerHour),
    ...{ costMinor, currency, note },
  }
  await queries.insertWork(ctx.db, work, caller.userId, now)
  await resolveByCause(ctx, caller, device.number, causePrefix(plan.number))
  await requestCheck(ctx.db, now)
  const found = await queries.findWork(ctx.db, device.number, work.id)
  const shown = JSON.parse(found!.json) as Static<typeof WorkView>
  await recordChanges(ctx, caller, [
    { action: 'maintenance.done', target: deviceId, before: null, after: auditOf(shown) },
  ])
  return shown
}

function requireValidWork({ costMinor, currency }: Document, doneAtMs: number, now: Date): void {
  const faults: Fault[] = []
  if (doneAtMs < earliestMs || doneAtMs > +now) {
    faults.push({ path: 'doneAt', message: 'must be after 1999, and not in the future' })
  }
  if ((typeof costMinor === 'number') !== (typeof currency === 'string')) {
    faults.push({ path: 'currency', message: 'a cost and a currency belong together' })
  }
  if (faults.length > 0) throw invalid('body', faults)
}

/** Returns a reader of pages, what was recorded last first. */
export async function listWork(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  deviceId: string,
  planId: string | undefined,
) {
  const db = ctx.db.forAccount(caller.accountId)
  const device = await getDevice({ db }, caller, deviceId)
  return (cursor: PageCursor) => queries.listWork(db, device.number, planId, cursor)
}

/** Deletes a record that was wrong. A reading that it has set stays. */
export async function deleteWork(ctx: Tx, caller: Caller, deviceId: string, workId: string): Promise<void> {
  const device = await getDevice(ctx, caller, deviceId)
  const found = await queries.findWork(ctx.db, device.number, workId)
  if (!found || !(await queries.deleteWork(ctx.db, found.number))) throw workNotFound(workId)
  const before = auditOf(JSON.parse(found.json) as Static<typeof WorkView>)
  await recordChanges(ctx, caller, [{ action: 'maintenance.undone', target: deviceId, before, after: null }])
}

function auditOf({
  id,
  planId,
  planName,
  doneAt,
  odometer,
  engineHours,
  costMinor,
  currency,
  note,
}: Static<typeof WorkView>) {
  return { id, planId, planName, doneAt, odometer, engineHours, costMinor, currency, note }
}

async function getDevice({ db }: Pick<Tx, 'db'>, caller: Caller, id: string) {
  const device = await queries.findDevice(db, caller.scope, id)
  if (!device) throw deviceNotFound(id)
  return device
}

function workNotFound(id: string): NotFoundError {
  return new NotFoundError(
    'maintenanceWork.not_found',
    `The record "${id}" does not exist, or is not yours to see.`,
  )
}
