// Sends one command: it is marked `sent` before it is written, so a crash in between sends it at most once.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction, isDuplicate } from '../../platform/db/db.ts'
import type { CommandPayload, TrackerConnection } from './command.types.ts'
import { emitCommandEvent } from './command-events.ts'
import type { NextCommand, Waiting } from './dispatch.queries.ts'
import * as queries from './dispatch.queries.ts'
import { bytesOf } from './encoding.ts'

type Needs = Pick<Context, 'db' | 'now'>

export type Reservation =
  | { kind: 'none' }
  | { kind: 'unsupported' }
  | { kind: 'reserved'; next: NextCommand; bytes: Buffer }
const none: Reservation = { kind: 'none' }

export async function reserveNext(
  ctx: Needs,
  connection: TrackerConnection,
  waiting: Waiting,
): Promise<Reservation> {
  try {
    return await inTransaction(ctx, waiting.accountId, (tx) => reserve(tx, connection, waiting))
  } catch (error) {
    // Another gateway was faster.
    if (isDuplicate(error, 'commands_on_the_way')) return none
    throw error
  }
}

async function reserve(
  ctx: Pick<Tx, 'db' | 'now'>,
  connection: TrackerConnection,
  waiting: Waiting,
): Promise<Reservation> {
  const { deviceNumber, identifier } = waiting
  const next = await queries.lockNext(ctx.db, deviceNumber, identifier, ctx.now())
  if (!next) return none
  const { number, id, deviceId, type, model, requestNumber } = next
  const payload = { type, ...next.settings } as CommandPayload
  const settings = model === null ? {} : { model }
  const encoding = { requestId: requestNumber, identifier, sentAt: ctx.now(), settings }
  const bytes = bytesOf(connection.protocol, payload, encoding)
  const event = { id, deviceId, deviceNumber, type }
  if (!bytes) {
    await queries.markUnsupported(ctx.db, number, ctx.now())
    await emitCommandEvent(ctx, { ...event, state: 'failed', reason: 'not_supported' })
    return { kind: 'unsupported' }
  }
  if (!(await queries.markSent(ctx.db, number, ctx.now()))) return none
  await emitCommandEvent(ctx, { ...event, state: 'sent', reason: null })
  return { kind: 'reserved', next, bytes }
}

/** Nothing was written: the command is queued again. */
export async function requeue(
  ctx: Needs,
  { accountId, deviceNumber }: Waiting,
  { number, id, deviceId, type }: NextCommand,
  reason: string | null,
): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    if (!(await queries.requeue(tx.db, number, reason))) return
    await emitCommandEvent(tx, { id, deviceId, deviceNumber, type, state: 'queued', reason })
  })
}
