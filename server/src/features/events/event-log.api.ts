// The events of one account in log order. The stream, webhooks and paging over REST share the same positions and
// cursors.

import { decodeEventCursor, encodeEventCursor } from '../../platform/bus/event-cursor.ts'
import { splitIntoMessages } from '../../platform/bus/split-messages.ts'
import type { Context } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import type { EventKind, LoggedEvent, LogPosition, NewEvent } from './event.types.ts'
import { pack, unpack } from './event-encoding.api.ts'

interface Needs {
  bus: Pick<Context['bus'], 'events'>
}

const maxPerMessage = 250

/** Resolves once the log has stored the events, in the given order. */
export async function appendEvents(
  ctx: Needs,
  accountId: number,
  kind: EventKind,
  events: readonly NewEvent[],
): Promise<void> {
  const messages = splitIntoMessages(events, ({ json }) => json.length, maxPerMessage)
  // Sent concurrently: one connection preserves their order, also before the next append.
  await Promise.all(messages.map((some) => ctx.bus.events.append(accountId, kind, pack(some))))
}

export interface ReadEvents {
  events: LoggedEvent[]
  /** Where to continue. */
  position: LogPosition
  isEnd: boolean
  /** Set if the log no longer has everything before this position: events may be missing. */
  lostBefore?: LogPosition
}

/** Events after a position, of all kinds or of some. `max` counts messages: the number of events may be higher. */
export async function readEvents(
  ctx: Needs,
  accountId: number,
  after: LogPosition,
  max: number,
  kinds?: readonly EventKind[],
): Promise<ReadEvents> {
  const { events: log } = ctx.bus
  const { first } = await log.bounds(accountId)
  const isLost = after.sequence < first - 1
  // One more, because the first may be the message of the position, of which all events may be known.
  const limit = after.sequence < first ? max : max + 1
  const { messages, isEnd } = await log.read(accountId, Math.max(after.sequence, first) - 1, limit, kinds)
  const events = messages.flatMap(unpack).filter(({ position }) => isAfter(position, after))
  return {
    events,
    position: events.at(-1)?.position ?? after,
    isEnd,
    ...(isLost && { lostBefore: { sequence: first, index: 0 } }),
  }
}

/** The current end of the log. */
export async function lastPosition(ctx: Needs): Promise<LogPosition> {
  const { last } = await ctx.bus.events.bounds()
  return endOf(last)
}

/** The position after every event of a message. */
export function endOf(sequence: number): LogPosition {
  return { sequence, index: maxPerMessage }
}

/** Calls `wake` when the account may have new events, with the kind if it is known. */
export async function watchEvents(
  ctx: Needs,
  accountId: number,
  wake: (kind?: EventKind) => void,
): Promise<() => void> {
  const { stop } = await ctx.bus.events.follow(accountId, {
    receive: ({ kind }) => wake(kind as EventKind),
    missed: () => wake(),
  })
  return stop
}

export function isAfter(position: LogPosition, other: LogPosition): boolean {
  return (
    position.sequence > other.sequence ||
    (position.sequence === other.sequence && position.index > other.index)
  )
}

export interface Cursor {
  position: LogPosition
  at: Date
  epoch: string
}

export function cursorOf(ctx: Needs, { sequence, index }: LogPosition, at: Date): string {
  return encodeEventCursor({ epoch: ctx.bus.events.epoch(), sequence, index, at })
}

export function parseCursor(text: string): Cursor {
  const cursor = decodeEventCursor(text)
  if (cursor)
    return {
      position: { sequence: cursor.sequence, index: cursor.index },
      at: cursor.at,
      epoch: cursor.epoch,
    }
  throw new InvalidError(
    'events.cursor_invalid',
    'The cursor is invalid. Send the last "id" of the stream, or start without a cursor.',
    { details: [{ path: 'after', message: 'is not an event cursor' }] },
  )
}
