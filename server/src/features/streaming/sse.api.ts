// A subscriber over HTTP: Server-Sent Events with a bounded send buffer.

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { cursorOf } from '../events/event-log.api.ts'
import type { Subscription } from './hub.api.ts'
import type { EventSink, Filter, View, WhenAllowed } from './streaming.types.ts'
import { createThrottle } from './throttle.ts'

/** Beyond this, the subscriber falls back to the log at its own pace. */
const maxUnreadBytes = 131_072
/** A client that reads nothing for this long is disconnected; it may reconnect and resume. */
const maxIdleMs = 60_000
/** Clients reconnect after this. */
const retryMs = 1_000

export type Form = 'full' | 'compact'

export interface StreamOptions {
  filter: Filter
  everySeconds: number | undefined
  /** The text to send; empty if there is nothing to send. */
  toText(events: readonly LoggedEvent[]): string
}

export function createSseSink(
  response: ServerResponse,
  { filter, everySeconds, toText }: StreamOptions,
  loadView: () => Promise<View>,
): EventSink {
  const write = (text: string) => {
    if (!response.destroyed && !response.writableEnded && text !== '') response.write(text)
    return response.writableLength < maxUnreadBytes
  }
  const send = (events: readonly LoggedEvent[]) => write(toText(events))
  let whenAllowed: WhenAllowed | undefined
  let checking = 0
  const sendLater = (events: readonly LoggedEvent[]) => {
    checking += 1
    whenAllowed?.(events, (allowed) => {
      checking -= 1
      send(allowed)
    })
  }
  const throttle = everySeconds === undefined ? undefined : createThrottle(everySeconds, sendLater)
  response.on('close', () => throttle?.stop())
  return {
    filter,
    loadView,
    start: (check) => {
      whenAllowed = check
    },
    send: (events) => {
      if (!throttle) return send(events)
      const passed = throttle.pass(events)
      return passed.length === 0 || send(passed)
    },
    ready: () => drained(response),
    caughtUp: () => throttle?.caughtUp(),
    // An id without an event moves the client's Last-Event-ID and triggers no event. It must not skip what is pending.
    heartbeat: (cursor) => {
      const hasPending = checking > 0 || throttle?.hasPending()
      write(hasPending ? ': heartbeat\n\n' : `: heartbeat\nid: ${cursor}\n\n`)
    },
    reportGap: (from, to) => {
      write(`event: skipped\nid: ${to}\ndata: ${JSON.stringify({ from, to })}\n\n`)
    },
    close(why) {
      write(`event: end\ndata: ${JSON.stringify(why)}\n\n`)
      response.end()
    },
  }
}

/** Takes over the connection. */
export function serveSse(
  reply: FastifyReply,
  { cursor, start, unsubscribe }: Subscription,
  { isResumed, forSeconds }: { isResumed: boolean; forSeconds: number | undefined },
): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies must not buffer the stream.
    'x-accel-buffering': 'no',
  })
  const hello = JSON.stringify({ cursor, resumed: isResumed })
  raw.write(`retry: ${retryMs}\nid: ${cursor}\nevent: hello\ndata: ${hello}\n\n`)
  const timer = forSeconds === undefined ? undefined : setTimeout(() => raw.end(), forSeconds * 1_000)
  raw.on('close', () => {
    clearTimeout(timer)
    unsubscribe()
  })
  raw.on('error', () => {})
  if (raw.destroyed) unsubscribe()
  else start()
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || response.writableLength < maxUnreadBytes) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), maxIdleMs)
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

/** Encoded once for all subscribers of the same events. */
const texts: Record<Form, WeakMap<object, string>> = { full: new WeakMap(), compact: new WeakMap() }

export function toText(ctx: Pick<Context, 'bus'>, events: readonly LoggedEvent[], form: Form): string {
  const known = texts[form].get(events)
  if (known !== undefined) return known
  const text = events.map((event) => toSseInForm(ctx, event, form)).join('')
  texts[form].set(events, text)
  return text
}

function toSseInForm(ctx: Pick<Context, 'bus'>, event: LoggedEvent, form: Form): string {
  const known = texts[form].get(event)
  if (known !== undefined) return known
  const data = form === 'compact' && event.kind === 'location' ? toCompact(event.json) : event.json
  const text = toSse(ctx, event, data)
  texts[form].set(event, text)
  return text
}

export function toSse(ctx: Pick<Context, 'bus'>, event: LoggedEvent, data: string): string {
  return `id: ${cursorOf(ctx, event.position, event.loggedAt)}\nevent: ${event.kind}\ndata: ${data}\n\n`
}

/** The format of `CompactLocation`. As in the fleet, no time is later than that of the reception. */
function toCompact(json: string): string {
  const { deviceId, data } = JSON.parse(json)
  const {
    dateTime,
    receivedAt,
    latitude,
    longitude,
    speed = null,
    course = null,
    moving,
    ignition,
    valid,
  } = data
  const atMs = Math.min(Date.parse(dateTime), Date.parse(receivedAt))
  const where = [deviceId, atMs, latitude, longitude, speed, course]
  return JSON.stringify([...where, toBit(moving), toBit(ignition), toBit(valid)])
}

function toBit(is: boolean | undefined): 0 | 1 | null {
  if (is === undefined) return null
  return is ? 1 : 0
}
