// One command on its way: made `sent` first, written after. Who dies in between has sent it at most once.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction, isDuplicate } from '../../platform/db/db.ts'
import type { TrackerLine, Wish } from './command.types.ts'
import { announceCommand } from './command-events.ts'
import type { NextCommand, Waiting } from './dispatch.queries.ts'
import * as queries from './dispatch.queries.ts'
import { bytesOf } from './encoding.ts'

type Needs = Pick<Context, 'db' | 'now'>

export type Claim =
  | { kind: 'none' }
  | { kind: 'impossible' }
  | { kind: 'claimed'; next: NextCommand; bytes: Buffer }
const none: Claim = { kind: 'none' }

export async function claimNext(ctx: Needs, line: TrackerLine, waiting: Waiting): Promise<Claim> {
  try {
    return await inTransaction(ctx, waiting.accountId, (tx) => claim(tx, line, waiting))
  } catch (error) {
    // Another gateway was first.
    if (isDuplicate(error, 'commands_on_the_way')) return none
    throw error
  }
}

async function claim(ctx: Pick<Tx, 'db' | 'now'>, line: TrackerLine, waiting: Waiting): Promise<Claim> {
  const { deviceNumber, identifier } = waiting
  const next = await queries.lockNext(ctx.db, deviceNumber, identifier, ctx.now())
  if (!next) return none
  const { number, id, deviceId, type, model, requestNumber } = next
  const wish = { type, ...next.settings } as Wish
  const settings = model === null ? {} : { model }
  const speech = { requestId: requestNumber, identifier, sentAt: ctx.now(), settings }
  const bytes = bytesOf(line.protocol, wish, speech)
  const news = { id, deviceId, deviceNumber, type }
  if (!bytes) {
    await queries.markImpossible(ctx.db, number, ctx.now())
    await announceCommand(ctx, { ...news, state: 'failed', reason: 'not_supported' })
    return { kind: 'impossible' }
  }
  if (!(await queries.markSent(ctx.db, number, ctx.now()))) return none
  await announceCommand(ctx, { ...news, state: 'sent', reason: null })
  return { kind: 'claimed', next, bytes }
}

/** Nothing of it was written: it waits again. */
export async function giveBack(
  ctx: Needs,
  { accountId, deviceNumber }: Waiting,
  { number, id, deviceId, type }: NextCommand,
  reason: string | null,
): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    if (!(await queries.giveBack(tx.db, number, reason))) return
    await announceCommand(tx, { id, deviceId, deviceNumber, type, state: 'queued', reason })
  })
}
