// The viewers that follow a share live.

import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { parseCursor } from '../events/event-log.api.ts'
import type { Hub, Subscription } from '../streaming/hub.api.ts'
import { createSseSink, toSse } from '../streaming/sse.api.ts'
import type { EventSink } from '../streaming/streaming.types.ts'
import { createWatch } from './open-share.ts'
import type { OpenShare } from './share.types.ts'
import { toShown } from './shown.ts'

const pollEveryMs = 2_000

export interface Viewers {
  /** Subscribes a viewer at the current end of the log, or after a cursor. */
  subscribe(share: OpenShare, reply: FastifyReply, cursor: string | undefined): Promise<Subscription>
}

export function createViewers(ctx: Context, hub: Hub): Viewers {
  const watch = createWatch(ctx)
  const counts = new Map<string, number>()

  return {
    async subscribe(share, { raw }, cursor) {
      const key = `${share.accountId} ${share.number}`
      const count = (change: number) => counts.set(key, (counts.get(key) ?? 0) + change)
      if ((counts.get(key) ?? 0) >= ctx.config.shares.maxViewers) throw tooMany()
      const loadView = async () => {
        const { devices } = await watch.load(share)
        return {
          kind: 'devices' as const,
          deviceNumbers: new Set(devices.map(({ deviceNumber }) => deviceNumber)),
        }
      }
      const toText = (events: readonly LoggedEvent[]) =>
        events.map((event) => textOf(ctx, share, event)).join('')
      const options = { filter: { kinds: new Set(['location' as const]) }, everySeconds: undefined, toText }
      const sink = createSseSink(raw, options, loadView)
      const subscription = await hub.subscribe(
        share.accountId,
        sink,
        cursor ? parseCursor(cursor) : undefined,
      )
      if (raw.destroyed) return subscription
      count(1)
      // Polls even without events: a revoked share is closed at once.
      const timer = setInterval(() => endWhenOver(sink, loadView), pollEveryMs)
      raw.on('close', () => {
        clearInterval(timer)
        count(-1)
        if (counts.get(key) === 0) counts.delete(key)
      })
      return subscription
    },
  }
}

async function endWhenOver(sink: EventSink, loadView: () => Promise<unknown>): Promise<void> {
  try {
    await loadView()
  } catch (error) {
    // If the database is unavailable, the share may still be valid.
    if (error instanceof NotFoundError) sink.close({ code: error.code, message: error.message })
  }
}

/** Skips locations from before the share was created, even if they arrive later. */
function textOf(ctx: Context, share: OpenShare, event: LoggedEvent): string {
  const { data } = JSON.parse(event.json) as { data: Record<string, unknown> & { dateTime: string } }
  const device = share.devices.find(({ deviceNumber }) => deviceNumber === event.deviceNumber)
  if (!device || Date.parse(data.dateTime) < share.createdAt.getTime()) return ''
  return toSse(ctx, event, JSON.stringify(toShown(share, device.ordinal, data)))
}

function tooMany(): TooManyError {
  return new TooManyError('share.too_many', 'Too many viewers follow this link. Try again later.', {
    retryAfterSeconds: 30,
  })
}
