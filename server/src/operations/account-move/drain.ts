// Brings an account to rest, step by step: first nothing new is begun, then nothing is changed, then nothing is told.

import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../../features/events/event-log.api.ts'
import { decodeEventCursor } from '../../platform/bus/event-cursor.ts'
import { knownWithinMs } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import * as queries from './move.queries.ts'
import type { Side } from './move.types.ts'
import { until } from './wait.ts'

const settledWithinMs = 15_000
const transactionsWithinMs = 15_000
const readWithinMs = 10_000
/** What was committed last is told to the log of events. */
const tellingMs = 500

/** Everybody knows it when this is over, and what was in hand is done. */
export async function close({ db }: Side, accountId: number, to: number): Promise<void> {
  await queries.setMove(db, accountId, 'closing', to)
  await sleep(knownWithinMs + 200)
  await until('Letters and webhooks on their way', settledWithinMs, async () => {
    const { sending, delivering } = await queries.countUnsettled(db, accountId)
    if (sending + delivering === 0) return undefined
    return `${sending} letters and ${delivering} requests of webhooks are not done`
  })
}

/** From here on the database refuses every change. */
export async function freeze(
  ctx: Pick<Context, 'bus'>,
  { db }: Side,
  accountId: number,
  to: number,
): Promise<void> {
  await queries.setMove(db, accountId, 'frozen', to)
  await waitForTransactions({ db })
  await sleep(tellingMs)
  await until('Webhooks', readWithinMs, async () => {
    const behind = await findBehind(ctx, { db }, accountId)
    return behind && `${behind} has not read all events; is a notifier running?`
  })
  await queries.setMove(db, accountId, 'sealed', to)
  await waitForTransactions({ db })
}

/** A webhook whose reader has not come to the end of what the log has of the account. */
async function findBehind(
  ctx: Pick<Context, 'bus'>,
  { db }: Pick<Side, 'db'>,
  accountId: number,
): Promise<string | undefined> {
  for (const { number, position, isRedelivering } of await queries.listPositions(db, accountId)) {
    const cursor = decodeEventCursor(position)
    const isOther = cursor?.epoch !== ctx.bus.events.epoch()
    const at =
      cursor && !isOther ? { sequence: cursor.sequence, index: cursor.index } : { sequence: 0, index: 0 }
    const { events, isEnd } = await readEvents(ctx, accountId, at, 1)
    if (events.length > 0 || !isEnd || isRedelivering) return `webhook ${number}`
  }
  return undefined
}

/** Who began before may not have seen what was just committed; who begins after has. */
async function waitForTransactions({ db }: Pick<Side, 'db'>): Promise<void> {
  const before = new Set(await queries.listTransactions(db))
  await until('Transactions', transactionsWithinMs, async () => {
    const left = (await queries.listTransactions(db)).filter((one) => before.has(one))
    return left.length > 0 ? `${left.length} of the application are still open` : undefined
  })
}
