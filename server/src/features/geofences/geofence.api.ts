// The geofences of an account. Changing them requires a privilege; users with it see all of them, other users with a
// limited scope those that rules use for their devices.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Form, GeofenceScope } from './geofence.queries.ts'
import * as queries from './geofence.queries.ts'
import type { GeofenceView } from './geofence.schema.ts'
import type { GeofenceDocument, GeofenceFilter, StoredGeofence, StoredShape } from './geofence.types.ts'
import { checkGeofence } from './geofence-check.ts'
import type { WantedGeofences } from './geofence-index.api.ts'

const maxGeofences = 10_000
/** Over all geofences of an account: each recorder caches them in memory. */
const maxTotalPositions = 1_000_000

export async function getGeofence(ctx: Pick<Context, 'db'>, caller: Caller, form: Form, id: string) {
  const found = await queries.findGeofence(ctx.db.forAccount(caller.accountId), scopeOf(caller), form, id)
  if (!found) throw notFound(id)
  return found
}

/** For conditions on other tables. Undefined if the caller sees no such geofence. */
export function findGeofenceNumber(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  id: string,
): Promise<number | undefined> {
  return queries.findNumber(ctx.db, scopeOf(caller), id)
}

export async function getGeofenceNumber(ctx: Pick<Tx, 'db'>, caller: Caller, id: string): Promise<number> {
  const number = await findGeofenceNumber(ctx, caller, id)
  if (number === undefined) throw notFound(id)
  return number
}

/** The numbers of the geofences that the caller sees; undefined if these are all, also those that were deleted. */
export function seenGeofences(ctx: Pick<Tx, 'db'>, caller: Caller): Fragment | undefined {
  const scope = scopeOf(caller)
  return scope.kind === 'all' ? undefined : queries.geofencesSeen(ctx.db, scope)
}

/** The same for queries in memory. */
export async function listSeenGeofences(
  ctx: Pick<Tx, 'db'>,
  caller: Pick<Caller, 'scope' | 'role' | 'privileges'>,
): Promise<WantedGeofences> {
  const scope = scopeOf(caller)
  return scope.kind === 'all' ? 'all' : new Set(await queries.listSeenNumbers(ctx.db, scope))
}

/** Those that the caller sees, by name. */
export function listGeofenceNames(
  ctx: Pick<Tx, 'db'>,
  caller: Pick<Caller, 'scope' | 'role' | 'privileges'>,
): Promise<{ number: number; id: string; name: string }[]> {
  return queries.listNames(ctx.db, scopeOf(caller))
}

/** Within a transaction, as an object. */
export async function getGeofenceIn(ctx: Pick<Tx, 'db'>, id: string) {
  const found = await queries.findGeofence(ctx.db, { kind: 'all' }, 'record', id)
  if (!found) throw notFound(id)
  return { geofence: JSON.parse(found.json) as Static<typeof GeofenceView>, version: found.version }
}

/** Returns a reader of pages of the geofences. */
export function listGeofences(ctx: Pick<Context, 'db'>, caller: Caller, form: Form, filter: GeofenceFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listGeofences(db, scopeOf(caller), form, filter, cursor)
}

/** By a part of their name, without their geometry. */
export function searchGeofences(ctx: Pick<Context, 'db'>, caller: Caller, search: string, limit: number) {
  const db = ctx.db.forAccount(caller.accountId)
  return queries.findGeofencesNamed(db, scopeOf(caller), search, limit)
}

function scopeOf(caller: Pick<Caller, 'scope' | 'role' | 'privileges'>): GeofenceScope {
  const isAll = caller.scope.kind === 'all' || may(caller, 'geofences.manage')
  return isAll ? { kind: 'all' } : { kind: 'ruled', devices: caller.scope }
}

/** The shapes of an account, or some of them, for evaluating locations. */
export function loadShapes(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  wanted: WantedGeofences = 'all',
): Promise<StoredShape[]> {
  return queries.listShapes(ctx.db.recorder, accountId, wanted === 'all' ? null : [...wanted])
}

/** How many positions they have in all: the cost of preparing and of evaluating them. */
export function countPositions(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  wanted: WantedGeofences,
): Promise<number> {
  return queries.countPositions(ctx.db.recorder, accountId, wanted === 'all' ? null : [...wanted])
}

export async function createGeofence(ctx: Tx, caller: Caller, document: GeofenceDocument): Promise<string> {
  const columns = await checkGeofence(ctx, document)
  await requireCapacity(ctx, { more: 1, positions: columns.positions })
  const id = newId('geo')
  await namedOnce(columns.name, () => queries.insertGeofence(ctx.db, id, columns, ctx.now()))
  const after = toDocument(columns)
  await recordChanges(ctx, caller, [{ action: 'geofences.created', target: id, before: null, after }])
  return id
}

/** Locks the geofence and lets `edit` derive the new document. Absent optional fields are cleared. */
export async function changeGeofence(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredGeofence) => GeofenceDocument,
): Promise<void> {
  const before = await lock(ctx, id)
  const columns = await checkGeofence(ctx, edit(before))
  const documents = { before: toDocument(before), after: toDocument(columns) }
  if (isUnchanged(documents.before, documents.after)) return
  await requireCapacity(ctx, { more: 0, positions: columns.positions - before.positions })
  await namedOnce(columns.name, () => queries.updateGeofence(ctx.db, id, columns, ctx.now()))
  await recordChanges(ctx, caller, [
    { action: 'geofences.changed', target: id, ...withoutSameGeometry(documents) },
  ])
}

export async function deleteGeofence(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredGeofence) => void,
): Promise<void> {
  const before = await lock(ctx, id)
  check(before)
  const rule = await queries.findRuleOf(ctx.db, before.number)
  if (rule !== undefined) {
    throw new ConflictError(
      'geofences.in_use',
      `The rule "${rule}" uses this geofence. Change that rule first.`,
    )
  }
  await queries.deleteGeofence(ctx.db, id)
  await recordChanges(ctx, caller, [
    { action: 'geofences.deleted', target: id, before: toDocument(before), after: null },
  ])
}

type Document = Required<GeofenceDocument>

export function toDocument({ name, description, type, geometry, radius, color, tags }: Document): Document {
  return { name, description, type, geometry, radius, color, tags }
}

/** A geometry may be large: it is left out of the audit trail if it did not change. */
function withoutSameGeometry({ before, after }: { before: Document; after: Document }) {
  if (JSON.stringify(before.geometry.coordinates) !== JSON.stringify(after.geometry.coordinates))
    return { before, after }
  const { geometry: _before, ...was } = before
  const { geometry: _after, ...is } = after
  return { before: was, after: is }
}

async function requireCapacity(
  ctx: Tx,
  { more, positions }: { more: number; positions: number },
): Promise<void> {
  if (more <= 0 && positions <= 0) return
  const totals = await queries.lockTotals(ctx.db)
  if (totals.count + more > maxGeofences) {
    throw new ConflictError(
      'geofences.too_many',
      `An account has at most ${maxGeofences} geofences. Delete one first.`,
    )
  }
  if (totals.positions + positions > maxTotalPositions) {
    throw new ConflictError(
      'geofences.too_many_positions',
      `The geofences of an account may have at most ${maxTotalPositions} positions in total; they have ${totals.positions} already. Simplify some.`,
    )
  }
}

async function lock(ctx: Tx, id: string): Promise<StoredGeofence> {
  const geofence = await queries.lockGeofence(ctx.db, id)
  if (!geofence) throw notFound(id)
  return geofence
}

async function namedOnce(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error, 'geofences_name')) throw error
    throw new ConflictError('geofences.name_taken', `A geofence named "${name}" already exists.`)
  }
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'geofences.not_found',
    `The geofence "${id}" does not exist, or is not yours to see.`,
  )
}
