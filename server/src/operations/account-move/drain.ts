// Quiesces an account in steps: no new deliveries, then no changes, then no events.

import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../../features/events/event-log.api.ts'
import { decodeEventCursor } from '../../platform/bus/event-cursor.ts'
import { movingCacheTtlMs } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import * as queries from './move.queries.ts'
import type { Side } from './move.types.ts'
import { until } from './wait.ts'

const settleTimeoutMs = 15_000
const transactionTimeoutMs = 15_000
const readTimeoutMs = 10_000
/** Time for the last committed events to be published to the event log. */
const publishMs = 500

/** Returns when every process knows of the move and deliveries in flight are finished. */
export async function close({ db }: Side, accountId: number, to: number): Promise<void> {
  await queries.setMove(db, accountId, 'closing', to)
  await sleep(movingCacheTtlMs + 200)
  await until('Deliveries in flight', settleTimeoutMs, async () => {
    const { sending, delivering } = await queries.countInFlight(db, accountId)
    if (sending + delivering === 0) return undefined
    return `${sending} notifications and ${delivering} webhook requests are not finished`
  })
}

/** From here on the database rejects every change. */
export async function freeze(
  ctx: Pick<Context, 'bus'>,
  { db }: Side,
  accountId: number,
  to: number,
): Promise<void> {
  await queries.setMove(db, accountId, 'frozen', to)
  await waitForTransactions({ db })
  await sleep(publishMs)
  await until('Webhooks', readTimeoutMs, async () => {
    const lagging = await findLaggingWebhook(ctx, { db }, accountId)
    return lagging && `${lagging} has not received all events. Is a notifier running?`
  })
  await queries.setMove(db, accountId, 'sealed', to)
  await waitForTransactions({ db })
}

/** A webhook that has not read all events of the account. */
async function findLaggingWebhook(
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

/** Transactions that began earlier may not see the new state; later ones do. */
async function waitForTransactions({ db }: Pick<Side, 'db'>): Promise<void> {
  const before = new Set(await queries.listTransactions(db))
  await until('Transactions', transactionTimeoutMs, async () => {
    const left = (await queries.listTransactions(db)).filter((one) => before.has(one))
    return left.length > 0 ? `${left.length} transactions of the application are still open` : undefined
  })
}
