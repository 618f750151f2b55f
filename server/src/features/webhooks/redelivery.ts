// Requests redelivery of a period of the log. The reader of the webhook then reads and queues it.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { cursorOf, lastPosition, parseCursor } from '../events/event-log.api.ts'
import * as queries from './webhook.queries.ts'
import { lockWebhook } from './webhook.ts'

export interface WantedRedelivery {
  from?: string
  to?: string
  cursor?: string
}

/** A cursor at the current end of the log: where a new webhook starts. */
export async function findEnd(ctx: Pick<Context, 'bus' | 'now'>): Promise<string> {
  return cursorOf(ctx, await lastPosition(ctx), new Date())
}

export async function redeliverEvents(
  ctx: Tx,
  caller: Caller,
  id: string,
  wanted: WantedRedelivery,
): Promise<void> {
  const webhook = await lockWebhook(ctx, caller, id)
  const period = periodOf(ctx, wanted)
  if (!webhook.enabled) {
    throw new ConflictError('webhooks.disabled', 'The webhook is disabled. Enable it first.')
  }
  if (webhook.isRedelivering) {
    throw new ConflictError('webhooks.redelivery_running', 'A redelivery is running. Wait until it is done.')
  }
  await queries.setRedelivery(ctx.db, webhook.number, period)
  await recordChanges(ctx, caller, [
    { action: 'webhooks.redelivery_started', target: id, before: null, after: { ...wanted } },
  ])
}

function periodOf(ctx: Pick<Tx, 'bus' | 'now'>, { from, to, cursor }: WantedRedelivery) {
  if ((from === undefined) === (cursor === undefined) || (cursor !== undefined && to !== undefined)) {
    throw invalid('body', [{ path: '', message: 'must have either from (and optionally to) or cursor' }])
  }
  const end = to === undefined ? ctx.now() : new Date(to)
  if (cursor !== undefined) return { position: cursor, from: parseCursor(cursor).at, to: end }
  const begin = new Date(from!)
  if (begin >= end) throw invalid('body', [{ path: 'from', message: 'must be before to' }])
  return { position: cursorOf(ctx, { sequence: 0, index: 0 }, begin), from: begin, to: end }
}
