// The live events of one account, for all its subscribers in this process. Recent events stay in memory, so that
// clients that reconnect quickly resume without reading the log.

import { inBackground } from '../../platform/async/in-background.ts'
import type { EventMessage } from '../../platform/bus/event-log.ts'
import type { Context } from '../../platform/context.ts'
import type { LoggedEvent, LogPosition } from '../events/event.types.ts'
import { unpack } from '../events/event-encoding.api.ts'
import { endOf, isAfter, readEvents } from '../events/event-log.api.ts'

const maxRecentEvents = 2_000
const maxQueued = 1_000
const retryAfterMs = 500
const messagesPerRead = 100

export interface Feed {
  start(): void
  /** The position after the last event received. */
  position(): LogPosition
  /** Recent events after a position; undefined if the position is too old. */
  since(position: LogPosition): LoggedEvent[] | undefined
  stop(): void
}

/** Calls `onEvents` with each batch of events, in order, without gaps, one call at a time. */
export async function openFeed(
  ctx: Pick<Context, 'bus' | 'log'>,
  accountId: number,
  onEvents: (events: LoggedEvent[]) => Promise<void>,
): Promise<Feed> {
  const queued: EventMessage[] = []
  let recent: LoggedEvent[] = []
  let position: LogPosition = { sequence: 0, index: 0 }
  /** `recent` contains every event after this position. */
  let recentFrom = position
  let isReading = false
  let misses = 0
  /** Holds delivery back until `start`. */
  let isBusy = true
  let stopped = false

  const { from, stop } = await ctx.bus.events.follow(accountId, {
    receive(message) {
      if (queued.length >= maxQueued) missed()
      else queued.push(message)
      inBackground(ctx, drain())
    },
    missed() {
      missed()
      inBackground(ctx, drain())
    },
  })
  position = endOf(from)
  recentFrom = position

  /** Drops what is queued: it is read from the log instead. */
  function missed(): void {
    queued.length = 0
    isReading = true
    misses += 1
  }

  async function accept(events: LoggedEvent[]): Promise<void> {
    const fresh = events.filter((event) => isAfter(event.position, position))
    if (fresh.length === 0) return
    position = fresh.at(-1)!.position
    recent.push(...fresh)
    if (recent.length > maxRecentEvents) {
      const dropped = recent.length - maxRecentEvents / 2
      recentFrom = recent[dropped - 1]!.position
      recent = recent.slice(dropped)
    }
    await onEvents(fresh)
  }

  async function readFromLog(): Promise<void> {
    const missesBefore = misses
    try {
      const { events, isEnd, lostBefore } = await readEvents(ctx, accountId, position, messagesPerRead)
      // Subscribers before this position read the log themselves, and report the gap.
      if (lostBefore) {
        recent = []
        recentFrom = lostBefore
      }
      if (isEnd && misses === missesBefore) isReading = false
      await accept(events)
    } catch (error) {
      ctx.log.warn({ err: error, accountId }, 'reading the event log failed, will retry')
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }

  async function drain(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (!stopped && (isReading || queued.length > 0)) {
      if (isReading) await readFromLog()
      else await accept(queued.splice(0).flatMap(unpack))
    }
    isBusy = false
  }

  return {
    start() {
      isBusy = false
      inBackground(ctx, drain())
    },
    position: () => position,
    since: (after) =>
      isAfter(recentFrom, after) ? undefined : recent.filter((event) => isAfter(event.position, after)),
    stop() {
      stopped = true
      stop()
    },
  }
}
