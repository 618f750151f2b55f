// The events of one account, in the order in which the log took them. One place in it, one cursor: for the stream, for
// webhooks, and for reading by REST.

import type { Context } from '../../platform/context.ts'
import { InvalidError } from '../../platform/errors.ts'
import { pack, unpack } from './bundle.service.ts'
import type { EventKind, EventPlace, LoggedEvent, NewEvent } from './news.types.ts'

type Needs = Pick<Context, 'bus'>

/** Well below what the log takes in one message. */
const mostPerMessage = 250

/** Resolves once the log holds them, in the order given. */
export async function appendEvents(
  ctx: Needs,
  accountId: number,
  kind: EventKind,
  events: readonly NewEvent[],
): Promise<void> {
  for (let from = 0; from < events.length; from += mostPerMessage) {
    await ctx.bus.events.append(accountId, kind, pack(events.slice(from, from + mostPerMessage)))
  }
}

export interface ReadEvents {
  events: LoggedEvent[]
  /** Where to go on. */
  place: EventPlace
  isEnd: boolean
  /** The log no longer holds all of what came before this place: something may be missing. */
  lostBefore?: EventPlace
}

/** What the log holds behind a place. `most` is meant for messages, so that more events may come. */
export async function readEvents(
  ctx: Needs,
  accountId: number,
  after: EventPlace,
  most: number,
): Promise<ReadEvents> {
  const { first } = await ctx.bus.events.bounds()
  const isLost = after.sequence < first - 1
  const { messages, isEnd } = await ctx.bus.events.read(accountId, Math.max(after.sequence, first) - 1, most)
  const events = messages.flatMap(unpack).filter(({ place }) => isBehind(place, after))
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
  return { sequence: last, index: mostPerMessage }
}

/** Calls back whenever there may be something new for the account. */
export async function watchEvents(ctx: Needs, accountId: number, wake: () => void): Promise<() => void> {
  const { stop } = await ctx.bus.events.follow(accountId, { hear: wake, missed: wake })
  return stop
}

export function isBehind(place: EventPlace, other: EventPlace): boolean {
  return place.sequence > other.sequence || (place.sequence === other.sequence && place.index > other.index)
}

export interface Cursor {
  place: EventPlace
  /** When the log took it: whoever comes too late for the log reads on from here by other ways. */
  at: Date
  /** Of which log: one that was made anew counts from the beginning. */
  epoch: string
}

export function cursorOf(ctx: Needs, { sequence, index }: EventPlace, at: Date): string {
  const numbers = [sequence, index, at.getTime()].map((number) => number.toString(36)).join('.')
  return Buffer.from(`e${ctx.bus.events.epoch()}.${numbers}`).toString('base64url')
}

export function parseCursor(text: string): Cursor {
  const [, epoch, ...numbers] =
    /^e([0-9a-z]{1,12})\.([0-9a-z]{1,11})\.([0-9a-z]{1,3})\.([0-9a-z]{1,9})$/.exec(
      Buffer.from(text, 'base64url').toString(),
    ) ?? []
  const [sequence, index, atMs] = numbers.map((number) => Number.parseInt(number, 36))
  const at = new Date(atMs ?? Number.NaN)
  if (epoch === undefined || sequence === undefined || index === undefined || Number.isNaN(at.getTime())) {
    throw new InvalidError(
      'events.cursor_invalid',
      'The cursor is not one of ours. Send the last "id" of the stream, or begin without one.',
      { details: [{ path: 'after', message: 'is not a cursor of the events' }] },
    )
  }
  return { place: { sequence, index }, at, epoch }
}
