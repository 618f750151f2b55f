// The event stream, and the same events by page.

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
import { createSseSink, serveSse, toText } from './sse.api.ts'
import { EventsQuery, EventView, StreamHeaders, StreamQuery } from './streaming.schema.ts'
import { viewOf } from './visibility.ts'

const tags = ['Events']

export interface StreamNeeds {
  hub: Hub
  /** Called again while the stream is open. */
  identify(request: FastifyRequest): Promise<Caller>
}

export function streamRoutes(app: App, ctx: Context, { hub, identify }: StreamNeeds): void {
  app.addSchema(EventView)

  app.get(
    '/api/stream',
    {
      config: { toleratesOutage: true, load: 'none' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Stream events',
        description:
          'Server-Sent Events. To resume without a gap, reconnect with the last `id` in the header `Last-Event-ID`; this works for at least 24 hours. `hello` is the first event and contains the cursor at which the stream starts; `skipped` reports a gap and its two cursors; `end` contains the reason why the server closes the stream. The events are described in /asyncapi.json.',
        tags,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response: {
          200: {
            description: 'The stream. It stays open until either side closes it.',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { form = 'full', everySeconds, forSeconds, after, ...filter } = request.query
      const cursor = request.headers['last-event-id'] ?? after
      const options = {
        filter: parseFilter(filter),
        everySeconds,
        toText: (events: readonly LoggedEvent[]) => toText(ctx, events, form),
      }
      const loadView = async () => viewOf(await identify(request))
      const sink = createSseSink(reply.raw, options, loadView)
      const { accountId } = request.caller
      const subscription = await hub.subscribe(accountId, sink, cursor ? parseCursor(cursor) : undefined)
      await request.envelope()
      return serveSse(reply, subscription, { isResumed: cursor !== undefined, forSeconds })
    },
  )

  app.get(
    '/api/events',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'The events of the stream, with the same cursors. Without `after` the page is empty and its cursor is the current end of the log.',
        tags,
        querystring: EventsQuery,
        response: {
          200: answer({
            events: Type.Array(ref(EventView)),
            cursor: Type.String({ description: 'For the next page, or for the stream.' }),
            more: Type.Boolean({ description: 'More events follow this page.' }),
          }),
          ...failures,
        },
      },
    },
    (request, reply) => sendEvents(request, reply, request.query),
  )

  async function sendEvents(request: FastifyRequest, reply: FastifyReply, query: Static<typeof EventsQuery>) {
    const { after, limit = 100, ...filter } = query
    const cursor = after === undefined ? undefined : parseCursor(after)
    const page = await pageEvents(ctx, request.caller, parseFilter(filter), cursor, limit)
    const envelope = await request.envelope(1 + Math.ceil(page.count / 1_000))
    const rest = JSON.stringify({ cursor: page.cursor, more: page.more, ...envelope })
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"success":true,"events":[${page.json}],${rest.slice(1)}`)
  }
}
