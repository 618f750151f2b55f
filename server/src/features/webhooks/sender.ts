// Sends one delivery: posts it, and writes down what became of it and of its webhook.

import { untilWritten } from '../../platform/async/retry-write.ts'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { beginTrace, through, traceparentOf } from '../../platform/observability/tracing.ts'
import type { PostTo } from './http-client.ts'
import { attemptOf, maxTries, pauseMs, verdictOf, waitMs } from './outcome.ts'
import * as queries from './queue.queries.ts'
import { letterOf } from './request-body.ts'
import type { Answer, DeliveryState, TakenDelivery } from './webhook.types.ts'

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
  const { eventId: id, body, isRedelivery } = taken
  const span = beginTrace('webhook', { isWanted: false, kind: 'client' })
  const letter = letterOf(ctx, taken, { id, body, isRedelivery })
  if (span) letter.headers.traceparent = traceparentOf(span)
  const answer = await through(span, post(letter))
  await settle(ctx, taken, answer, beganAt)
}

async function settle(ctx: Needs, taken: TakenDelivery, answer: Answer, beganAt: Date): Promise<void> {
  const db = ctx.db.forAccount(taken.accountId)
  const now = ctx.now()
  const tries = taken.attempts + 1
  const verdict = verdictOf(answer, tries)
  metrics.deliveries.inc({ outcome: verdict })
  metrics.webhookAnswer.observe(answer.tookMs / 1_000)
  const pausedMs = pauseMs(answer, now)
  const state: DeliveryState = verdict === 'delivered' || verdict === 'failed' ? verdict : 'waiting'
  const delayMs = state === 'waiting' ? Math.max(waitMs(tries, Math.random()), pausedMs) : 0
  const dueAt = new Date(now.getTime() + delayMs)
  const attempt = attemptOf(taken.url, answer, beganAt)
  const firstTriedAt = taken.firstTriedAt ?? beganAt
  const says = { state, attempt, firstTriedAt, dueAt, now }
  const isSettled = await untilWritten(leaseBeyondMs, () => queries.settle(db, taken, says))
  if (!isSettled) return
  if (verdict === 'delivered') {
    if (taken.isFailing) await queries.markDelivering(db, taken.webhookNumber)
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
    const reason = `Nothing was delivered while one event was tried ${maxTries} times. The last time: ${why}.`
    await queries.disable(db, taken.webhookNumber, { reason, ifFailingSince: firstTriedAt, now })
  }
}
