// Sends one notification: leases it, counts it against the daily limit of its device and the spending caps, sends it
// and records the outcome.

import { retryWrite } from '../../platform/async/retry-write.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/db.ts'
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
import { recordChanges } from '../audit/audit.api.ts'
import { openCounters, takeBudgetLease } from '../spending/budget-lease.api.ts'
import type { BudgetLevel } from '../spending/spending.types.ts'
import { hashOfSecret, linkTokenOf, linkValidForMs, newLinkSecret } from './acknowledge-link.ts'
import type { Outcome } from './channels/channel.types.ts'
import type { Transports } from './channels/transports.ts'
import { markGone } from './contact.queries.ts'
import { openAddress } from './contact-address.ts'
import * as leases from './lease.queries.ts'
import type {
  Channel,
  DueNotification,
  LeasedNotification,
  SettledNotification,
  UnfundedNotification,
} from './notification.types.ts'
import * as queries from './outcome.queries.ts'
import { composeAlert } from './templates/alert-email.ts'

const backoffSeconds = [30, 120, 600, 3_600]
export const maxAttempts = backoffSeconds.length + 1
const maxErrorLength = 300
/** However long the provider asks to wait. */
const maxPauseSeconds = 3_600

/** How long a notification waits for what other accounts return of a budget. They do within about a second. */
const budgetWaitMs = 5_000
/** Other processes may use up a budget lease before the notification that it was taken for. */
const maxLeaseTries = 5

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'cells' | 'sites'>

/** Takes one notification, and decides whether it may be sent. Undefined if another process has taken it. */
export async function lease(ctx: Needs, transports: Transports, due: DueNotification) {
  const beganMs = traceClock()
  const db = ctx.db.forAccount(due.accountId)
  const { prices, defaults } = ctx.config.spending
  let budgetRefusedBy: BudgetLevel | null = null
  const secret = newLinkSecret()
  const linkHash = hashOfSecret(secret)
  for (let tries = 1; ; tries += 1) {
    const leased = await leases.leaseNotification(db, due.number, {
      now: ctx.now(),
      leaseUntil: leaseEnd(ctx),
      channels: Object.keys(transports) as Channel[],
      prices,
      defaults,
      budgetRefusedBy,
      budgetWaitMs,
      linkHash,
      linkUntil: new Date(ctx.now().getTime() + linkValidForMs),
    })
    if (!leased) return undefined
    if (leased.state !== 'unfunded') return { leased, beganMs, secret }
    if (leased.hasCounters)
      budgetRefusedBy = (await fund(ctx, db, leased)) ?? (tries >= maxLeaseTries ? 'platform' : null)
    else await openCounters(ctx, db, leased.day)
  }
}

function fund(ctx: Needs, db: AccountDb, unfunded: UnfundedNotification): Promise<BudgetLevel | null> {
  const { channel, severity, price, unitsLeft, dayEndsAt } = unfunded
  const isCritical = severity === 'critical'
  return takeBudgetLease(ctx, db, { channel, isCritical, price, unitsLeft, dayEndsAt })
}

function leaseEnd(ctx: Needs): Date {
  return new Date(ctx.now().getTime() + ctx.config.notifications.leaseSeconds * 1_000)
}

export async function deliver(
  ctx: Needs,
  transports: Transports,
  {
    leased,
    beganMs,
    secret,
  }: { leased: LeasedNotification | SettledNotification; beganMs: number; secret: string },
): Promise<void> {
  if (leased.state !== 'sending') {
    // Without a reason it waits for a budget lease.
    if (leased.reason) metrics.suppressed.inc({ channel: leased.channel, reason: leased.reason })
    return
  }
  const { leaseSeconds } = ctx.config.notifications
  const db = ctx.db.forAccount(leased.accountId)
  const renewal = setInterval(
    () =>
      queries
        .renewLease(db, leased.number, leased.attempt, leaseEnd(ctx))
        .catch((error) => ctx.log.warn({ err: error }, 'renewing a lease failed')),
    (leaseSeconds * 1_000) / 3,
  )
  const span = traceDelivery(leased, beganMs)
  try {
    await through(
      span,
      inSpan(span, () => sendAndSettle(ctx, transports, leased, secret)),
    )
  } finally {
    clearInterval(renewal)
  }
}

/** Continues the trace of the alert. The time it waited is part of it. */
function traceDelivery(
  { traceparent, createdAt, channel, id, attempt }: LeasedNotification,
  beganMs: number,
) {
  if (!traceparent) return undefined
  const attributes = { 'rastro.channel': channel, 'rastro.notification': id, 'rastro.attempt': attempt }
  if (attempt === 1) {
    endSpan(beginSpan(traceparent, 'wait', { beganMs: toTraceClock(createdAt) }), undefined, beganMs)
  }
  return beginSpan(traceparent, 'notify', { kind: 'consumer', attributes, beganMs })
}

async function sendAndSettle(
  ctx: Needs,
  transports: Transports,
  leased: LeasedNotification,
  secret: string,
): Promise<void> {
  const outcome = await send(ctx, transports, leased, secret)
  count(ctx, leased, outcome)
  const settling = retryWrite(ctx.config.notifications.leaseSeconds * 1_000, () =>
    settle(ctx, leased, outcome),
  )
  await through(beginSpan(currentSpan(), 'settle'), settling)
}

async function send(
  ctx: Needs,
  transports: Transports,
  leased: LeasedNotification,
  secret: string,
): Promise<Outcome> {
  const { id, channel } = leased
  const composing = beginSpan(currentSpan(), 'compose')
  try {
    const acknowledgeToken = linkTokenOf(leased.account, secret)
    const content = composeAlert({ ...leased, acknowledgeToken }, await ctx.sites.urlOf(leased.accountId))
    endSpan(composing)
    const sending = beginSpan(currentSpan(), `send ${channel}`, { kind: 'client' })
    const outcome = await transports[channel]!.send({
      id,
      to: openAddress(ctx, leased),
      accountId: leased.accountId,
      content,
      acknowledgeToken,
    })
    sending?.setAttribute('rastro.outcome', outcome.kind)
    endSpan(sending, outcome.kind === 'accepted' ? undefined : new Error(outcome.kind))
    return outcome
  } catch (error) {
    // A message that cannot be composed never reached a transport.
    ctx.log.error({ err: error, notification: id }, 'composing a notification failed')
    return { kind: 'refused', why: 'the message could not be composed', isTemporary: false }
  }
}

function count(ctx: Needs, { channel, raisedAt }: LeasedNotification, { kind: outcome }: Outcome): void {
  metrics.notified.inc({ channel, outcome })
  if (outcome !== 'accepted') return
  metrics.notifyDelay.observe({ channel }, Math.max(0, ctx.now().getTime() - raisedAt.getTime()) / 1_000)
}

async function settle(ctx: Needs, leased: LeasedNotification, outcome: Outcome): Promise<void> {
  const db = ctx.db.forAccount(leased.accountId)
  const now = ctx.now()
  if (outcome.kind === 'accepted') return queries.markAccepted(db, leased, outcome.providerId, now)
  const error = [...outcome.why].slice(0, maxErrorLength).join('')
  ctx.log.info({ notification: leased.id, outcome: outcome.kind, error }, 'notification not sent')
  const waitSeconds = backoffSeconds[leased.attempt - leased.attemptsBefore - 1]
  const retryAt =
    waitSeconds === undefined || (outcome.kind === 'refused' && !outcome.isTemporary)
      ? undefined
      : new Date(now.getTime() + Math.max(waitSeconds, pauseOf(outcome)) * 1_000)
  if (outcome.kind === 'refused' && outcome.isGone) await endContact(ctx, leased, error)
  if (outcome.kind === 'refused') await queries.markRefused(db, leased, { error, retryAt, now })
  else await queries.markUnknown(db, leased, { error, retryAt, now })
}

/** The provider reported that the address no longer exists. The managers find it in the audit log and at the contact. */
async function endContact(ctx: Needs, leased: LeasedNotification, reason: string): Promise<void> {
  await inTransaction(ctx, leased.accountId, async (tx) => {
    const id = await markGone(tx.db, leased, reason, tx.now())
    if (id === undefined) return
    await recordChanges(tx, { userId: null, clientId: null, requestId: null }, [
      { action: 'contacts.gone', target: id, before: null, after: { reason } },
    ])
  })
}

/** What the provider asks for, within bounds. */
function pauseOf(outcome: Outcome): number {
  const asked = outcome.kind === 'refused' ? (outcome.retryAfterSeconds ?? 0) : 0
  return Math.min(asked, maxPauseSeconds)
}
