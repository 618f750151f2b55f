// What users state of a trip: its purpose, a note, and its driver. Kept by an instant within the trip, not with the trip,
// so that it outlives every recomputation. Each change is kept.

import type { Context, Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import { invalid } from '../../../platform/http/validation.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { findDriverNumber } from '../../drivers/driver.api.ts'
import { findIn } from '../reading/trip.ts'
import type { Annotation } from './annotation.queries.ts'
import * as queries from './annotation.queries.ts'
import type { DrivenTrip } from './driving.types.ts'

/** Of one trip. */
export const maxAnnotations = 100

const nothing: Annotation = { purpose: 'unset', driverId: null, note: null }
const neverSet = { ...nothing, driverNumber: null }

export async function getTrip(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, id: string) {
  const { segment } = await findIn(ctx, caller, id)
  if (segment.kind === 'trip') return segment
  throw new ConflictError('trips.not_a_trip', `"${id}" is a ${segment.kind}. Only trips have a purpose.`)
}

export async function annotateTrip(
  ctx: Tx,
  caller: Caller,
  { id, trip, edit }: { id: string; trip: DrivenTrip; edit: (before: Annotation) => Partial<Annotation> },
): Promise<void> {
  const { db } = ctx
  const { deviceNumber, beganAtMs, untilMs } = trip
  await queries.lockDevice(db, deviceNumber)
  const { driverNumber: formerNumber, ...before } = (await queries.findAnnotation(db, trip)) ?? neverSet
  const after: Annotation = { ...nothing, ...edit(before) }
  const isSame = (name: keyof Annotation) => before[name] === after[name]
  if (isSame('purpose') && isSame('driverId') && isSame('note')) return
  if ((await queries.countAnnotations(db, trip)) >= maxAnnotations) {
    throw new ConflictError('trips.too_many_changes', `A trip is changed at most ${maxAnnotations} times.`)
  }
  const { purpose, note } = after
  // The former one may be deleted.
  const driverNumber = isSame('driverId') ? formerNumber : await toDriverNumber(ctx, caller, after.driverId)
  // In the middle, which stays within the trip when its ends are corrected.
  const atMs = Math.floor((beganAtMs + untilMs) / 2)
  const { userId } = caller
  await queries.insertAnnotation(db, { deviceNumber, atMs, purpose, driverNumber, note, userId }, ctx.now())
  await recordChanges(ctx, caller, [{ action: 'trips.changed', target: id, before, after }])
}

/** Oldest first. */
export async function listTripChanges(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, id: string) {
  const { segment } = await findIn(ctx, caller, id)
  const db = ctx.db.forAccount(caller.accountId)
  const changes = await queries.listAnnotations(db, segment, maxAnnotations)
  return changes.map(({ changedAt, changedBy, purpose, note, driverId, driverName }) => ({
    changedAt: changedAt.toISOString(),
    changedBy,
    purpose,
    driver: driverId === null ? null : { id: driverId, name: driverName! },
    note,
  }))
}

async function toDriverNumber(ctx: Tx, caller: Caller, id: string | null): Promise<number | null> {
  if (id === null) return null
  const number = await findDriverNumber(ctx, caller, id)
  if (number !== undefined) return number
  throw invalid('body', [{ path: 'driverId', message: 'is no driver that you can see' }])
}
