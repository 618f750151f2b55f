// API keys: shown once, stored as a hash, exchanged for tokens. They may have less than their user has.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { formatSecret, hashOf, newSecret, parseSecret } from '../../platform/crypto/shown-secret.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import * as queries from './api-key.queries.ts'
import type { ApiKey, KeyLimits, NewApiKey, NewKeyFields } from './api-key.types.ts'
import { mailAboutKey } from './key-mail.ts'
import { planKeyNotice } from './key-notices.api.ts'
import { requireUnlimitedKey } from './limited-key.api.ts'
import { requireProofOfSession } from './recent-sign-in.api.ts'
import { latestEnd, requireGrantable, requireNetworks } from './wanted-limits.ts'

const maxKeys = 100
const prefix = 'rk_live'
const hourMs = 3_600_000

/** Owner and administrators see every key of the account; others only their own. */
function onlyUserId(caller: Caller): string | null {
  return caller.role === 'standard' ? caller.userId : null
}

export function listApiKeys(ctx: Pick<Context, 'db' | 'now'>, caller: Caller): Promise<ApiKey[]> {
  return queries.listKeys(ctx.db.forAccount(caller.accountId), onlyUserId(caller), ctx.now())
}

/** For the caller itself, who cannot give a key what it does not have. */
export async function createOwnApiKey(ctx: Tx, caller: Caller, wanted: NewKeyFields): Promise<NewApiKey> {
  requireUnlimitedKey(caller)
  requireProofOfSession(ctx, caller)
  await requireGrantable(ctx, caller, wanted)
  const { expiresAt = await latestEnd(ctx, caller) } = wanted
  return createApiKey(ctx, caller, { ...wanted, expiresAt }, caller)
}

export async function createApiKey(
  ctx: Pick<Tx, 'db' | 'now' | 'config'>,
  user: Pick<Caller, 'userId' | 'userName'>,
  wanted: NewKeyFields,
  actor: Actor,
): Promise<NewApiKey> {
  requireNetworks(wanted)
  await lockAccount(ctx.db)
  if ((await queries.countKeys(ctx.db)) >= maxKeys) {
    throw new ConflictError(
      'apiKeys.too_many',
      `An account has at most ${maxKeys} API keys. Delete one first.`,
    )
  }
  const id = newId('key')
  const secret = newSecret()
  const { name, expiresAt = await latestEnd(ctx) } = wanted
  const limits = { ...limitsOf({ ...noLimits, ...wanted }), expiresAt }
  const key = { id, name, userId: user.userId, createdAt: ctx.now(), ...limits }
  const { networks } = await queries.insertKey(ctx.db, { ...key, secretHash: hashOf(secret) })
  await planKeyNotice(ctx, id, expiresAt)
  await mailAboutKey(ctx, 'api-key-created', { userId: user.userId, name, at: ctx.now() })
  const after = { name, userName: user.userName, ...withoutNulls({ ...limits, networks }) }
  await recordChanges(ctx, actor, [{ action: 'apiKeys.created', target: id, before: null, after }])
  return {
    ...key,
    networks,
    userName: user.userName,
    lastUsedAt: null,
    lastUsedFrom: null,
    previousUntil: null,
    previousUsedAt: null,
    apiKey: formatKey(id, secret),
  }
}

/** `edit` turns the old fields into the new ones. Acts on tokens already issued as well, within 5 seconds. */
export async function changeApiKey(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: ApiKey) => NewKeyFields,
): Promise<ApiKey> {
  requireUnlimitedKey(caller)
  requireProofOfSession(ctx, caller)
  await lockAccount(ctx.db)
  const before = await getOwnKey(ctx, caller, id)
  requireNotOutlived(caller, before)
  const wanted = { ...noLimits, ...edit(before) }
  await requireGrantable(ctx, caller, changesOf(before, wanted))
  await queries.updateKey(ctx.db, id, caller.userId, { name: wanted.name, ...limitsOf(wanted) })
  await planKeyNotice(ctx, id, wanted.expiresAt)
  const after = await getKey(ctx, caller, id)
  const change = {
    before: { name: before.name, ...limitsOf(before) },
    after: { name: after.name, ...limitsOf(after) },
  }
  if (!isUnchanged(change.before, change.after))
    await recordChanges(ctx, caller, [{ action: 'apiKeys.changed', target: id, ...change }])
  if (!isUnchanged(limitsOf(before), limitsOf(after)))
    await mailAboutKey(ctx, 'api-key-changed', { ...after, at: ctx.now(), change: 'limits' })
  return after
}

/** What stays as it was is not checked again: the account may allow less by now. */
function changesOf(before: KeyLimits, wanted: KeyLimits): Partial<KeyLimits> {
  const { groupIds, deviceId, ...rest } = limitsOf(wanted)
  const isScopeKept = isUnchanged({ groupIds: before.groupIds, deviceId: before.deviceId }, wanted)
  const changed = Object.entries(rest).filter(([name, limit]) => !isUnchanged({ [name]: limit }, before))
  return { ...Object.fromEntries(changed), ...(!isScopeKept && { groupIds, deviceId }) }
}

/** Invalidates the old secret and its tokens immediately, or after an overlap. A limited key may replace only itself. */
export async function regenerateApiKey(
  ctx: Tx,
  caller: Caller,
  id: string,
  { overlapHours = 0 }: { overlapHours?: number } = {},
): Promise<NewApiKey> {
  requireMayManage(caller, id)
  requireProofOfSession(ctx, caller)
  const key = await getOwnKey(ctx, caller, id)
  requireNotOutlived(caller, key)
  const secret = newSecret()
  const previousUntil = overlapHours > 0 ? new Date(ctx.now().getTime() + overlapHours * hourMs) : null
  if (!(await queries.replaceSecret(ctx.db, id, caller.userId, hashOf(secret), previousUntil))) {
    throw notFound(id)
  }
  const after = previousUntil && { previousUntil }
  await recordChanges(ctx, caller, [{ action: 'apiKeys.regenerated', target: id, before: null, after }])
  await mailAboutKey(ctx, 'api-key-changed', { ...key, at: ctx.now(), change: 'secret' })
  return { ...key, previousUntil, previousUsedAt: null, apiKey: formatKey(id, secret) }
}

/** Ends the overlap after `regenerateApiKey` early. */
export async function endPreviousSecret(ctx: Tx, caller: Caller, id: string): Promise<ApiKey> {
  requireMayManage(caller, id)
  const { previousUntil } = await getOwnKey(ctx, caller, id)
  if (previousUntil) {
    await queries.endPreviousSecret(ctx.db, id, caller.userId)
    const change = { before: { previousUntil }, after: { previousUntil: null } }
    await recordChanges(ctx, caller, [{ action: 'apiKeys.changed', target: id, ...change }])
  }
  return getKey(ctx, caller, id)
}

export async function deleteApiKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireMayManage(caller, id)
  const { name, userName } = await getKey(ctx, caller, id)
  if (!(await queries.deleteKey(ctx.db, id, onlyUserId(caller)))) throw notFound(id)
  await recordChanges(ctx, caller, [
    { action: 'apiKeys.deleted', target: id, before: { name, userName }, after: null },
  ])
}

/** When the password of a user is reset. */
export async function deleteApiKeysOf(
  ctx: Pick<Tx, 'db' | 'now' | 'config'>,
  actor: Actor,
  userId: string,
): Promise<void> {
  for (const { id, name, userName } of await queries.listKeys(ctx.db, userId, ctx.now())) {
    await queries.deleteKey(ctx.db, id, userId)
    await recordChanges(ctx, actor, [
      { action: 'apiKeys.deleted', target: id, before: { name, userName }, after: null },
    ])
  }
}

/** A limited key may manage only itself; a secret that was replaced not even that. */
function requireMayManage(caller: Caller, id: string): void {
  if (caller.key?.isPrevious || caller.clientId.split('.')[0] !== id) requireUnlimitedKey(caller)
}

/** An API key cannot take over one that outlives it. */
function requireNotOutlived({ key, clientId }: Caller, other: ApiKey): void {
  if (!key?.expiresAt || clientId.split('.')[0] === other.id) return
  if (other.expiresAt !== null && other.expiresAt <= key.expiresAt) return
  throw new ForbiddenError(
    'access.key_limited',
    'An API key cannot change or regenerate one that is valid for longer. Sign in for that.',
  )
}

async function getKey(ctx: Pick<Tx, 'db' | 'now'>, caller: Caller, id: string): Promise<ApiKey> {
  const keys = await queries.listKeys(ctx.db, onlyUserId(caller), ctx.now())
  const key = keys.find((one) => one.id === id)
  if (!key) throw notFound(id)
  return key
}

async function getOwnKey(ctx: Pick<Tx, 'db' | 'now'>, caller: Caller, id: string): Promise<ApiKey> {
  const key = await getKey(ctx, caller, id)
  if (key.userId === caller.userId) return key
  throw new ForbiddenError(
    'apiKeys.not_yours',
    'Only its user can change or regenerate an API key. You may delete it instead.',
  )
}

const noLimits: KeyLimits = {
  privileges: null,
  groupIds: null,
  deviceId: null,
  expiresAt: null,
  networks: null,
}

function limitsOf({ privileges, groupIds, deviceId, expiresAt, networks }: KeyLimits): KeyLimits {
  return { privileges, groupIds, deviceId, expiresAt, networks }
}

function withoutNulls(limits: KeyLimits): Partial<KeyLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== null))
}

/** Malformed text becomes an unknown key, so that the lookup takes the same time. */
export function parseApiKey(text: string): { id: string; secret: string } {
  const { id, secret } = parseSecret(prefix, text) ?? { id: '', secret: '' }
  return { id: `key_${id}`, secret }
}

function formatKey(id: string, secret: string): string {
  return formatSecret(prefix, { id: id.replace('key_', ''), secret })
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('apiKeys.not_found', `The API key "${id}" does not exist, or is not yours to see.`)
}
