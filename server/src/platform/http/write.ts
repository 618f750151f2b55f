// Every change goes through here: one transaction of the caller's account, and with an Idempotency-Key at most once.

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Turns } from '../async/fair-queue.ts'
import { createTurns } from '../async/fair-queue.ts'
import { requireAtHome } from '../cells/moving.ts'
import type { Context, Tx } from '../context.ts'
import { seal, unseal } from '../crypto/seal.ts'
import type { Pool } from '../db/db.ts'
import { inTransaction, isCollision } from '../db/db.ts'
import { ConflictError, InvalidError } from './errors.ts'
import * as queries from './write.queries.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/
const keptMs = 24 * 3_600_000
const purpose = 'idempotent answer'
const maxAttempts = 4

/** What a change answers. `etag` and `location` become headers. */
export interface Written<T> {
  payload: T
  status?: number
  etag?: string
  location?: string
}

export async function write<T extends object>(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (ctx: Tx) => Promise<Written<T>>,
): Promise<T> {
  const { caller } = request
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  await requireAtHome(ctx, caller.accountId)
  const written = await turnsOf(ctx)(caller.accountId, () =>
    untilAlone(() =>
      inTransaction(ctx, caller.accountId, async (tx) => {
        await queries.planAnew(tx.db)
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
 * Changes of one account come one after the other anyway, by the locks they take. Waiting here, and not there, they leave
 * the connections to everybody else's calls.
 */
const turnLimits = { atOnce: 2, longestLine: 2_000, longestWaitMs: 30_000 }
const turns = new WeakMap<Pool, Turns>()
function turnsOf({ db }: Pick<Context, 'db'>): Turns {
  const known = turns.get(db) ?? createTurns(turnLimits)
  turns.set(db, known)
  return known
}

/** A change that collided with another's left nothing behind, and is made again. */
async function untilAlone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isCollision(error)) throw error
    }
  }
  return work().catch((error) => {
    if (!isCollision(error)) throw error
    throw new ConflictError('change.collided', 'Others changed the same things meanwhile. Try again.')
  })
}

/** The key is kept in the same transaction as the change: both happened, or neither. A second caller waits for the first. */
async function once<T>(
  ctx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  work: (ctx: Tx) => Promise<Written<T>>,
): Promise<Written<T>> {
  if (!keyShape.test(key)) {
    throw new InvalidError(
      'idempotency.invalid',
      'Idempotency-Key must be 1 to 200 visible ASCII characters.',
    )
  }
  const { userId } = request.caller
  const { access } = ctx.config
  const now = ctx.now()
  const asked = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest()
  await queries.deleteKeysBefore(ctx.db, new Date(now.getTime() - keptMs))
  if (!(await queries.insertKey(ctx.db, { userId, key, request: asked, now }))) {
    const before = await queries.findKey(ctx.db, userId, key)
    if (!before?.answer || !before.request.equals(asked)) {
      throw new ConflictError('idempotency.key_reused', 'This Idempotency-Key was used for another request.')
    }
    reply.header('idempotent-replayed', 'true')
    return JSON.parse(unseal(access, purpose, before.answer))
  }
  const written = await work(ctx)
  await queries.keepAnswer(ctx.db, userId, key, seal(access, purpose, JSON.stringify(written)))
  return written
}
