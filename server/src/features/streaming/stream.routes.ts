// The stream of events, and the same events by the page.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { parseCursor } from '../events/event-log.api.ts'
import { parseFilter } from './filter.ts'
import type { Hub } from './hub.api.ts'
import { pageEvents } from './page.ts'
import { createSseListener, serveSse, toText } from './sse.api.ts'
import { EventsQuery, EventView, StreamHeaders, StreamQuery } from './streaming.schema.ts'

const tags = ['Events']

export interface StreamNeeds {
  hub: Hub
  /** Asked again while the stream lasts. */
  identify(request: FastifyRequest): Promise<Caller>
}

export function streamRoutes(app: App, ctx: Context, { hub, identify }: StreamNeeds): void {
  app.addSchema(EventView)

  app.get(
    '/api/stream',
    {
      config: { toleratesOutage: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'What happens, as it happens',
        description:
          'Server-Sent Events. Each has an `id`; whoever comes again with it in the header `Last-Event-ID` goes on behind it without a gap, for at least 24 hours. `hello` is the first event and gives the place where the stream begins; `skipped` says that something is missing and between which places; `end` says why the stream ends. The events themselves are described in /asyncapi.json.',
        tags,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response: {
          200: {
            description: 'A stream that lasts until somebody ends it.',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { form = 'full', everySeconds, forSeconds, after, ...asked } = request.query
      const cursor = request.headers['last-event-id'] ?? after
      const wish = {
        filter: parseFilter(asked),
        everySeconds,
        toText: (events: readonly LoggedEvent[]) => toText(ctx, events, form),
      }
      const look = async () => (await identify(request)).scope
      const listener = createSseListener(reply.raw, wish, look)
      const { accountId } = request.caller
      const seated = await hub.seat(accountId, listener, cursor ? parseCursor(cursor) : undefined)
      await request.envelope()
      return serveSse(reply, seated, { isResumed: cursor !== undefined, forSeconds })
    },
  )

  app.get(
    '/api/events',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'What happened, by the page',
        description:
          'The events of the stream, with the same places. Without `after` it gives no events, but the place where what happens from now on begins.',
        tags,
        querystring: EventsQuery,
        response: {
          200: answer({
            events: Type.Array(ref(EventView)),
            cursor: Type.String({ description: 'For the next call, or for the stream.' }),
            more: Type.Boolean({ description: 'There are more behind this page already.' }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) => sendEvents(request, reply, request.query),
  )

  async function sendEvents(request: FastifyRequest, reply: FastifyReply, query: Static<typeof EventsQuery>) {
    const { after, limit = 100, ...asked } = query
    const cursor = after === undefined ? undefined : parseCursor(after)
    const page = await pageEvents(ctx, request.caller, parseFilter(asked), cursor, limit)
    const envelope = await request.envelope(1 + Math.ceil(page.count / 1_000))
    const rest = JSON.stringify({ cursor: page.cursor, more: page.more, ...envelope })
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"success":true,"events":[${page.json}],${rest.slice(1)}`)
  }
}
