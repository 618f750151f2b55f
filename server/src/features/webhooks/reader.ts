// Reads the event log for one webhook from its position. Queues matching events and moves the position in one
// transaction: each event is queued once, even if the process dies.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { EventKind, LoggedEvent } from '../events/event.types.ts'
import type { ReadEvents } from '../events/event-log.api.ts'
import { cursorOf, isAfter, lastPosition, parseCursor, readEvents } from '../events/event-log.api.ts'
import { queueEvents } from './queue.queries.ts'
import * as queries from './reader.queries.ts'
import type { EventToQueue, Reading, WebhookKey } from './webhook.types.ts'

/** Log messages; each contains up to 250 events. */
const maxMessages = 8
/** Wall clock time: leases are shared between processes. */
const leaseMs = 10_000

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'config'>

export interface ReadResult {
  queued: number
  /** Whether the log has more events to read. */
  isMore: boolean
}
const nothing: ReadResult = { queued: 0, isMore: false }

/**
 * Reads one batch of new events, and one of a redelivery. `later`: the queue is full, or another process is reading.
 */
export async function readFor(ctx: Needs, { accountId, number }: WebhookKey): Promise<ReadResult | 'later'> {
  const db = ctx.db.forAccount(accountId)
  const now = new Date()
  const until = new Date(now.getTime() + leaseMs)
  const reading = await queries.leaseReading(db, number, { now, until })
  if (!reading) return 'later'
  try {
    const isFull = () => reading.waiting >= ctx.config.webhooks.maxQueued
    if (isFull()) return 'later'
    const live = await readLive(ctx, { accountId, number }, reading)
    reading.waiting += live.queued
    if (reading.redeliveryPosition === null || isFull()) return live
    const again = await readRedelivery(ctx, { accountId, number }, reading, reading.redeliveryPosition)
    return { queued: live.queued + again.queued, isMore: live.isMore || again.isMore }
  } finally {
    await queries.releaseReading(db, number, until)
  }
}

async function readLive(
  ctx: Needs,
  { accountId, number }: WebhookKey,
  reading: Reading,
): Promise<ReadResult> {
  const { read, to, isGap } = await readFrom(ctx, accountId, reading.position, reading.events)
  const events = read.events.filter(matches(reading.events)).map(toQueue)
  const gapAt = isGap ? ctx.now() : null
  if (to === reading.position) return nothing
  return inTransaction(ctx, accountId, async (tx) => {
    const isMoved = await queries.movePosition(tx.db, number, { from: reading.position, to, gapAt })
    if (!isMoved) return nothing
    const queued = await queue(tx, number, events, false)
    return { queued, isMore: !read.isEnd }
  })
}

async function readRedelivery(
  ctx: Needs,
  { accountId, number }: WebhookKey,
  { events: wanted, redeliveryFrom, redeliveryTo }: Reading,
  from: string,
): Promise<ReadResult> {
  const { read, to } = await readFrom(ctx, accountId, from, wanted)
  const isOver = read.isEnd || read.events.some(({ loggedAt }) => loggedAt >= redeliveryTo)
  const events = read.events
    .filter(({ loggedAt }) => loggedAt >= redeliveryFrom && loggedAt < redeliveryTo)
    .filter(matches(wanted))
    .map(toQueue)
  return inTransaction(ctx, accountId, async (tx) => {
    const isMoved = await queries.moveRedelivery(tx.db, number, { from, to: isOver ? null : to })
    if (!isMoved) return nothing
    return { queued: await queue(tx, number, events, true), isMore: !isOver }
  })
}

async function queue(
  ctx: Pick<Needs, 'now'> & { db: Parameters<typeof queueEvents>[0] },
  number: number,
  events: EventToQueue[],
  isRedelivery: boolean,
): Promise<number> {
  return events.length === 0 ? 0 : queueEvents(ctx.db, number, events, { isRedelivery, now: ctx.now() })
}

/** One batch of the log, and where the next one starts. */
async function readFrom(
  ctx: Needs,
  accountId: number,
  cursor: string,
  wanted: string[],
): Promise<{ read: ReadEvents; to: string; isGap: boolean }> {
  const end = await lastPosition(ctx)
  const { position: known, epoch } = parseCursor(cursor)
  const isOther = epoch !== ctx.bus.events.epoch()
  const position = isOther ? { sequence: 0, index: 0 } : known
  const read = await readEvents(ctx, accountId, position, maxMessages, kindsOf(wanted))
  // Skips the events of other accounts, so that the position of a quiet account does not fall out of the log.
  const next = read.isEnd && isAfter(end, read.position) ? end : read.position
  const isSame = !isOther && !isAfter(next, position)
  const to = isSame ? cursor : cursorOf(ctx, next, read.events.at(-1)?.loggedAt ?? new Date())
  return { read, to, isGap: isOther || read.lostBefore !== undefined }
}

/** Whether a webhook may want events of a kind. */
export function mayWant(wanted: string[], kind: EventKind): boolean {
  return kindsOf(wanted)?.includes(kind) ?? true
}

/** The kinds of the kinds and types that a webhook wants; undefined means all. */
function kindsOf(wanted: string[]): EventKind[] | undefined {
  if (wanted.length === 0) return undefined
  return [...new Set(wanted.map((name) => name.split('.')[0] as EventKind))]
}

/** By kind or exact type; none means all. */
function matches(wanted: string[]): (event: LoggedEvent) => boolean {
  const names = new Set(wanted)
  return ({ kind, type }) => names.size === 0 || names.has(kind) || names.has(type)
}

function toQueue({ type, deviceNumber, json }: LoggedEvent): EventToQueue {
  return { id: (JSON.parse(json) as { id: string }).id, type, deviceNumber, json }
}
