// Runs every API write in one transaction of the caller's account, and at most once with an Idempotency-Key.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FairQueue } from '../async/fair-queue.ts'
import { createFairQueue } from '../async/fair-queue.ts'
import { requireNotMoving } from '../cells/moving.ts'
import type { Context, Tx } from '../context.ts'
import { seal, unseal } from '../crypto/seal.ts'
import type { Pool } from '../db/db.ts'
import { inTransaction, isCollision } from '../db/db.ts'
import { ConflictError, InvalidError, UnprocessableError } from './errors.ts'
import * as queries from './write.queries.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/
const retentionMs = 24 * 3_600_000
const purpose = 'idempotent answer'
const maxAttempts = 4

/** The result of a write. `etag` and `location` become headers. */
export interface Written<T> {
  payload: T
  status?: number
  etag?: string
  location?: string
}

/** What a write needs of a request: one call may consist of several writes. */
export type WriteRequest = Pick<FastifyRequest, 'caller' | 'method' | 'url' | 'headers' | 'body'>
export interface WriteReply {
  code(status: number): unknown
  header(name: string, value: string): unknown
}

export async function write<T extends object>(
  ctx: Context,
  request: WriteRequest,
  reply: WriteReply,
  work: (ctx: Tx) => Promise<Written<T>>,
): Promise<T> {
  const { caller } = request
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  await requireNotMoving(ctx, caller.accountId)
  const written = await queueOf(ctx)(caller.accountId, () =>
    retryCollisions(() =>
      inTransaction(ctx, caller.accountId, async (tx) => {
        await queries.useCustomPlans(tx.db)
        return typeof key === 'string' ? once(tx as Tx, request, reply, key, work) : work(tx as Tx)
      }),
    ),
  )
  reply.code(written.status ?? 200)
  if (written.etag) reply.header('etag', written.etag)
  if (written.location) reply.header('location', written.location)
  return written.payload
}

/**
 * Writes of one account are serialized by their locks anyway. Queueing them here, not in the database, leaves the
 * connections to other accounts.
 */
const queueLimits = { concurrency: 2, maxQueueLength: 2_000, maxWaitMs: 30_000 }
const queues = new WeakMap<Pool, FairQueue>()
function queueOf({ db }: Pick<Context, 'db'>): FairQueue {
  const known = queues.get(db) ?? createFairQueue(queueLimits)
  queues.set(db, known)
  return known
}

/** Retries a transaction that was rolled back by a conflict with another one. */
async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isCollision(error)) throw error
    }
  }
  return work().catch((error) => {
    if (!isCollision(error)) throw error
    throw new ConflictError(
      'change.conflict',
      'Another request changed the same resources at the same time. Try again.',
    )
  })
}

/** The key is stored in the same transaction as the change. A second request with the same key waits for the first. */
async function once<T>(
  ctx: Tx,
  request: WriteRequest,
  reply: WriteReply,
  key: string,
  work: (ctx: Tx) => Promise<Written<T>>,
): Promise<Written<T>> {
  if (!keyShape.test(key)) {
    throw new InvalidError(
      'idempotency.invalid',
      'Idempotency-Key must be 1 to 200 visible ASCII characters.',
    )
  }
  const { userId, key: apiKey, clientId } = request.caller
  const { access } = ctx.config
  const now = ctx.now()
  // A limited key does not get the answers to what its user may do without the limits.
  const limitedKey = apiKey?.isLimited ? clientId.split('.').slice(0, 1) : []
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null, ...limitedKey]))
    .digest()
  await queries.deleteKeysBefore(ctx.db, new Date(now.getTime() - retentionMs))
  if (!(await queries.insertKey(ctx.db, { userId, key, request: fingerprint, now }))) {
    const before = await queries.findKey(ctx.db, userId, key)
    if (!before?.answer || !before.request.equals(fingerprint)) {
      throw new UnprocessableError(
        'idempotency.key_reused',
        'This Idempotency-Key was used for another request. Use a new key.',
      )
    }
    reply.header('idempotent-replayed', 'true')
    return JSON.parse(unseal(access, purpose, before.answer))
  }
  const written = await work(ctx)
  await queries.keepAnswer(ctx.db, userId, key, seal(access, purpose, JSON.stringify(written)))
  return written
}
