// Creates, edits and deletes devices, together with licenses, directory, timers and audit trail, in one transaction.

import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup, may } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { releaseNames, reserveNames } from '../cells/name-reservation.api.ts'
import { lockLicenses, requireLicenses } from '../licenses/license.api.ts'
import { deviceNotFound } from './device.api.ts'
import { deleteHistory } from './device.jobs.ts'
import type { DeviceDocument, DeviceLimits, StoredDevice } from './device.types.ts'
import { noLimits } from './device.types.ts'
import type { DeviceRow } from './device-changes.queries.ts'
import * as queries from './device-changes.queries.ts'
import { isExpired, syncExpiry } from './expiry.api.ts'
import { countIdentifierChanges } from './identifier-limit.ts'

export interface ChangedDevice {
  id: string
  isExpired: boolean
}

/** A caller, or the operator. */
export type Creator = Pick<Caller, 'role' | 'privileges' | 'scope'> & Actor

/** Creates all or none. */
export async function createDevices(
  ctx: Pick<Tx, 'db' | 'config' | 'now' | 'cells'>,
  caller: Creator,
  documents: DeviceDocument[],
): Promise<string[]> {
  requireSeen(caller, [...new Set(documents.flatMap(({ groups }) => groups ?? []))])
  if (documents.some(({ limits }) => limits)) requireMayLimit(caller)
  const wanted = documents.map((document) => groupsForNew(caller, document.groups ?? []))
  await requireGroups(ctx, [...new Set(wanted.flat())])

  await lockLicenses(ctx)
  const rows: DeviceRow[] = documents.map((document) => ({
    id: newId('dev'),
    document,
    limits: document.limits ?? noLimits,
  }))
  const inserted = await queries.insertDevices(ctx.db, rows, ctx.now())
  const devices = rows.map((row, index) => ({ ...row, ...inserted[index]!, groups: wanted[index]! }))
  await keepIdentifiers(ctx, devices)
  const memberships = devices.flatMap(({ number, groups }) => groups.map((groupId) => ({ number, groupId })))
  if (memberships.length > 0) await queries.insertMemberships(ctx.db, memberships)
  if (devices.some(({ expiresAt }) => !isExpired(expiresAt, ctx.now()))) await requireLicenses(ctx)
  await queries.setTimersOfNew(
    ctx.db,
    devices.map(({ number }) => number),
  )
  await recordChanges(
    ctx,
    caller,
    devices.map(({ id, document, limits, groups }) => ({
      action: 'devices.created',
      target: id,
      before: null,
      after: { ...document, groups, limits },
    })),
  )
  return rows.map((row) => row.id)
}

/** Creates those whose identifier is not in the account yet. */
export async function keepDevices(
  ctx: Pick<Tx, 'db' | 'config' | 'now' | 'cells'>,
  creator: Creator,
  documents: (DeviceDocument & { identifier: string })[],
): Promise<string[]> {
  const wanted = documents.map(({ identifier }) => identifier)
  const existing = new Set(await queries.listOwnIdentifiers(ctx.db, wanted))
  const missing = documents.filter(({ identifier }) => !existing.has(identifier))
  return missing.length > 0 ? createDevices(ctx, creator, missing) : []
}

/** Locks the device and lets `edit` derive the new document. */
export async function changeDevice(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredDevice) => DeviceDocument,
  action = 'devices.changed',
): Promise<ChangedDevice> {
  await lockLicenses(ctx)
  const before = await queries.lockDevice(ctx.db, caller.scope, id)
  if (!before) throw deviceNotFound(id)
  // Groups outside the scope of the caller are hidden from `edit` and stay unchanged.
  const [visible, hidden] = partition(before.groups, (groupId) => includesGroup(caller.scope, groupId))
  const document = edit({ ...before, groups: visible })
  const limits = document.limits ?? before.limits
  const groups = [...(document.groups ?? visible), ...hidden]
  if (isUnchanged(toDocument(before), { ...document, tags: document.tags ?? {}, groups, limits })) {
    return { id, isExpired: isExpired(before.expiresAt, ctx.now()) }
  }
  if (!isSameLimits(limits, before.limits)) requireMayLimit(caller)
  if (!isSameSet(groups, before.groups)) await changeGroups(ctx, caller, before.number, groups)

  const { version, expiresAt } = await queries.updateDevice(
    ctx.db,
    before.number,
    document,
    limits,
    ctx.now(),
  )
  if ((document.identifier ?? null) !== before.identifier) {
    await keepIdentifiers(ctx, [{ number: before.number, document }])
  }
  if (isExpired(before.expiresAt, ctx.now()) && !isExpired(expiresAt, ctx.now())) await requireLicenses(ctx)
  await syncExpiry(ctx, [{ id, number: before.number, before: before.expiresAt, after: expiresAt, version }])
  await recordChanges(ctx, caller, [
    { action, target: id, before: toDocument(before), after: { ...document, groups, limits } },
  ])
  return { id, isExpired: isExpired(expiresAt, ctx.now()) }
}

export async function deleteDevice(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredDevice) => void,
): Promise<void> {
  await lockLicenses(ctx)
  const before = await queries.lockDevice(ctx.db, caller.scope, id)
  if (!before) throw deviceNotFound(id)
  check(before)
  const userName = await queries.findUserOfDevice(ctx.db, before.number)
  if (userName) {
    throw new ConflictError(
      'devices.in_use',
      `The user "${userName}" has access to this device only. Change that user first.`,
    )
  }
  await queries.deleteDevice(ctx.db, before.number)
  if (before.identifier !== null) await releaseNames(ctx, 'identifier', [before.identifier])
  await ctx.jobs.send(ctx.db, deleteHistory, { accountId: ctx.db.accountId, deviceNumber: before.number })
  await recordChanges(ctx, caller, [
    { action: 'devices.deleted', target: id, before: toDocument(before), after: null },
  ])
}

/** Clears or moves the expiry. Without a free license the device stays expired. */
export async function reactivateDevice(
  ctx: Tx,
  caller: Caller,
  id: string,
  { expirationDate }: { expirationDate?: string },
  check: (before: StoredDevice) => void,
): Promise<ChangedDevice> {
  const edit = (before: StoredDevice): DeviceDocument => {
    check(before)
    if (!isExpired(before.expiresAt, ctx.now())) {
      throw new ConflictError('devices.not_expired', 'The device is not expired.')
    }
    const moved = expirationDate === undefined ? { expires: false } : { expires: true, expirationDate }
    return { ...toDocument(before), limits: { ...before.limits, ...moved } }
  }
  const changed = await changeDevice(ctx, caller, id, edit, 'devices.reactivated')
  if (changed.isExpired) {
    throw new InvalidError('body.invalid', `The expiration date ${expirationDate} is in the past.`, {
      details: [{ path: 'expirationDate', message: 'must be later than today' }],
    })
  }
  return changed
}

/** The editable part of a device: the document that PUT and PATCH work on. */
export function toDocument(device: StoredDevice): Required<DeviceDocument> {
  const { name, description, identifier, phoneNumber, model, protocol, reportsEverySeconds } = device
  const { vehicleType, licensePlate, driverName, driverPhone, tags, groups, limits } = device
  return {
    name,
    description,
    identifier,
    phoneNumber,
    model,
    vehicleType,
    licensePlate,
    driverName,
    driverPhone,
    protocol,
    reportsEverySeconds,
    tags,
    groups,
    limits,
  }
}

/** Callers limited to groups create devices in these; callers with a single device, or none, create none. */
function groupsForNew({ scope }: Pick<Caller, 'scope'>, named: string[]): string[] {
  if (scope.kind === 'all' || (scope.kind === 'groups' && named.length > 0)) return named
  if (scope.kind === 'groups' && scope.groupIds.length === 1) return [...scope.groupIds]
  if (scope.kind === 'groups') {
    throw new InvalidError('body.invalid', 'groups must name at least one of your groups.', {
      details: [{ path: 'groups', message: 'must name at least one of your groups' }],
    })
  }
  throw new ForbiddenError(
    'access.scope_too_small',
    'Callers with access to single devices may not create devices.',
  )
}

async function changeGroups(ctx: Tx, caller: Caller, number: number, groups: string[]): Promise<void> {
  if (caller.scope.kind !== 'all') {
    throw new ForbiddenError(
      'access.scope_too_small',
      'Only callers with access to the whole account may move devices between groups.',
    )
  }
  await requireGroups(ctx, groups)
  await queries.setGroups(ctx.db, number, groups)
}

async function requireGroups(ctx: Pick<Tx, 'db'>, groups: string[]): Promise<void> {
  if (groups.length > 0) refuseGroups(await queries.listUnknownGroups(ctx.db, groups))
}

function requireSeen({ scope }: Pick<Caller, 'scope'>, groups: string[]): void {
  refuseGroups(groups.filter((groupId) => !includesGroup(scope, groupId)))
}

function refuseGroups(unknown: string[]): void {
  if (unknown.length === 0) return
  throw new InvalidError(
    'body.invalid',
    `These groups do not exist, or are not yours to see: ${unknown.join(', ')}.`,
    {
      details: unknown.map((id) => ({
        path: 'groups',
        message: `"${id}" does not exist, or is not yours to see`,
      })),
    },
  )
}

async function keepIdentifiers(
  ctx: Pick<Tx, 'db' | 'cells' | 'config' | 'now'>,
  devices: { number: number; document: DeviceDocument }[],
) {
  const identified = devices.map(({ number, document }) => ({
    number,
    identifier: document.identifier ?? null,
  }))
  const wanted = identified.flatMap(({ identifier }) => identifier ?? [])
  if (wanted.length > 0) await countIdentifierChanges(ctx, wanted.length)
  const before = await queries.keepIdentifiers(ctx.db, identified, ctx.now()).catch((error) => {
    throw isDuplicate(error, 'directory_identifiers_pkey') ? identifierTaken() : error
  })
  if ((await reserveNames(ctx, 'identifier', wanted)).length > 0) throw identifierTaken()
  await releaseNames(ctx, 'identifier', before)
}

/** The same message for every account: it must not reveal the devices of other accounts. */
function identifierTaken(): ConflictError {
  metrics.identifiersRefused.inc({ reason: 'taken' })
  return new ConflictError('devices.identifier_taken', 'A device with this identifier already exists.')
}

function requireMayLimit(caller: Pick<Caller, 'role' | 'privileges'>): void {
  if (may(caller, 'devices.limits')) return
  throw new ForbiddenError(
    'access.privilege_missing',
    'Changing limits requires the privilege "devices.limits".',
  )
}

function isSameLimits(left: DeviceLimits, right: DeviceLimits): boolean {
  return (['expires', 'expirationDate', 'dailyEmailLimit', 'dailySmsLimit'] as const).every(
    (name) => (left[name] ?? null) === (right[name] ?? null),
  )
}

function partition<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

function isSameSet(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one))
}
