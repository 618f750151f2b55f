// Whoever watches a share as it happens.

import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { parseCursor } from '../events/event-log.api.ts'
import type { Hub, Seated } from '../streaming/hub.api.ts'
import { createSseListener, toSse } from '../streaming/sse.api.ts'
import type { Listener } from '../streaming/streaming.types.ts'
import { createWatch } from './open-share.ts'
import type { OpenShare } from './share.types.ts'
import { toShown } from './shown.ts'

const lookEveryMs = 2_000

export interface Viewers {
  /** Seats one more at the end of what has happened, or behind a cursor of his. */
  seat(share: OpenShare, reply: FastifyReply, cursor: string | undefined): Promise<Seated>
}

export function createViewers(ctx: Context, hub: Hub): Viewers {
  const watch = createWatch(ctx)
  const counts = new Map<string, number>()

  return {
    async seat(share, { raw }, cursor) {
      const key = `${share.accountId} ${share.number}`
      const count = (change: number) => counts.set(key, (counts.get(key) ?? 0) + change)
      if ((counts.get(key) ?? 0) >= ctx.config.shares.maxViewers) throw tooMany()
      const look = async () => {
        const { devices } = await watch.look(share)
        return {
          kind: 'devices' as const,
          deviceNumbers: new Set(devices.map(({ deviceNumber }) => deviceNumber)),
        }
      }
      const toText = (events: readonly LoggedEvent[]) =>
        events.map((event) => textOf(ctx, share, event)).join('')
      const wish = { filter: { kinds: new Set(['location' as const]) }, everySeconds: undefined, toText }
      const listener = createSseListener(raw, wish, look)
      const seated = await hub.seat(share.accountId, listener, cursor ? parseCursor(cursor) : undefined)
      if (raw.destroyed) return seated
      count(1)
      // Also where nothing happens: a share that is revoked is over at once.
      const timer = setInterval(() => endWhenOver(listener, look), lookEveryMs)
      raw.on('close', () => {
        clearInterval(timer)
        count(-1)
        if (counts.get(key) === 0) counts.delete(key)
      })
      return seated
    },
  }
}

async function endWhenOver(listener: Listener, look: () => Promise<unknown>): Promise<void> {
  try {
    await look()
  } catch (error) {
    // A database that is away says nothing about the share.
    if (error instanceof NotFoundError) listener.end({ code: error.code, message: error.message })
  }
}

/** Nothing from before the share was made, though it may be heard of later. */
function textOf(ctx: Context, share: OpenShare, event: LoggedEvent): string {
  const { data } = JSON.parse(event.json) as { data: Record<string, unknown> & { dateTime: string } }
  const device = share.devices.find(({ deviceNumber }) => deviceNumber === event.deviceNumber)
  if (!device || Date.parse(data.dateTime) < share.createdAt.getTime()) return ''
  return toSse(ctx, event, JSON.stringify(toShown(share, device.place, data)))
}

function tooMany(): TooManyError {
  return new TooManyError('share.too_many', 'Too many watch this link at the same time. Come again later.', {
    retryAfterSeconds: 30,
  })
}
