// Sends one delivery: posts it, and writes down what became of it and of its webhook.

import type { Context } from '../../platform/context.ts'
import { untilWritten } from '../../platform/until-written.ts'
import * as queries from './line.queries.ts'
import { attemptOf, mostTries, pauseMs, verdictOf, waitMs } from './outcome.service.ts'
import type { PostTo } from './request.service.ts'
import { letterOf } from './sending.service.ts'
import { findEndpoint } from './webhook.queries.ts'
import type { Answer, Endpoint, TakenDelivery } from './webhook.types.ts'

/** Beyond the time that a receiver has, so that nobody else takes what is still on its way. */
const leaseBeyondMs = 15_000

export type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config'>

export function leaseMs({ config }: Pick<Context, 'config'>): number {
  return config.webhooks.answerSeconds * 1_000 + leaseBeyondMs
}

export async function deliver(ctx: Needs, post: PostTo, taken: TakenDelivery): Promise<void> {
  const db = ctx.db.forAccount(taken.accountId)
  if (taken.number === null) return queries.emptyLine(db, taken)
  const beganAt = ctx.now()
  const endpoint = await findEndpoint(db, taken.webhookNumber, beganAt)
  if (!endpoint) return
  const letter = letterOf(ctx, endpoint, { id: taken.eventId, body: taken.body, isReplay: taken.isReplay })
  const answer = await post(letter)
  await untilWritten(leaseBeyondMs, () => settle(ctx, taken, endpoint, answer, beganAt))
}

async function settle(
  ctx: Needs,
  taken: TakenDelivery,
  { url, isFailing }: Endpoint,
  answer: Answer,
  beganAt: Date,
): Promise<void> {
  const db = ctx.db.forAccount(taken.accountId)
  const now = ctx.now()
  const tries = taken.attempts + 1
  const verdict = verdictOf(answer, tries)
  const pausedMs = pauseMs(answer, now)
  const state = verdict === 'delivered' || verdict === 'failed' ? verdict : 'waiting'
  const delayMs = state === 'waiting' ? Math.max(waitMs(tries, Math.random()), pausedMs) : 0
  const dueAt = new Date(now.getTime() + delayMs)
  const attempt = attemptOf(url, answer, beganAt)
  const firstTriedAt = taken.firstTriedAt ?? beganAt
  if (!(await queries.settle(db, taken, { state, attempt, firstTriedAt, dueAt, now }))) return
  if (verdict === 'delivered') {
    if (isFailing) await queries.markDelivering(db, taken.webhookNumber)
    return
  }

  const pausedUntil = pausedMs > 0 ? new Date(now.getTime() + pausedMs) : null
  await queries.markFailing(db, taken.webhookNumber, { since: beganAt, pausedUntil })
  const why = answer.error ?? `the receiver answered ${answer.status}`
  ctx.log.info(
    { accountId: taken.accountId, event: taken.eventId, tries, why },
    'a webhook was not delivered',
  )
  if (verdict === 'gone') {
    const reason = 'The receiver answered 410: it wants no more.'
    await queries.disable(db, taken.webhookNumber, { reason, ifFailingSince: null, now })
  }
  if (verdict === 'failed') {
    const reason = `Nothing was delivered while one event was tried ${mostTries} times. The last time: ${why}.`
    await queries.disable(db, taken.webhookNumber, { reason, ifFailingSince: firstTriedAt, now })
  }
}
