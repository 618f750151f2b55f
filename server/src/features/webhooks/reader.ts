// Reads the log of events for one webhook from its place on. What matches is queued, and the place moved, in one
// transaction: each event is queued once, whoever reads and dies.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { EventKind, LoggedEvent } from '../events/event.types.ts'
import type { ReadEvents } from '../events/event-log.api.ts'
import { cursorOf, isAfter, lastPlace, parseCursor, readEvents } from '../events/event-log.api.ts'
import { queueEvents } from './queue.queries.ts'
import * as queries from './reader.queries.ts'
import type { EventToQueue, Reading, WebhookKey } from './webhook.types.ts'

/** Messages of the log, of which each holds up to some hundreds of events. */
const maxMessages = 8
/** Between processes, so by the wall clock. */
const readingMs = 10_000

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'config'>

export interface HasRead {
  queued: number
  /** Whether the log has more for it. */
  isMore: boolean
}
const nothing: HasRead = { queued: 0, isMore: false }

/** Reads once: what has come since, and a stretch of a replay where one is wanted. `later`: too much waits, or another reads. */
export async function readFor(ctx: Needs, { accountId, number }: WebhookKey): Promise<HasRead | 'later'> {
  const db = ctx.db.forAccount(accountId)
  const now = new Date()
  const until = new Date(now.getTime() + readingMs)
  const reading = await queries.takeReading(db, number, { now, until })
  if (!reading) return 'later'
  try {
    const isFull = () => reading.waiting >= ctx.config.webhooks.maxWaiting
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

async function readLive(ctx: Needs, { accountId, number }: WebhookKey, reading: Reading): Promise<HasRead> {
  const { read, to, isGap } = await readFrom(ctx, accountId, reading.position, reading.events)
  const events = read.events.filter(isOf(reading.events)).map(toQueue)
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
): Promise<HasRead> {
  const { read, to } = await readFrom(ctx, accountId, from, wanted)
  const isOver = read.isEnd || read.events.some(({ loggedAt }) => loggedAt >= redeliveryTo)
  const events = read.events
    .filter(({ loggedAt }) => loggedAt >= redeliveryFrom && loggedAt < redeliveryTo)
    .filter(isOf(wanted))
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

/** A stretch of the log, and where the next one begins. */
async function readFrom(
  ctx: Needs,
  accountId: number,
  cursor: string,
  wanted: string[],
): Promise<{ read: ReadEvents; to: string; isGap: boolean }> {
  const end = await lastPlace(ctx)
  const { place: known, epoch } = parseCursor(cursor)
  const isOther = epoch !== ctx.bus.events.epoch()
  const place = isOther ? { sequence: 0, index: 0 } : known
  const read = await readEvents(ctx, accountId, place, maxMessages, kindsOf(wanted))
  // Others' events are not read again and again, and an account that is silent for days does not fall behind.
  const next = read.isEnd && isAfter(end, read.place) ? end : read.place
  const isSame = !isOther && !isAfter(next, place)
  const to = isSame ? cursor : cursorOf(ctx, next, read.events.at(-1)?.loggedAt ?? new Date())
  return { read, to, isGap: isOther || read.lostBefore !== undefined }
}

/** Whether something of a kind may be of what a webhook wants. */
export function mayWant(wanted: string[], kind: EventKind): boolean {
  return kindsOf(wanted)?.includes(kind) ?? true
}

/** Of the kinds and exact types that a webhook wants; undefined means all. */
function kindsOf(wanted: string[]): EventKind[] | undefined {
  if (wanted.length === 0) return undefined
  return [...new Set(wanted.map((name) => name.split('.')[0] as EventKind))]
}

/** Kinds, or exact types; none means all. */
function isOf(wanted: string[]): (event: LoggedEvent) => boolean {
  const names = new Set(wanted)
  return ({ kind, type }) => names.size === 0 || names.has(kind) || names.has(type)
}

function toQueue({ type, deviceNumber, json }: LoggedEvent): EventToQueue {
  return { id: (JSON.parse(json) as { id: string }).id, type, deviceNumber, json }
}
