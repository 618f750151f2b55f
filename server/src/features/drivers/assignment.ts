// Who drives a device while it reports no tag: drivers are assigned for a period.

import type { Static } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import type { Assignment } from './assignment.queries.ts'
import * as queries from './assignment.queries.ts'
import type { AssignmentBody } from './assignment.schema.ts'
import { maxShownAssignments } from './assignment.schema.ts'
import { findDriverNumber } from './driver.api.ts'

/** Of one device. Dividing one makes two. */
const maxAssignments = 1_000

export async function getDeviceDriver(
  ctx: { db: AccountDb; now: () => Date },
  caller: Caller,
  deviceId: string,
) {
  const { db } = ctx
  const deviceNumber = await getDeviceNumber(db, caller, deviceId)
  const { tag, since, driverId, driverName } = await queries.findCurrent(db, deviceNumber, ctx.now())
  const source: 'tag' | 'assignment' = tag === null ? 'assignment' : 'tag'
  const assignments = await queries.listAssignments(db, deviceNumber, maxShownAssignments)
  return {
    driver: driverId === null ? null : { id: driverId, name: driverName!, source },
    tag,
    drivingSince: driverId === null && tag === null ? null : toText(since),
    assignments: assignments.map(toView),
  }
}

export async function assignDriver(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  body: Static<typeof AssignmentBody>,
): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const deviceNumber = await getDeviceNumber(db, caller, deviceId)
  const driverNumber = await toDriverNumber(ctx, caller, body.driverId)
  const from = body.from ? new Date(body.from) : now
  const to = body.to ? new Date(body.to) : null
  if (to && to <= from) throw invalid('body', [{ path: 'to', message: 'must be after from' }])
  await queries.lockDevice(db, deviceNumber)
  if ((await queries.countAssignments(db, deviceNumber)) >= maxAssignments) {
    const message = `A device has at most ${maxAssignments} assignments. Clear a period of the past first.`
    if (driverNumber !== null) throw new ConflictError('drivers.too_many_assignments', message)
  }
  await queries.clearPeriod(db, deviceNumber, { from, to })
  if (driverNumber !== null) {
    const { userId } = caller
    await queries.insertAssignment(db, { deviceNumber, driverNumber, from, to, userId }, now)
  }
  const data = { driverId: body.driverId, tag: null, drivingSince: from.toISOString() }
  const isCurrent = from <= now && (to === null || to > now)
  const event = { id: newId('evt'), type: 'driver.changed', at: now, deviceNumber, deviceId, data }
  if (isCurrent && (await queries.findCurrent(db, deviceNumber, now)).tag === null) {
    await addToOutbox(ctx, [event])
  }
  const after = { driverId: body.driverId, from: toText(from), to: toText(to) }
  await recordChanges(ctx, caller, [{ action: 'drivers.assigned', target: deviceId, before: null, after }])
}

async function getDeviceNumber(db: AccountDb, { scope }: Caller, id: string): Promise<number> {
  const number = await queries.findDeviceNumber(db, scope, id)
  if (number === undefined) throw deviceNotFound(id)
  return number
}

async function toDriverNumber(ctx: Tx, caller: Caller, id: string | null): Promise<number | null> {
  if (id === null) return null
  const number = await findDriverNumber(ctx, caller, id)
  if (number !== undefined) return number
  throw invalid('body', [{ path: 'driverId', message: 'is no driver that you can see' }])
}

function toView({ driverId, driverName, from, to }: Assignment) {
  return { driverId, driverName, from: toText(from), to: toText(to) }
}

const toText = (at: Date | null) => at?.toISOString() ?? null
