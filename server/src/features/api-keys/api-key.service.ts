// API keys: shown once, kept as a hash, traded for tokens.

import { createHash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Caller } from '../../platform/caller.ts'
import type { Context, Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db.ts'
import { ConflictError, NotFoundError } from '../../platform/errors.ts'
import { newId, randomText, toBase62 } from '../../platform/ids.ts'
import { recordChanges } from '../audit/audit.service.ts'
import type { Actor } from '../audit/audit.types.ts'
import * as queries from './api-key.queries.ts'
import type { ApiKey, NewApiKey } from './api-key.types.ts'

const mostKeys = 100
const secretLength = 30
const shape = /^rk_live_([0-9A-Za-z]{22})_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Owner and administrators see every key of the account; others only their own. */
function onlyOf(caller: Caller): string | null {
  return caller.role === 'standard' ? caller.userId : null
}

export function listApiKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<ApiKey[]> {
  return queries.listKeys(ctx.db.forAccount(caller.accountId), onlyOf(caller))
}

export async function createApiKey(
  ctx: Pick<Tx, 'db' | 'now' | 'config'>,
  user: Pick<Caller, 'userId' | 'userName'>,
  name: string,
  actor: Actor,
): Promise<NewApiKey> {
  if ((await queries.countKeys(ctx.db)) >= mostKeys) {
    throw new ConflictError(
      'apiKeys.too_many',
      `An account has at most ${mostKeys} API keys. Delete one first.`,
    )
  }
  const id = newId('key')
  const secret = randomText(secretLength)
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

/** The old secret is dead at once, and so are the tokens issued for it. */
export async function regenerateApiKey(ctx: Tx, caller: Caller, id: string): Promise<NewApiKey> {
  const secret = randomText(secretLength)
  if (!(await queries.replaceSecret(ctx.db, id, onlyOf(caller), hashOf(secret)))) throw notFound(id)
  const key = await getKey(ctx.db, caller, id)
  await recordChanges(ctx, caller, [{ action: 'apiKeys.regenerated', target: id, before: null, after: null }])
  return { ...key, apiKey: formatKey(id, secret) }
}

export async function deleteApiKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  const { name, userName } = await getKey(ctx.db, caller, id)
  if (!(await queries.deleteKey(ctx.db, id, onlyOf(caller)))) throw notFound(id)
  await recordChanges(ctx, caller, [
    { action: 'apiKeys.deleted', target: id, before: { name, userName }, after: null },
  ])
}

async function getKey(db: AccountDb, caller: Caller, id: string): Promise<ApiKey> {
  const keys = await queries.listKeys(db, onlyOf(caller))
  const key = keys.find((one) => one.id === id)
  if (!key) throw notFound(id)
  return key
}

/** What is not shaped like a key becomes one that nobody has, so that it is looked for in the same time. */
export function parseApiKey(text: string): { id: string; secret: string } {
  const [, id, secret, checksum] = shape.exec(text) ?? []
  if (!id || !secret || checksum !== checksumOf(id, secret)) return { id: 'key_', secret: '' }
  return { id: `key_${id}`, secret }
}

/** A secret of 178 random bits needs no slow hash: there is nothing to guess. */
export function isSecretOf(secret: string, secretHash: Buffer | null | undefined): boolean {
  return timingSafeEqual(hashOf(secret), secretHash ?? Buffer.alloc(32))
}

function formatKey(id: string, secret: string): string {
  const bare = id.replace('key_', '')
  return `rk_live_${bare}_${secret}${checksumOf(bare, secret)}`
}

/** Lets anybody tell a mistyped or invented key from a real one without asking us. */
function checksumOf(id: string, secret: string): string {
  return toBase62(crc32(`${id}_${secret}`), 6)
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('apiKeys.not_found', `The API key "${id}" does not exist, or is not yours to see.`)
}
