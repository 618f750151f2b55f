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
import type { KnownWay } from './ingest-key.queries.ts'
import * as queries from './ingest-key.queries.ts'
import type { NewWayIn, OpenWay, WayIn } from './ingest-key.types.ts'

const prefix = 'wi'
const mostWays = 100
/** What was deleted works at most this long on: the promise is 5 s, on every process. */
const rememberedMs = 2_000
const usedAgainAfterMs = 60_000

export function listWaysIn(ctx: Pick<Context, 'db'>, caller: Caller): Promise<WayIn[]> {
  requireWholeAccount(caller)
  return queries.listWays(ctx.db.forAccount(caller.accountId))
}

export async function createWayIn(
  ctx: Tx,
  caller: Caller,
  { protocol, name }: Pick<WayIn, 'protocol' | 'name'>,
): Promise<NewWayIn> {
  requireWholeAccount(caller)
  if ((await queries.countWays(ctx.db)) >= mostWays) {
    throw new ConflictError(
      'waysIn.too_many',
      `An account has at most ${mostWays} ways in. Delete one first.`,
    )
  }
  const way = { id: newId('way'), protocol, name, createdAt: ctx.now() }
  const secret = newSecret()
  await queries.insertWay(ctx.db, { ...way, secretHash: hashOf(secret) })
  await claimNames(ctx, 'way', [way.id])
  await recordChanges(ctx, caller, [
    { action: 'waysIn.created', target: way.id, before: null, after: { protocol, name } },
  ])
  return {
    ...way,
    lastUsedAt: null,
    secret: formatSecret(prefix, { id: way.id.replace('way_', ''), secret }),
  }
}

export async function deleteWayIn(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireWholeAccount(caller)
  const before = await queries.deleteWay(ctx.db, id)
  if (!before) {
    throw new NotFoundError('waysIn.not_found', `The way in "${id}" does not exist, or is not yours to see.`)
  }
  await giveUpNames(ctx, 'way', [id])
  await recordChanges(ctx, caller, [
    { action: 'waysIn.deleted', target: id, before: { ...before }, after: null },
  ])
}

/** It lets locations in for every device of the account. */
function requireWholeAccount({ sees }: Caller): void {
  if (sees.kind === 'all') return
  throw new ForbiddenError('waysIn.whole_account', 'Ways in are for users who see the whole account.')
}

/** Which way in a secret is for, by what it says of itself. */
export function wayOf(text: string): string | undefined {
  const shown = parseSecret(prefix, text)
  return shown && `way_${shown.id}`
}

export interface Doorkeeper {
  /** Whose way in it is, where the secret is right and of this protocol. */
  open(protocol: string, secret: string): Promise<OpenWay | undefined>
}

export function createDoorkeeper(ctx: Pick<Context, 'db' | 'log' | 'now'>): Doorkeeper {
  // Who is not known is remembered too: a stranger in a tight loop must not become a loop of queries.
  const known = new LRUCache<string, { way: KnownWay | undefined }>({ max: 10_000, ttl: rememberedMs })
  const used = new LRUCache<string, true>({ max: 10_000, ttl: usedAgainAfterMs })

  async function find(id: string): Promise<KnownWay | undefined> {
    const remembered = known.get(id)
    if (remembered) return remembered.way
    const way = await queries.findWay(ctx.db.directory, id)
    known.set(id, { way })
    return way
  }

  /** Nobody waits for it. */
  function noteUse(accountId: number, id: string): void {
    if (used.has(id)) return
    used.set(id, true)
    queries.markUsed(ctx.db.forAccount(accountId), id, ctx.now()).catch((error) => {
      ctx.log.warn({ err: error, wayIn: id }, 'the use of a way in could not be noted')
    })
  }

  return {
    async open(protocol, text) {
      const shown = parseSecret(prefix, text)
      if (!shown) return undefined
      const id = `way_${shown.id}`
      const way = await find(id)
      if (!isSecretOf(shown.secret, way?.secretHash) || way?.protocol !== protocol) return undefined
      noteUse(way.accountId, id)
      return { id, accountId: way.accountId }
    },
  }
}
