// A listener over HTTP: Server-Sent Events, bounded in what may wait for him.

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { cursorOf } from '../events/event-log.api.ts'
import type { Seated } from './hub.api.ts'
import type { Filter, Listener, View } from './streaming.types.ts'
import { createThinner } from './throttle.ts'

/** Of what he does not read. Then he is served from the log, at his own pace. */
const maxUnreadBytes = 131_072
/** Who reads nothing for so long is gone; he may come again and go on where he was. */
const maxSilentMs = 60_000
/** Clients come again after this. */
const retryMs = 1_000

export type Form = 'full' | 'compact'

export interface Wish {
  filter: Filter
  everySeconds: number | undefined
  /** What is sent of the events; empty where there is nothing to send. */
  toText(events: readonly LoggedEvent[]): string
}

export function createSseListener(
  response: ServerResponse,
  { filter, everySeconds, toText }: Wish,
  look: () => Promise<View>,
): Listener {
  const write = (text: string) => {
    if (!response.destroyed && !response.writableEnded && text !== '') response.write(text)
    return response.writableLength < maxUnreadBytes
  }
  const tell = (events: readonly LoggedEvent[]) => write(toText(events))
  const thinner = everySeconds === undefined ? undefined : createThinner(everySeconds, tell)
  response.on('close', () => thinner?.stop())
  return {
    filter,
    look,
    tell: (events) => {
      if (!thinner) return tell(events)
      const passed = thinner.pass(events)
      return passed.length === 0 || tell(passed)
    },
    ready: () => drained(response),
    // A number without an event moves the client's Last-Event-ID, and is heard by nobody.
    nod: (cursor) => void write(`: still here\nid: ${cursor}\n\n`),
    skip: (from, to) => void write(`event: skipped\nid: ${to}\ndata: ${JSON.stringify({ from, to })}\n\n`),
    end(why) {
      write(`event: end\ndata: ${JSON.stringify(why)}\n\n`)
      response.end()
    },
  }
}

/** From here on the line is the stream's. */
export function serveSse(
  reply: FastifyReply,
  { cursor, begin, leave }: Seated,
  { isResumed, forSeconds }: { isResumed: boolean; forSeconds: number | undefined },
): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies must not gather what is to arrive at once.
    'x-accel-buffering': 'no',
  })
  const hello = JSON.stringify({ cursor, resumed: isResumed })
  raw.write(`retry: ${retryMs}\nid: ${cursor}\nevent: hello\ndata: ${hello}\n\n`)
  const timer = forSeconds === undefined ? undefined : setTimeout(() => raw.end(), forSeconds * 1_000)
  raw.on('close', () => {
    clearTimeout(timer)
    leave()
  })
  raw.on('error', () => {})
  if (raw.destroyed) leave()
  else begin()
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || response.writableLength < maxUnreadBytes) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), maxSilentMs)
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

/** Made once for all who hear the same. */
const texts: Record<Form, WeakMap<object, string>> = { full: new WeakMap(), compact: new WeakMap() }

export function toText(ctx: Pick<Context, 'bus'>, events: readonly LoggedEvent[], form: Form): string {
  const known = texts[form].get(events)
  if (known !== undefined) return known
  const text = events.map((event) => toFormedSse(ctx, event, form)).join('')
  texts[form].set(events, text)
  return text
}

function toFormedSse(ctx: Pick<Context, 'bus'>, event: LoggedEvent, form: Form): string {
  const known = texts[form].get(event)
  if (known !== undefined) return known
  const data = form === 'compact' && event.kind === 'location' ? toCompact(event.json) : event.json
  const text = toSse(ctx, event, data)
  texts[form].set(event, text)
  return text
}

export function toSse(ctx: Pick<Context, 'bus'>, event: LoggedEvent, data: string): string {
  return `id: ${cursorOf(ctx, event.place, event.loggedAt)}\nevent: ${event.kind}\ndata: ${data}\n\n`
}

/** As `CompactLocation` says. What is unknown is null. */
function toCompact(json: string): string {
  const { device, data } = JSON.parse(json)
  const { dateTime, latitude, longitude, speed = null, course = null, moving, ignition, valid } = data
  const where = [device, Date.parse(dateTime), latitude, longitude, speed, course]
  return JSON.stringify([...where, toBit(moving), toBit(ignition), toBit(valid)])
}

function toBit(is: boolean | undefined): 0 | 1 | null {
  if (is === undefined) return null
  return is ? 1 : 0
}
