// Sends a message to all browsers of a user. It is accepted if one browser got it: the others are not tried again, so
// that nobody is notified twice.

import type { Context } from '../../../platform/context.ts'
import { unseal } from '../../../platform/crypto/seal.ts'
import { maxPlaintextBytes } from '../../../platform/crypto/web-push.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import type { Outcome } from '../channels/channel.types.ts'
import type { PushService } from './push-service.ts'
import * as queries from './subscription.queries.ts'
import type {
  BrowserSubscription,
  PushMessage,
  PushOutcome,
  StoredSubscription,
} from './subscription.types.ts'

export const sealedFor = 'push subscription'

/** A critical alert is of no use the next day, and an ordinary one is in the list of alerts. */
const ttlSeconds = { urgent: 3_600, normal: 12 * 3_600 }
/** After a failure; each one in a row doubles it. */
const restSeconds = 30

type Needs = Pick<Context, 'db' | 'config' | 'now'>

export async function sendToBrowsers(
  ctx: Needs,
  service: PushService,
  { accountId, userId }: { accountId: number; userId: string },
  message: PushMessage,
): Promise<Outcome> {
  const db = ctx.db.forAccount(accountId)
  const found = await queries.listSendable(db, userId, ctx.now())
  const sendable = found.filter((one) => !one.isResting)
  if (found.length === 0) return { kind: 'refused', why: 'no_browser', isTemporary: false }
  if (sendable.length === 0)
    return { kind: 'refused', why: 'every push service failed lately', isTemporary: true }
  const outcomes = await Promise.all(sendable.map((one) => sendToBrowser(ctx, service, one, message)))
  await settle(db, sendable, outcomes, ctx.now())
  return summaryOf(outcomes, found.length > sendable.length)
}

/** For a test of one browser as well. */
export async function sendToBrowser(
  ctx: Pick<Needs, 'config'>,
  service: PushService,
  { sealed, showsText }: Pick<StoredSubscription, 'sealed' | 'showsText'>,
  message: PushMessage,
): Promise<PushOutcome> {
  const to = JSON.parse(unseal(ctx.config.access, sealedFor, sealed)) as BrowserSubscription
  const { isUrgent, tag } = message
  const outcome = await service.post({
    to,
    plaintext: payloadOf(message, showsText),
    ttlSeconds: isUrgent ? ttlSeconds.urgent : ttlSeconds.normal,
    isUrgent,
    topic: tag,
  })
  metrics.pushed.inc({ outcome: outcome.kind })
  return outcome
}

/** Removes what is gone, and lets failing browsers rest. */
export async function settle(
  db: AccountDb,
  tried: Pick<StoredSubscription, 'id'>[],
  outcomes: PushOutcome[],
  now: Date,
): Promise<void> {
  const idsOf = (kind: PushOutcome['kind']) =>
    tried.filter((_, at) => outcomes[at]?.kind === kind).map(({ id }) => id)
  const [accepted, gone] = [idsOf('accepted'), idsOf('gone')]
  if (accepted.length > 0) await queries.markAccepted(db, accepted, now)
  if (gone.length > 0) await queries.deleteGone(db, gone)
  for (const [at, { id }] of tried.entries()) {
    const outcome = outcomes[at]!
    if (outcome.kind !== 'refused' && outcome.kind !== 'unknown') continue
    const seconds = outcome.kind === 'refused' ? (outcome.retryAfterSeconds ?? restSeconds) : restSeconds
    await queries.markFailed(db, id, { now, seconds: Math.min(3_600, Math.ceil(seconds)) })
  }
}

function summaryOf(outcomes: PushOutcome[], hasResting: boolean): Outcome {
  const accepted = outcomes.find(({ kind }) => kind === 'accepted')
  if (accepted) return { kind: 'accepted' }
  const unknown = outcomes.find((one) => one.kind === 'unknown')
  if (unknown) return unknown
  const failed = outcomes.filter((one) => one.kind === 'refused')
  const temporary = failed.find(({ isTemporary }) => isTemporary)
  if (temporary) return { kind: 'refused', why: temporary.why, isTemporary: true }
  if (hasResting) return { kind: 'refused', why: 'every push service failed lately', isTemporary: true }
  // Without any: all were removed at their push services.
  return { kind: 'refused', why: failed[0]?.why ?? 'no_browser', isTemporary: false }
}

function payloadOf(message: PushMessage, showsText: boolean): Buffer {
  const { title, body, hiddenTitle, hiddenBody, ...rest } = message
  const hidden = Buffer.from(JSON.stringify({ title: hiddenTitle, body: hiddenBody, ...rest }))
  const shown = Buffer.from(JSON.stringify({ title, body, ...rest }))
  return showsText && shown.length <= maxPlaintextBytes ? shown : hidden
}
