// The delivery log: listing it, redelivering, and sending tests.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import * as queries from './delivery.queries.ts'
import { createDestinations } from './destinations.ts'
import { attemptOf, verdictOf } from './outcome.ts'
import { requestOf } from './request-body.ts'
import * as webhooks from './webhook.queries.ts'
import type { DeliveryView } from './webhook.schema.ts'
import { getWebhook, lockWebhook } from './webhook.ts'
import type { Attempt, DeliveryState } from './webhook.types.ts'

/** Returns a reader of pages of the deliveries of a webhook, newest first. */
export async function listDeliveries(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  webhookId: string,
  state: DeliveryState | undefined,
) {
  const { number } = await getWebhook(ctx, caller, webhookId)
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listDeliveries(db, number, state, cursor)
}

export async function redeliver(
  ctx: Tx,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<Static<typeof DeliveryView>> {
  const { number } = await lockWebhook(ctx, caller, webhookId)
  const queued = await queries.requeue(ctx.db, number, deliveryId, ctx.now())
  const json = await queries.findDelivery(ctx.db, number, deliveryId)
  if (!queued || !json) {
    throw new NotFoundError(
      'webhooks.delivery_not_found',
      `The delivery "${deliveryId}" does not exist, or is not yours to see.`,
    )
  }
  if (queued === 'test') {
    throw new ConflictError('webhooks.is_test', 'A test cannot be redelivered. Send another test.')
  }
  await recordChanges(ctx, caller, [
    { action: 'webhooks.redelivered', target: webhookId, before: null, after: { delivery: deliveryId } },
  ])
  return JSON.parse(json)
}

/** Posts a test at once, even to a disabled webhook, and returns the result. */
export async function sendTest(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  caller: Caller,
  webhookId: string,
): Promise<{ deliveryId: string; delivered: boolean } & Attempt> {
  const { number } = await getWebhook(ctx, caller, webhookId)
  const db = ctx.db.forAccount(caller.accountId)
  const now = ctx.now()
  const endpoint = await webhooks.findEndpoint(db, number, now)
  if (!endpoint) throw new NotFoundError('webhooks.not_found', `The webhook "${webhookId}" does not exist.`)
  const eventId = newId('evt')
  const data = { webhookId }
  const body = JSON.stringify({ id: eventId, type: 'webhook.test', timestamp: now.toISOString(), data })
  const destinations = createDestinations(ctx)
  const answer = await destinations
    .deliver(requestOf(ctx, endpoint, { id: eventId, body }))
    .finally(destinations.stop)
  const isDelivered = verdictOf(answer, 1) === 'delivered'
  const attempt = attemptOf(endpoint.url, answer, now)
  const id = newId('dlv')
  await queries.insertTest(db, number, { id, eventId, body, isDelivered, attempt, now })
  return { deliveryId: id, delivered: isDelivered, ...attempt }
}
