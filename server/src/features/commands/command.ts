// Commands as users see them. A new command is only stored; the gateway with the tracker's connection sends it.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { faultsOf, invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireRecentSignIn } from '../auth/recent-sign-in.api.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import type { CommandedDevice } from './command.queries.ts'
import * as queries from './command.queries.ts'
import type { CommandBody, CommandView } from './command.schema.ts'
import { settingsOf } from './command.schema.ts'
import type { CommandPayload, CommandState, CommandType } from './command.types.ts'
import { emitCommandEvent } from './command-events.ts'
import { isPossible } from './encoding.ts'

const maxWaiting = 100
const maxValidMs = 7 * 86_400_000
const defaultSeconds = 3_600
/** Short, because a late output is dangerous: a vehicle stopped an hour after it was stolen may be on a motorway. */
const outputSeconds = 60
/** These can do harm. */
const needsRecentSignIn: ReadonlySet<CommandType> = new Set(['output', 'raw'])

/** Returns the tracker to wake once this is committed. */
export async function sendCommand(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  given: Static<typeof CommandBody>,
): Promise<{ id: string; identifier: string }> {
  const device = await queries.findDevice(ctx.db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  const { type } = given
  const settings = settingsIn(given)
  const expiresAt = expiryOf(given, ctx.now())
  if (needsRecentSignIn.has(type)) requireRecentSignIn(ctx, caller)
  const identifier = requireReachable(device, deviceId, { type, ...settings } as CommandPayload)
  const id = newId('cmd')
  const { userId } = caller
  const now = ctx.now()
  await queries.insertCommand(ctx.db, {
    id,
    deviceNumber: device.number,
    type,
    settings,
    userId,
    now,
    expiresAt,
  })
  await emitCommandEvent(ctx, {
    id,
    deviceId,
    deviceNumber: device.number,
    type,
    state: 'queued',
    reason: null,
  })
  const after = { commandId: id, type, settings, expiresAt: expiresAt.toISOString() }
  await recordChanges(ctx, caller, [{ action: 'commands.queued', target: deviceId, before: null, after }])
  return { id, identifier }
}

function settingsIn({ type, settings = {} }: Static<typeof CommandBody>): object {
  const faults = faultsOf(settingsOf[type], settings).map(({ path, message }) => ({
    path: path ? `settings.${path}` : 'settings',
    message,
  }))
  if (faults.length > 0) throw invalid('body', faults)
  return settings
}

function expiryOf({ type, expiresAt, validForSeconds }: Static<typeof CommandBody>, now: Date): Date {
  const wrong = (path: string, message: string) =>
    new InvalidError('body.invalid', `${path} ${message}.`, { details: [{ path, message }] })
  if (expiresAt === undefined) {
    const seconds = validForSeconds ?? (type === 'output' ? outputSeconds : defaultSeconds)
    return new Date(now.getTime() + seconds * 1_000)
  }
  if (validForSeconds !== undefined) throw wrong('validForSeconds', 'must not be combined with expiresAt')
  const at = new Date(expiresAt)
  if (at <= now) throw wrong('expiresAt', 'must be in the future')
  if (at.getTime() - now.getTime() > maxValidMs) throw wrong('expiresAt', 'must be at most 7 days ahead')
  return at
}

function requireReachable(device: CommandedDevice, deviceId: string, payload: CommandPayload): string {
  const { identifier, protocol, model, waiting } = device
  if (identifier === null) {
    const message = `The device "${deviceId}" has no identifier, so its tracker cannot be recognised. Set its identifier first.`
    throw new ConflictError('commands.no_tracker', message)
  }
  if (!isPossible(protocol, model, payload)) {
    const tracker = [model, protocol && `protocol ${protocol}`].filter(Boolean).join(', ') || 'tracker'
    const message = `This ${tracker} does not support the command type "${payload.type}" with these settings.`
    throw new ConflictError('commands.not_supported', message)
  }
  if (waiting >= maxWaiting) {
    const message = `The device "${deviceId}" already has ${maxWaiting} queued commands. Cancel some of them.`
    throw new ConflictError('commands.queue_full', message)
  }
  return identifier
}

export async function cancelCommand(ctx: Tx, caller: Caller, deviceId: string, id: string): Promise<void> {
  await findCommand(ctx.db, caller, deviceId, id)
  const cancelled = await queries.cancel(ctx.db, id, ctx.now())
  if (!cancelled) {
    const { state } = await findCommand(ctx.db, caller, deviceId, id)
    const message = `The command "${id}" is ${state}. Only queued commands can be cancelled.`
    throw new ConflictError('commands.not_queued', message)
  }
  await emitCommandEvent(ctx, { id, deviceId, ...cancelled, state: 'cancelled', reason: null })
  const change = { before: { commandId: id, state: 'queued' }, after: { commandId: id, state: 'cancelled' } }
  await recordChanges(ctx, caller, [{ action: 'commands.cancelled', target: deviceId, ...change }])
}

export function getCommand(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string, id: string) {
  return findCommand(ctx.db.forAccount(caller.accountId), caller, deviceId, id)
}

export function getCommandIn(ctx: Pick<Tx, 'db'>, caller: Caller, deviceId: string, id: string) {
  return findCommand(ctx.db, caller, deviceId, id)
}

async function findCommand(db: AccountDb, caller: Caller, deviceId: string, id: string) {
  const json = await queries.findCommand(db, caller.scope, deviceId, id)
  if (json) return JSON.parse(json) as Static<typeof CommandView>
  throw new NotFoundError(
    'commands.not_found',
    `The command "${id}" of the device "${deviceId}" does not exist, or is not yours to see.`,
  )
}

/** Returns a reader of pages; newest first. */
export async function listCommands(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  deviceId: string,
  state: CommandState | undefined,
) {
  const db = ctx.db.forAccount(caller.accountId)
  const device = await queries.findDevice(db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  return (cursor: PageCursor) => queries.listOfDevice(db, device.number, state, cursor)
}
