// API keys: shown once, kept as a hash, traded for tokens.

import { createHash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db.ts'
import { ConflictError, NotFoundError } from '../../platform/errors.ts'
import { newId, randomText, toBase62 } from '../../platform/ids.ts'
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
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Pick<Caller, 'accountId' | 'userId' | 'userName'>,
  name: string,
): Promise<NewApiKey> {
  const db = ctx.db.forAccount(caller.accountId)
  if ((await queries.countKeys(db)) >= mostKeys) {
    throw new ConflictError(
      'apiKeys.too_many',
      `An account has at most ${mostKeys} API keys. Delete one first.`,
    )
  }
  const id = newId('key')
  const secret = randomText(secretLength)
  const key = { id, name, userId: caller.userId, createdAt: ctx.now() }
  await queries.insertKey(db, { ...key, secretHash: hashOf(secret) })
  return {
    ...key,
    userName: caller.userName,
    lastUsedAt: null,
    lastUsedFrom: null,
    apiKey: formatKey(id, secret),
  }
}

/** The old secret is dead at once, and so are the tokens issued for it. */
export async function regenerateApiKey(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
): Promise<NewApiKey> {
  const db = ctx.db.forAccount(caller.accountId)
  const secret = randomText(secretLength)
  if (!(await queries.replaceSecret(db, id, onlyOf(caller), hashOf(secret)))) throw notFound(id)
  const key = await getKey(db, caller, id)
  return { ...key, apiKey: formatKey(id, secret) }
}

export async function deleteApiKey(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<void> {
  const db = ctx.db.forAccount(caller.accountId)
  if (!(await queries.deleteKey(db, id, onlyOf(caller)))) throw notFound(id)
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
