// Sends one delivery, and records the outcome for it and its webhook.

import { retryWrite } from '../../platform/async/retry-write.ts'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { beginTrace, through, traceparentOf } from '../../platform/observability/tracing.ts'
import type { Destinations } from './destinations.ts'
import { attemptOf, maxTries, pauseMs, verdictOf, waitMs } from './outcome.ts'
import * as queries from './queue.queries.ts'
import { requestOf } from './request-body.ts'
import type { Answer, DeliveryState, LeasedDelivery } from './webhook.types.ts'

/** Added to the receiver's timeout, so that no other process takes a delivery in flight. */
const leaseBeyondMs = 15_000

export type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config'>

export function leaseMs({ config }: Pick<Context, 'config'>): number {
  return config.webhooks.timeoutSeconds * 1_000 + leaseBeyondMs
}

export async function deliver(ctx: Needs, destinations: Destinations, leased: LeasedDelivery): Promise<void> {
  const db = ctx.db.forAccount(leased.accountId)
  if (leased.number === null) return queries.correctCount(db, leased)
  const beganAt = ctx.now()
  const { eventId: id, body, isRedelivery } = leased
  const span = beginTrace('webhook', { isWanted: false, kind: 'client' })
  const request = requestOf(ctx, leased, { id, body, isRedelivery })
  if (span) request.headers.traceparent = traceparentOf(span)
  const answer = await through(span, destinations.deliver(request))
  await settle(ctx, leased, answer, beganAt)
}

async function settle(ctx: Needs, leased: LeasedDelivery, answer: Answer, beganAt: Date): Promise<void> {
  const db = ctx.db.forAccount(leased.accountId)
  const now = ctx.now()
  const tries = leased.attempts + 1
  const verdict = verdictOf(answer, tries)
  metrics.deliveries.inc({ outcome: verdict })
  metrics.webhookAnswer.observe(answer.tookMs / 1_000)
  const pausedMs = pauseMs(answer, now)
  const state: DeliveryState = verdict === 'delivered' || verdict === 'failed' ? verdict : 'waiting'
  const delayMs = state === 'waiting' ? Math.max(waitMs(tries, Math.random()), pausedMs) : 0
  const dueAt = new Date(now.getTime() + delayMs)
  const attempt = attemptOf(leased.url, answer, beganAt)
  const firstTriedAt = leased.firstTriedAt ?? beganAt
  const outcome = { state, attempt, firstTriedAt, dueAt, now }
  const isSettled = await retryWrite(leaseBeyondMs, () => queries.settle(db, leased, outcome))
  if (!isSettled) return
  if (verdict === 'delivered') {
    if (leased.isFailing) await queries.markDelivering(db, leased.webhookNumber)
    return
  }

  const pausedUntil = pausedMs > 0 ? new Date(now.getTime() + pausedMs) : null
  await queries.markFailing(db, leased.webhookNumber, { since: beganAt, pausedUntil })
  const why = answer.error ?? `the receiver answered ${answer.status}`
  ctx.log.info({ accountId: leased.accountId, event: leased.eventId, tries, why }, 'webhook delivery failed')
  if (verdict === 'gone') {
    const reason = 'The receiver answered 410 Gone.'
    await queries.disable(db, leased.webhookNumber, { reason, ifFailingSince: null, now })
  }
  if (verdict === 'failed') {
    const reason = `Nothing was delivered while one event was tried ${maxTries} times. Last error: ${why}.`
    await queries.disable(db, leased.webhookNumber, { reason, ifFailingSince: firstTriedAt, now })
  }
}
