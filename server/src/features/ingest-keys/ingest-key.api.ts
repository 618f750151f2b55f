// Ingest keys: created by an account, shown once, and sent by the service or phone that reports its locations.

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
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireProofOfSession } from '../auth/recent-sign-in.api.ts'
import { releaseNames, reserveNames } from '../cells/name-reservation.api.ts'
import type { FailingMapping, KnownIngestKey } from './ingest-key.queries.ts'
import * as queries from './ingest-key.queries.ts'
import type { AuthenticatedKey, IngestKey, NewIngestKey } from './ingest-key.types.ts'
import { mappingProtocol } from './ingest-key.types.ts'
import type { Mapping } from './mapping.types.ts'
import { checkMapping } from './mapping-evaluation.ts'
import type { MappingOutcomes } from './mapping-outcomes.ts'
import { createMappingOutcomes } from './mapping-outcomes.ts'

const prefix = 'ik'
const maxIngestKeys = 100
/** A deleted key must stop working within 5 s, in every process. */
const cachedMs = 2_000
const markUsedEveryMs = 60_000

export function listIngestKeys(ctx: Pick<Context, 'db'>, caller: Caller): Promise<IngestKey[]> {
  requireWholeAccount(caller)
  return queries.listIngestKeys(ctx.db.forAccount(caller.accountId))
}

export async function createIngestKey(
  ctx: Tx,
  caller: Caller,
  { protocol, name, mapping = null }: Pick<IngestKey, 'protocol' | 'name'> & { mapping?: Mapping | null },
): Promise<NewIngestKey> {
  requireWholeAccount(caller)
  requireProofOfSession(ctx, caller)
  requireMapping(protocol, mapping)
  await lockAccount(ctx.db)
  if ((await queries.countIngestKeys(ctx.db)) >= maxIngestKeys) {
    throw new ConflictError(
      'ingestKeys.too_many',
      `An account has at most ${maxIngestKeys} ingest keys. Delete one first.`,
    )
  }
  const key = { id: newId('ing'), protocol, name, mapping, createdAt: ctx.now() }
  const secret = newSecret()
  await queries.insertIngestKey(ctx.db, { ...key, secretHash: hashOf(secret) })
  await reserveNames(ctx, 'ingest_key', [key.id])
  await recordChanges(ctx, caller, [
    {
      action: 'ingestKeys.created',
      target: key.id,
      before: null,
      after: { protocol, name, ...(mapping && { mapping }) },
    },
  ])
  return {
    ...key,
    lastUsedAt: null,
    lastReadableAt: null,
    lastFaultAt: null,
    lastFault: null,
    secret: formatSecret(prefix, { id: key.id.replace('ing_', ''), secret }),
  }
}

export async function deleteIngestKey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireWholeAccount(caller)
  const before = await queries.deleteIngestKey(ctx.db, id)
  if (!before) throw notFound(id)
  await releaseNames(ctx, 'ingest_key', [id])
  await recordChanges(ctx, caller, [
    { action: 'ingestKeys.deleted', target: id, before: { ...before }, after: null },
  ])
}

export async function replaceMapping(
  ctx: Tx,
  caller: Caller,
  id: string,
  mapping: Mapping,
): Promise<IngestKey> {
  requireWholeAccount(caller)
  requireMapping(mappingProtocol, mapping)
  const before = await queries.replaceMapping(ctx.db, id, mapping)
  if (!before) throw notFound(id)
  await recordChanges(ctx, caller, [
    {
      action: 'ingestKeys.changed',
      target: id,
      before: { mapping: before.mapping },
      after: { mapping },
    },
  ])
  return { ...before, mapping }
}

/** All faults of the expressions at once. */
function requireMapping(protocol: string, mapping: Mapping | null): void {
  if ((protocol === mappingProtocol) !== (mapping !== null)) {
    throw new InvalidError(
      'ingestKeys.mapping',
      protocol === mappingProtocol
        ? 'An ingest key for "mapping" needs a mapping.'
        : `An ingest key for "${protocol}" has no mapping: its format is known.`,
    )
  }
  const faults = mapping ? checkMapping(mapping) : []
  if (faults.length === 0) return
  throw new InvalidError('mappings.invalid', 'An expression of the mapping cannot be read.', {
    details: faults.map(({ field, message }) => ({ path: `mapping.${field}`, message })),
  })
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'ingestKeys.not_found',
    `The ingest key "${id}" does not exist, or is not yours to see.`,
  )
}

/** A key accepts locations for every device of the account. */
export function requireWholeAccount({ scope }: Caller): void {
  if (scope.kind === 'all') return
  throw new ForbiddenError(
    'ingestKeys.whole_account',
    'Ingest keys are for users whose scope is the whole account.',
  )
}

/** The id in a secret, which is not verified. */
export function ingestKeyIdOf(text: string): string | undefined {
  const shown = parseSecret(prefix, text)
  return shown && `ing_${shown.id}`
}

/** Keys of all accounts whose mapping could read no payload since then. */
export function listFailingMappings(
  ctx: Pick<Context, 'db'>,
  since: Date,
  max: number,
): Promise<FailingMapping[]> {
  return queries.listFailingMappings(ctx.db.directory, since, max)
}

export interface IngestAuthenticator extends MappingOutcomes {
  /** Undefined if the secret is wrong or belongs to another protocol. */
  authenticate(protocol: string, secret: string): Promise<AuthenticatedKey | undefined>
  /** By its id, where another service has made sure who sends. Undefined if this cell does not have it. */
  named(id: string): Promise<(AuthenticatedKey & { protocol: string }) | undefined>
}

export function createIngestAuthenticator(ctx: Pick<Context, 'db' | 'log' | 'now'>): IngestAuthenticator {
  // Unknown ids are cached too: a client in a tight loop must not cause a loop of queries.
  const known = new LRUCache<string, { key: KnownIngestKey | undefined }>({ max: 10_000, ttl: cachedMs })
  const used = new LRUCache<string, true>({ max: 10_000, ttl: markUsedEveryMs })

  async function find(id: string): Promise<KnownIngestKey | undefined> {
    const cached = known.get(id)
    if (cached) return cached.key
    const key = await queries.findIngestKey(ctx.db.directory, id)
    known.set(id, { key })
    return key
  }

  /** In the background. */
  function noteUse(accountId: number, id: string): void {
    if (used.has(id)) return
    used.set(id, true)
    queries.markUsed(ctx.db.forAccount(accountId), id, ctx.now()).catch((error) => {
      ctx.log.warn({ err: error, ingestKey: id }, 'last use of an ingest key not recorded')
    })
  }

  return {
    ...createMappingOutcomes(ctx),
    async named(id) {
      const key = await find(id)
      if (!key) return undefined
      noteUse(key.accountId, id)
      return { id, accountId: key.accountId, mapping: key.mapping, protocol: key.protocol }
    },
    async authenticate(protocol, text) {
      const shown = parseSecret(prefix, text)
      if (!shown) return undefined
      const id = `ing_${shown.id}`
      const key = await find(id)
      if (!isSecretOf(shown.secret, key?.secretHash) || key?.protocol !== protocol) return undefined
      noteUse(key.accountId, id)
      return { id, accountId: key.accountId, mapping: key.mapping }
    },
  }
}
