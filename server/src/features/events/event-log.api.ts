// The events of one account, in the order in which the log took them. One place in it, one cursor: for the stream, for
// webhooks, and for reading by REST.

import { decodeEventCursor, encodeEventCursor } from '../../platform/bus/event-cursor.ts'
import type { Context } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import type { EventKind, EventPlace, LoggedEvent, NewEvent } from './event.types.ts'
import { pack, unpack } from './event-encoding.api.ts'

interface Needs {
  bus: Pick<Context['bus'], 'events'>
}

/** Well below what the log takes in one message. */
const maxPerMessage = 250

/** Resolves once the log holds them, in the order given. */
export async function appendEvents(
  ctx: Needs,
  accountId: number,
  kind: EventKind,
  events: readonly NewEvent[],
): Promise<void> {
  const appending: Promise<void>[] = []
  // All at once: they leave over one line, and so in order, also before what is appended next.
  for (let from = 0; from < events.length; from += maxPerMessage) {
    appending.push(ctx.bus.events.append(accountId, kind, pack(events.slice(from, from + maxPerMessage))))
  }
  await Promise.all(appending)
}

export interface ReadEvents {
  events: LoggedEvent[]
  /** Where to go on. */
  place: EventPlace
  isEnd: boolean
  /** The log no longer holds all of what came before this place: something may be missing. */
  lostBefore?: EventPlace
}

/** What the log holds behind a place, of all kinds or of some. `most` is meant for messages: more events may come. */
export async function readEvents(
  ctx: Needs,
  accountId: number,
  after: EventPlace,
  most: number,
  kinds?: readonly EventKind[],
): Promise<ReadEvents> {
  const { events: log } = ctx.bus
  const { first } = await log.bounds()
  const isLost = after.sequence < first - 1
  const { messages, isEnd } = await log.read(accountId, Math.max(after.sequence, first) - 1, most, kinds)
  const events = messages.flatMap(unpack).filter(({ place }) => isAfter(place, after))
  return {
    events,
    place: events.at(-1)?.place ?? after,
    isEnd,
    ...(isLost && { lostBefore: { sequence: first, index: 0 } }),
  }
}

/** The end of the log as it is now. */
export async function lastPlace(ctx: Needs): Promise<EventPlace> {
  const { last } = await ctx.bus.events.bounds()
  return endOf(last)
}

/** Behind everything in a message. */
export function endOf(sequence: number): EventPlace {
  return { sequence, index: maxPerMessage }
}

/** Calls back whenever there may be something new for the account: of a kind, or nobody knows of which. */
export async function watchEvents(
  ctx: Needs,
  accountId: number,
  wake: (kind?: EventKind) => void,
): Promise<() => void> {
  const { stop } = await ctx.bus.events.follow(accountId, {
    hear: ({ kind }) => wake(kind as EventKind),
    missed: () => wake(),
  })
  return stop
}

export function isAfter(place: EventPlace, other: EventPlace): boolean {
  return place.sequence > other.sequence || (place.sequence === other.sequence && place.index > other.index)
}

export interface Cursor {
  place: EventPlace
  at: Date
  epoch: string
}

export function cursorOf(ctx: Needs, { sequence, index }: EventPlace, at: Date): string {
  return encodeEventCursor({ epoch: ctx.bus.events.epoch(), sequence, index, at })
}

export function parseCursor(text: string): Cursor {
  const cursor = decodeEventCursor(text)
  if (cursor)
    return { place: { sequence: cursor.sequence, index: cursor.index }, at: cursor.at, epoch: cursor.epoch }
  throw new InvalidError(
    'events.cursor_invalid',
    'The cursor is not one of ours. Send the last "id" of the stream, or begin without one.',
    { details: [{ path: 'after', message: 'is not a cursor of the events' }] },
  )
}
