// Sends one notification: takes it with a unit of its device's day, hands it over, and writes down what became of it.

import { untilWritten } from '../../platform/async/retry-write.ts'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import {
  beginSpan,
  currentSpan,
  endSpan,
  inSpan,
  through,
  toTraceClock,
  traceClock,
} from '../../platform/observability/tracing.ts'
import type { Outcome } from './channels/channel.types.ts'
import type { Transports } from './channels/transports.ts'
import * as claims from './lease.queries.ts'
import type { Channel, DueNotification, TakenNotification } from './notification.types.ts'
import * as queries from './outcome.queries.ts'
import { composeAlert } from './templates/alert-email.ts'

const backoffSeconds = [30, 120, 600, 3_600]
export const maxAttempts = backoffSeconds.length + 1
const longestError = 300

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config'>

/** Returns whether it was there to be taken: others may have been faster. */
export async function deliver(ctx: Needs, transports: Transports, due: DueNotification): Promise<boolean> {
  const { leaseSeconds } = ctx.config.notifications
  const leaseUntil = () => new Date(ctx.now().getTime() + leaseSeconds * 1_000)
  const db = ctx.db.forAccount(due.accountId)
  const beganMs = traceClock()
  const taken = await claims.takeNotification(db, due.number, {
    now: ctx.now(),
    leaseUntil: leaseUntil(),
    channels: Object.keys(transports) as Channel[],
  })
  if (!taken) return false
  if (taken.state !== 'sending') {
    metrics.suppressed.inc({ channel: taken.channel, reason: taken.reason ?? 'none' })
    return true
  }
  const renewal = setInterval(
    () =>
      queries
        .renewLease(db, taken.number, taken.attempt, leaseUntil())
        .catch((error) => ctx.log.warn({ err: error }, 'a lease could not be renewed')),
    (leaseSeconds * 1_000) / 3,
  )
  const span = traceDelivery(taken, beganMs)
  try {
    await through(
      span,
      inSpan(span, () => handAndSettle(ctx, transports, taken)),
    )
  } finally {
    clearInterval(renewal)
  }
  return true
}

/** Goes on with the trace of the alert. How long it waited is part of it. */
function traceDelivery({ traceparent, createdAt, channel, id, attempt }: TakenNotification, beganMs: number) {
  if (!traceparent) return undefined
  const attributes = { 'rastro.channel': channel, 'rastro.notification': id, 'rastro.attempt': attempt }
  if (attempt === 1) {
    endSpan(beginSpan(traceparent, 'wait', { beganMs: toTraceClock(createdAt) }), undefined, beganMs)
  }
  return beginSpan(traceparent, 'notify', { kind: 'consumer', attributes, beganMs })
}

async function handAndSettle(ctx: Needs, transports: Transports, taken: TakenNotification): Promise<void> {
  const outcome = await hand(ctx, transports, taken)
  count(ctx, taken, outcome)
  const settling = untilWritten(ctx.config.notifications.leaseSeconds * 1_000, () =>
    settle(ctx, taken, outcome),
  )
  await through(beginSpan(currentSpan(), 'settle'), settling)
}

async function hand(ctx: Needs, transports: Transports, taken: TakenNotification): Promise<Outcome> {
  const { id, address, channel } = taken
  const composing = beginSpan(currentSpan(), 'compose')
  try {
    const letter = composeAlert(taken, ctx.config.http.publicUrl)
    endSpan(composing)
    const sending = beginSpan(currentSpan(), `send ${channel}`, { kind: 'client' })
    const outcome = await transports[channel]!.send({ id, to: address, letter })
    sending?.setAttribute('rastro.outcome', outcome.kind)
    endSpan(sending, outcome.kind === 'accepted' ? undefined : new Error(outcome.kind))
    return outcome
  } catch (error) {
    // A letter that cannot be written never reached a transport.
    ctx.log.error({ err: error, notification: id }, 'a notification could not be sent')
    return { kind: 'refused', why: 'it could not be written', isTemporary: false }
  }
}

function count(ctx: Needs, { channel, raisedAt }: TakenNotification, { kind: outcome }: Outcome): void {
  metrics.notified.inc({ channel, outcome })
  if (outcome !== 'accepted') return
  metrics.notifyDelay.observe({ channel }, Math.max(0, ctx.now().getTime() - raisedAt.getTime()) / 1_000)
}

async function settle(ctx: Needs, taken: TakenNotification, outcome: Outcome): Promise<void> {
  const db = ctx.db.forAccount(taken.accountId)
  const now = ctx.now()
  if (outcome.kind === 'accepted') return queries.markAccepted(db, taken, outcome.providerId, now)
  const error = [...outcome.why].slice(0, longestError).join('')
  ctx.log.info({ notification: taken.id, outcome: outcome.kind, error }, 'a notification did not leave')
  const waitSeconds = backoffSeconds[taken.attempt - 1]
  const retryAt =
    waitSeconds === undefined || (outcome.kind === 'refused' && !outcome.isTemporary)
      ? undefined
      : new Date(now.getTime() + waitSeconds * 1_000)
  if (outcome.kind === 'refused') await queries.markRefused(db, taken, { error, retryAt, now })
  else await queries.markUnknown(db, taken, { error, retryAt, now })
}
