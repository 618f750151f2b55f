// The drivers of an account. Changing them requires a privilege; users with it see all of them, other users with a
// limited scope those who have driven their devices.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { DriverScope } from './driver.queries.ts'
import * as queries from './driver.queries.ts'
import type { DriverView } from './driver.schema.ts'
import type { DriverDocument, DriverFilter, StoredDriver } from './driver.types.ts'

const maxDrivers = 10_000
/** Whose names are kept for trips of the past. */
const maxDeletedDrivers = 10_000

export async function getDriverIn(ctx: Pick<Tx, 'db'>, caller: Caller, id: string) {
  const found = await queries.findDriver(ctx.db, scopeOf(caller), id)
  if (!found) throw driverNotFound(id)
  return { driver: JSON.parse(found.json) as Static<typeof DriverView>, version: found.version }
}

/** For conditions on other tables. Undefined if the caller sees no such driver. */
export function findDriverNumber(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  id: string,
): Promise<number | undefined> {
  return queries.findNumber(ctx.db, scopeOf(caller), id)
}

export async function getDriverNumber(ctx: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<number> {
  const number = await findDriverNumber(ctx, caller, id)
  if (number === undefined) throw driverNotFound(id)
  return number
}

/** Returns a reader of pages of the drivers. */
export function listDrivers(ctx: Pick<Context, 'db'>, caller: Caller, filter: DriverFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listDrivers(db, scopeOf(caller), filter, cursor)
}

function scopeOf(caller: Pick<Caller, 'scope' | 'role' | 'privileges'>): DriverScope {
  const isAll = caller.scope.kind === 'all' || may(caller, 'fleet.manage')
  return isAll ? { kind: 'all' } : { kind: 'driving', devices: caller.scope }
}

export async function createDriver(ctx: Tx, caller: Caller, document: DriverDocument): Promise<string> {
  await lockAccount(ctx.db)
  await requireRoom(ctx, 1)
  const id = newId('drv')
  const after = toDocument(document)
  await queries.insertDriver(ctx.db, id, after, ctx.now())
  await recordChanges(ctx, caller, [{ action: 'drivers.created', target: id, before: null, after }])
  return id
}

/** Call it once the account is locked. */
export async function requireRoom(ctx: Pick<Tx, 'db'>, count: number): Promise<void> {
  if ((await queries.countDrivers(ctx.db)) + count <= maxDrivers) return
  const message = `An account has at most ${maxDrivers} drivers. Delete some first.`
  throw new ConflictError('drivers.too_many', message)
}

/** Locks the driver and lets `edit` derive the new document. Absent optional fields are cleared. */
export async function changeDriver(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredDriver) => DriverDocument,
): Promise<void> {
  const stored = await lockDriver(ctx, id)
  const before = toDocument(stored)
  const after = toDocument(edit(stored))
  if (isUnchanged(before, after)) return
  await queries.updateDriver(ctx.db, stored.number, after, ctx.now())
  await recordChanges(ctx, caller, [{ action: 'drivers.changed', target: id, before, after }])
}

export async function deleteDriver(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredDriver) => void,
): Promise<void> {
  const stored = await lockDriver(ctx, id)
  check(stored)
  await queries.deleteDriver(ctx.db, stored.number, ctx.now())
  await queries.deleteBeyond(ctx.db, maxDeletedDrivers)
  const before = toDocument(stored)
  await recordChanges(ctx, caller, [{ action: 'drivers.deleted', target: id, before, after: null }])
}

export async function lockDriver(ctx: Pick<Tx, 'db'>, id: string): Promise<StoredDriver> {
  const driver = await queries.lockDriver(ctx.db, id)
  if (!driver) throw driverNotFound(id)
  return driver
}

export function toDocument(of: DriverDocument): Required<DriverDocument> {
  const { name, phone = null, email = null, licenseNumber = null, note = null } = of
  return { name, phone, email, licenseNumber, note }
}

function driverNotFound(id: string): NotFoundError {
  return new NotFoundError('drivers.not_found', `The driver "${id}" does not exist, or is not yours to see.`)
}
