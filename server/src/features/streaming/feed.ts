// The events of one account, as they happen, for all who listen in this process. What happened in the last moments is kept
// at hand, so that whoever was cut off for a moment goes on without asking the log.

import type { EventMessage } from '../../platform/bus/event-log.ts'
import type { Context } from '../../platform/context.ts'
import type { EventPlace, LoggedEvent } from '../events/event.types.ts'
import { unpack } from '../events/event-encoding.api.ts'
import { endOf, isAfter, readEvents } from '../events/event-log.api.ts'

const maxRecentEvents = 2_000
const maxWaiting = 1_000
const readAgainAfterMs = 500
const messagesPerRead = 100

export interface Feed {
  begin(): void
  /** Behind all that was heard. */
  place(): EventPlace
  /** What happened behind a place; undefined when that is too long ago to be at hand. */
  since(place: EventPlace): LoggedEvent[] | undefined
  stop(): void
}

/** Calls `hear` with what happens, in order and without gap, one call at a time. */
export async function openFeed(
  ctx: Pick<Context, 'bus' | 'log'>,
  accountId: number,
  hear: (events: LoggedEvent[]) => Promise<void>,
): Promise<Feed> {
  const waiting: EventMessage[] = []
  let recent: LoggedEvent[] = []
  let place: EventPlace = { sequence: 0, index: 0 }
  /** All that happened behind it is in `recent`. */
  let recentFrom = place
  let isReading = false
  let misses = 0
  /** Nothing is told before whoever opened it is ready. */
  let isBusy = true
  let stopped = false

  const { from, stop } = await ctx.bus.events.follow(accountId, {
    hear(message) {
      if (waiting.length >= maxWaiting) missed()
      else waiting.push(message)
      void work()
    },
    missed() {
      missed()
      void work()
    },
  })
  place = endOf(from)
  recentFrom = place

  /** The log has it all: what was heard since is read there again. */
  function missed(): void {
    waiting.length = 0
    isReading = true
    misses += 1
  }

  async function take(events: LoggedEvent[]): Promise<void> {
    const fresh = events.filter((event) => isAfter(event.place, place))
    if (fresh.length === 0) return
    place = fresh.at(-1)!.place
    recent.push(...fresh)
    if (recent.length > maxRecentEvents) {
      const dropped = recent.length - maxRecentEvents / 2
      recentFrom = recent[dropped - 1]!.place
      recent = recent.slice(dropped)
    }
    await hear(fresh)
  }

  async function readOn(): Promise<void> {
    const missesBefore = misses
    try {
      const { events, isEnd, lostBefore } = await readEvents(ctx, accountId, place, messagesPerRead)
      // Whoever is behind this goes to the log himself, and is told what is missing there.
      if (lostBefore) {
        recent = []
        recentFrom = lostBefore
      }
      if (isEnd && misses === missesBefore) isReading = false
      await take(events)
    } catch (error) {
      ctx.log.warn({ err: error, accountId }, 'the log of events could not be read, will retry')
      await new Promise((resolve) => setTimeout(resolve, readAgainAfterMs))
    }
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (!stopped && (isReading || waiting.length > 0)) {
      if (isReading) await readOn()
      else await take(waiting.splice(0).flatMap(unpack))
    }
    isBusy = false
  }

  return {
    begin() {
      isBusy = false
      void work()
    },
    place: () => place,
    since: (other) =>
      isAfter(recentFrom, other) ? undefined : recent.filter((event) => isAfter(event.place, other)),
    stop() {
      stopped = true
      stop()
    },
  }
}
