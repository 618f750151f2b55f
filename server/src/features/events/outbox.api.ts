// The transactional outbox: events are written in the transaction that causes them, and published after it commits.

import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { EventKind, OutboxEvent } from './event.types.ts'
import { toJson } from './event-encoding.api.ts'
import { appendEvents } from './event-log.api.ts'
import { withPlaces } from './event-places.ts'
import type { LeasedEvent } from './outbox.queries.ts'
import * as queries from './outbox.queries.ts'

/** Call it within the transaction that causes the events. */
export async function addToOutbox(ctx: { db: AccountDb }, events: OutboxEvent[]): Promise<void> {
  if (events.length > 0) await queries.insertEvents(ctx.db, events)
}

const pollEveryMs = 100
const maxPerPoll = 1_000
/** Longer than the log may take to acknowledge. */
const leaseMs = 15_000

export function startPublishing(ctx: Pick<Context, 'db' | 'bus' | 'log'>): Poller {
  return startPoller(ctx, { what: 'outbox', everyMs: pollEveryMs }, () => publishDueEvents(ctx))
}

/** Uses the wall clock, not `ctx.now`: leases are shared between processes. */
async function publishDueEvents(ctx: Pick<Context, 'db' | 'bus' | 'log'>): Promise<boolean> {
  const now = new Date()
  const leased = await ctx.db.begin('recorder', (db) =>
    queries.leaseEvents(db, now, new Date(now.getTime() + leaseMs), maxPerPoll),
  )
  const ofAccounts = Map.groupBy(leased, ({ accountId }) => accountId)
  await Promise.all([...ofAccounts.values()].map((events) => publishInOrder(ctx, events)))
  return leased.length === maxPerPoll
}

/** Publishes in order over all kinds; consecutive events of one kind share a message. */
async function publishInOrder(
  ctx: Pick<Context, 'db' | 'bus' | 'log'>,
  events: LeasedEvent[],
): Promise<void> {
  let published = 0
  try {
    while (published < events.length) {
      const kind = kindOf(events[published]!.type)
      const next = events.findIndex(({ type }, index) => index > published && kindOf(type) !== kind)
      const run = events.slice(published, next === -1 ? undefined : next)
      const toAppend = run.map((one) => ({
        ...one,
        json: toJson({ ...one, data: withPlaces(one.type, one.data) }),
      }))
      await appendEvents(ctx, run[0]!.accountId, kind, toAppend)
      published += run.length
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'publishing the outbox failed, will retry')
  }
  if (published > 0) await queries.deleteEvents(ctx.db.recorder, events.slice(0, published))
  if (published < events.length) await queries.releaseEvents(ctx.db.recorder, events.slice(published))
}

function kindOf(type: string): EventKind {
  return type.split('.', 1)[0] as EventKind
}

/** When the oldest unpublished event happened. */
export function findOldestUnpublished(ctx: Pick<Context, 'db'>): Promise<Date | undefined> {
  return queries.findOldestUnpublished(ctx.db.recorder)
}
