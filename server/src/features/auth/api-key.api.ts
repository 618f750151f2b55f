// API keys: shown once, stored as a hash, exchanged for tokens.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { formatSecret, hashOf, newSecret, parseSecret } from '../../platform/crypto/shown-secret.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import * as queries from './api-key.queries.ts'
import type { ApiKey, NewApiKey } from './api-key.types.ts'

const maxKeys = 100
const prefix = 'rk_live'

/** Owner and administrators see every key of the account; others only their own. */
function onlyUserId(caller: Caller): string | null {
  return caller.role === 'standard' ? caller.userId : null
}

export function listApiKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<ApiKey[]> {
  return queries.listKeys(ctx.db.forAccount(caller.accountId), onlyUserId(caller))
}

export async function createApiKey(
  ctx: Pick<Tx, 'db' | 'now' | 'config'>,
  user: Pick<Caller, 'userId' | 'userName'>,
  name: string,
  actor: Actor,
): Promise<NewApiKey> {
  await lockAccount(ctx.db)
  if ((await queries.countKeys(ctx.db)) >= maxKeys) {
    throw new ConflictError(
      'apiKeys.too_many',
      `An account has at most ${maxKeys} API keys. Delete one first.`,
    )
  }
  const id = newId('key')
  const secret = newSecret()
  const key = { id, name, userId: user.userId, createdAt: ctx.now() }
  await queries.insertKey(ctx.db, { ...key, secretHash: hashOf(secret) })
  const after = { name, userName: user.userName }
  await recordChanges(ctx, actor, [{ action: 'apiKeys.created', target: id, before: null, after }])
  return {
    ...key,
    userName: user.userName,
    lastUsedAt: null,
    lastUsedFrom: null,
    apiKey: formatKey(id, secret),
  }
}

/** Invalidates the old secret and its tokens immediately. */
export async function regenerateApiKey(ctx: Tx, caller: Caller, id: string): Promise<NewApiKey> {
  const key = await getKey(ctx.db, caller, id)
  if (key.userId !== caller.userId) {
    throw new ForbiddenError(
      'apiKeys.not_yours',
      'Only its user can regenerate an API key. You may delete it instead.',
    )
  }
  const secret = newSecret()
  if (!(await queries.replaceSecret(ctx.db, id, caller.userId, hashOf(secret)))) throw notFound(id)
  await recordChanges(ctx, caller, [{ action: 'apiKeys.regenerated', target: id, before: null, after: null }])
  return { ...key, apiKey: formatKey(id, secret) }
}

export async function deleteApiKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  const { name, userName } = await getKey(ctx.db, caller, id)
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
  for (const { id, name, userName } of await queries.listKeys(ctx.db, userId)) {
    await queries.deleteKey(ctx.db, id, userId)
    await recordChanges(ctx, actor, [
      { action: 'apiKeys.deleted', target: id, before: { name, userName }, after: null },
    ])
  }
}

async function getKey(db: AccountDb, caller: Caller, id: string): Promise<ApiKey> {
  const keys = await queries.listKeys(db, onlyUserId(caller))
  const key = keys.find((one) => one.id === id)
  if (!key) throw notFound(id)
  return key
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
