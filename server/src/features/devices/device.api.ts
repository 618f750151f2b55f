// Reads devices: one, or all that the caller may see.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { FoundDevice } from './device.queries.ts'
import * as queries from './device.queries.ts'
import type { DeviceView } from './device.schema.ts'
import type { DeviceFilter, DeviceOrder } from './device.types.ts'
import { listSorted } from './sorted.queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

export async function getDevice(ctx: Needs, caller: Caller, id: string): Promise<FoundDevice> {
  const db = ctx.db.forAccount(caller.accountId)
  const device = await queries.findDevice(db, caller.scope, id, ctx.now())
  if (!device) throw deviceNotFound(id)
  return device
}

/** Within a transaction, as an object, including its own changes. */
export async function getDeviceIn(ctx: Pick<Tx, 'db' | 'now'>, caller: Caller, id: string) {
  const found = await queries.findDevice(ctx.db, caller.scope, id, ctx.now())
  if (!found) throw deviceNotFound(id)
  return { device: JSON.parse(found.json) as Static<typeof DeviceView>, version: found.version }
}

/** Returns a reader of pages of the devices the caller may see. */
export function listDevices(
  ctx: Needs,
  caller: Caller,
  filter: DeviceFilter,
  order: DeviceOrder = 'createdAt',
) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) =>
    order === 'createdAt'
      ? queries.listDevices(db, caller.scope, filter, cursor, ctx.now())
      : listSorted(db, caller.scope, filter, order, cursor, ctx.now())
}

export function deviceNotFound(id: string): NotFoundError {
  return new NotFoundError('devices.not_found', `The device "${id}" does not exist, or is not yours to see.`)
}
