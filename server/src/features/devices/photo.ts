// The photo of the vehicle.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { deviceNotFound } from './device.api.ts'
import { lockDevice } from './device-changes.queries.ts'
import type { Photo } from './photo.queries.ts'
import * as queries from './photo.queries.ts'
import { photoTypeOf } from './photo-type.ts'

export const maxPhotoBytes = 512 * 1_024

/** Without a photo the response is the same as without the device: both are not there for the caller. */
export async function getPhoto(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string): Promise<Photo> {
  const photo = await queries.findPhoto(ctx.db.forAccount(caller.accountId), caller.scope, deviceId)
  if (photo) return photo
  throw new NotFoundError(
    'devices.no_photo',
    `The device "${deviceId}" has no photo, does not exist, or is not yours to see.`,
  )
}

export async function replacePhoto(ctx: Tx, caller: Caller, deviceId: string, bytes: Buffer): Promise<void> {
  const type = photoTypeOf(bytes)
  if (!type) {
    throw new InvalidError('body.invalid', 'The body is not a JPEG, PNG or WebP image.', {
      details: [{ path: '', message: 'must be a JPEG, PNG or WebP image' }],
    })
  }
  const device = await lockDevice(ctx.db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  const now = ctx.now()
  await queries.keepPhoto(ctx.db, device.number, { type, bytes }, now)
  await queries.countChange(ctx.db, device.number, now)
  await recordChanges(ctx, caller, [
    { action: 'devices.photo_changed', target: deviceId, before: null, after: { type, bytes: bytes.length } },
  ])
}

/** Deleting no photo succeeds too. */
export async function deletePhoto(ctx: Tx, caller: Caller, deviceId: string): Promise<void> {
  const device = await lockDevice(ctx.db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  if (!(await queries.deletePhoto(ctx.db, device.number))) return
  await queries.countChange(ctx.db, device.number, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'devices.photo_deleted', target: deviceId, before: null, after: null },
  ])
}
