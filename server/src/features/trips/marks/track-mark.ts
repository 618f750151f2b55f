// Marks that cut or join trips. They are instants, not changes of trips, so that they outlive every recomputation.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { isDuplicate } from '../../../platform/db/db.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { deviceNotFound } from '../../devices/device.api.ts'
import type { MarkKind } from '../detection/marks.ts'
import { affectedFromMs } from '../detection/marks.ts'
import { earliestMs } from '../epoch.ts'
import * as queries from '../track-mark.queries.ts'
import type { FoundDevice } from '../trip-settings.queries.ts'
import { findDevice } from '../trip-settings.queries.ts'
import { findAccount, findZones, requestMarked } from '../trip-state.queries.ts'
import { createZonedDays } from '../zoned-days.ts'
import type { MarkView } from './track-mark.schema.ts'

/** Of one device: the detector looks them up for every location. */
const maxMarks = 1_000
const dayMs = 86_400_000

export async function createMark(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  { dateTime, type }: { dateTime: string; type: MarkKind },
): Promise<Static<typeof MarkView>> {
  const { db } = ctx
  const device = await getDevice(ctx, caller, deviceId)
  const now = ctx.now()
  const atMs = Date.parse(dateTime)
  await requireStored(ctx, device, atMs, now)
  if ((await queries.countMarks(db, device.deviceNumber)) >= maxMarks) {
    const message = `A device has at most ${maxMarks} marks. Delete one first.`
    throw new ConflictError('trackMarks.too_many', message)
  }
  const id = newId('mrk')
  const mark = { id, deviceNumber: device.deviceNumber, at: new Date(atMs), kind: type }
  try {
    await queries.insertMark(db, { ...mark, createdAt: now, createdBy: caller.userId })
  } catch (error) {
    if (!isDuplicate(error, 'track_marks_instant')) throw error
    throw new ConflictError('trackMarks.exists', `The device already has a ${type} at ${dateTime}.`)
  }
  await recompute(ctx, mark)
  const after = { dateTime: mark.at.toISOString(), type }
  await recordChanges(ctx, caller, [{ action: 'trackMarks.created', target: deviceId, before: null, after }])
  return { id, ...after, createdAt: now.toISOString(), createdBy: caller.userId }
}

export async function deleteMark(ctx: Tx, caller: Caller, deviceId: string, id: string): Promise<void> {
  const { deviceNumber } = await getDevice(ctx, caller, deviceId)
  const mark = await queries.deleteMark(ctx.db, deviceNumber, id)
  if (!mark) {
    throw new NotFoundError(
      'trackMarks.not_found',
      `The mark "${id}" does not exist, or is not yours to see.`,
    )
  }
  await recompute(ctx, mark)
  const before = { dateTime: mark.at.toISOString(), type: mark.kind }
  await recordChanges(ctx, caller, [{ action: 'trackMarks.deleted', target: deviceId, before, after: null }])
}

/** Returns a reader of pages, the newest first. */
export async function listMarks(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string) {
  const db = ctx.db.forAccount(caller.accountId)
  const { deviceNumber } = await getDevice({ db }, caller, deviceId)
  return (cursor: PageCursor) => queries.listMarks(db, deviceNumber, cursor)
}

async function getDevice({ db }: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<FoundDevice> {
  const device = await findDevice(db, caller.scope, id)
  if (!device) throw deviceNotFound(id)
  return device
}

/** Days whose locations are no longer stored are never computed again. */
async function requireStored(
  { db }: Pick<Tx, 'db'>,
  { deviceNumber }: FoundDevice,
  atMs: number,
  now: Date,
): Promise<void> {
  const { keepDays } = await findAccount(db)
  const days = createZonedDays(await findZones(db, deviceNumber))
  const closedDay = days.at(+now - keepDays * dayMs).day
  if (atMs >= earliestMs && atMs <= +now && days.at(atMs).day > closedDay) return
  throw new InvalidError(
    'body.invalid',
    'dateTime must be in the past, on a day whose locations are stored.',
    {
      details: [{ path: 'dateTime', message: 'must be in the past, on a day whose locations are stored' }],
    },
  )
}

function recompute(
  { db }: Pick<Tx, 'db'>,
  { deviceNumber, at, kind }: { deviceNumber: number; at: Date; kind: MarkKind },
): Promise<void> {
  return requestMarked(db, deviceNumber, { from: new Date(affectedFromMs(kind, +at)), until: at })
}
