// Ways in: made by an account, shown once, and shown to us by whoever brings its locations.

import { LRUCache } from 'lru-cache'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import {
  formatSecret,
  hashOf,
  isSecretOf,
  newSecret,
  parseSecret,
} from '../../platform/crypto/shown-secret.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { claimNames, giveUpNames } from '../cells/name-reservation.api.ts'
import type { KnownIngestKey } from './ingest-key.queries.ts'
import * as queries from './ingest-key.queries.ts'
import type { AuthenticatedKey, IngestKey, NewIngestKey } from './ingest-key.types.ts'

const prefix = 'ik'
const maxIngestKeys = 100
/** What was deleted works at most this long on: the promise is 5 s, on every process. */
const rememberedMs = 2_000
const usedAgainAfterMs = 60_000

export function listIngestKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<IngestKey[]> {
  requireWholeAccount(caller)
  return queries.listIngestKeys(ctx.db.forAccount(caller.accountId))
}

export async function createIngestKey(
  ctx: Tx,
  caller: Caller,
  { protocol, name }: Pick<IngestKey, 'protocol' | 'name'>,
): Promise<NewIngestKey> {
  requireWholeAccount(caller)
  if ((await queries.countIngestKeys(ctx.db)) >= maxIngestKeys) {
    throw new ConflictError(
      'ingestKeys.too_many',
      `An account has at most ${maxIngestKeys} ways in. Delete one first.`,
    )
  }
  const key = { id: newId('ing'), protocol, name, createdAt: ctx.now() }
  const secret = newSecret()
  await queries.insertIngestKey(ctx.db, { ...key, secretHash: hashOf(secret) })
  await claimNames(ctx, 'ingest_key', [key.id])
  await recordChanges(ctx, caller, [
    { action: 'ingestKeys.created', target: key.id, before: null, after: { protocol, name } },
  ])
  return {
    ...key,
    lastUsedAt: null,
    secret: formatSecret(prefix, { id: key.id.replace('ing_', ''), secret }),
  }
}

export async function deleteIngestKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireWholeAccount(caller)
  const before = await queries.deleteIngestKey(ctx.db, id)
  if (!before) {
    throw new NotFoundError(
      'ingestKeys.not_found',
      `The way in "${id}" does not exist, or is not yours to see.`,
    )
  }
  await giveUpNames(ctx, 'ingest_key', [id])
  await recordChanges(ctx, caller, [
    { action: 'ingestKeys.deleted', target: id, before: { ...before }, after: null },
  ])
}

/** It lets locations in for every device of the account. */
function requireWholeAccount({ scope }: Caller): void {
  if (scope.kind === 'all') return
  throw new ForbiddenError('ingestKeys.whole_account', 'Ways in are for users who see the whole account.')
}

/** Which way in a secret is for, by what it says of itself. */
export function ingestKeyIdOf(text: string): string | undefined {
  const shown = parseSecret(prefix, text)
  return shown && `ing_${shown.id}`
}

export interface IngestAuthenticator {
  /** Whose way in it is, where the secret is right and of this protocol. */
  open(protocol: string, secret: string): Promise<AuthenticatedKey | undefined>
}

export function createIngestAuthenticator(ctx: Pick<Context, 'db' | 'log' | 'now'>): IngestAuthenticator {
  // Who is not known is remembered too: a stranger in a tight loop must not become a loop of queries.
  const known = new LRUCache<string, { key: KnownIngestKey | undefined }>({ max: 10_000, ttl: rememberedMs })
  const used = new LRUCache<string, true>({ max: 10_000, ttl: usedAgainAfterMs })

  async function find(id: string): Promise<KnownIngestKey | undefined> {
    const remembered = known.get(id)
    if (remembered) return remembered.key
    const key = await queries.findIngestKey(ctx.db.directory, id)
    known.set(id, { key })
    return key
  }

  /** Nobody waits for it. */
  function noteUse(accountId: number, id: string): void {
    if (used.has(id)) return
    used.set(id, true)
    queries.markUsed(ctx.db.forAccount(accountId), id, ctx.now()).catch((error) => {
      ctx.log.warn({ err: error, ingestKey: id }, 'the use of a way in could not be noted')
    })
  }

  return {
    async open(protocol, text) {
      const shown = parseSecret(prefix, text)
      if (!shown) return undefined
      const id = `ing_${shown.id}`
      const key = await find(id)
      if (!isSecretOf(shown.secret, key?.secretHash) || key?.protocol !== protocol) return undefined
      noteUse(key.accountId, id)
      return { id, accountId: key.accountId }
    },
  }
}
