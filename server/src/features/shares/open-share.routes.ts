// For whoever has a link, and nothing but it. Outside /api, because no token is needed here.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Comer } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { ConflictError, TooManyError } from '../../platform/http/errors.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import type { WebPage } from '../../platform/static/web-page.ts'
import type { Hub } from '../streaming/hub.api.ts'
import { serveSse } from '../streaming/sse.api.ts'
import { describeShare, openShare, readTrack } from './open-share.ts'
import { hashOf } from './secret.ts'
import {
  openShareFields,
  SecretPath,
  SharedLocation,
  TrackQuery,
  WatchHeaders,
  WatchQuery,
} from './share.schema.ts'
import { createViewers } from './viewers.ts'

const common = { tags: ['Shared links'], security: [], params: SecretPath }
/** The link is all that is known of whoever opens it. */
const comer = ({ params }: FastifyRequest): Comer => ({
  kind: 'share',
  name: hashOf((params as Static<typeof SecretPath>).secret).toString('hex'),
})

export interface ShareNeeds {
  hub: Hub
  page: WebPage
}

export function openShareRoutes(parent: App, ctx: Context, { hub, page }: ShareNeeds): void {
  parent.addSchema(SharedLocation)
  const viewers = createViewers(ctx, hub)
  const ofAddress = createRateLimit('address', ctx.config.http.callsPerMinuteOfAddress)

  parent.register(async (app: App) => {
    app.addHook('onRequest', async (request, reply) => {
      // The address is the secret: it must not be stored, handed on or listed.
      reply.header('cache-control', 'no-store')
      reply.header('referrer-policy', 'no-referrer')
      reply.header('x-robots-tag', 'noindex, nofollow')
      reply.header('vary', 'Accept')
      const { retryAfterSeconds } = ofAddress.take(request.ip)
      if (retryAfterSeconds !== undefined) throw tooOften(retryAfterSeconds)
    })

    app.get(
      '/share/:secret',
      {
        // The page is the same in every cell.
        config: { comer: (request) => (page.isWanted(request) ? undefined : comer(request)) },
        // The page says itself what is wrong with a link, also with one that was cut off.
        preValidation: async (request, reply) => {
          if (page.isWanted(request)) return page.send(reply)
        },
        schema: {
          operationId: 'openShare',
          summary: 'What a link shows, and where its devices are',
          description: 'A browser, whose Accept prefers text/html, gets a page that shows the same.',
          ...common,
          response: {
            200: answer({ ...openShareFields, locations: Type.Array(ref(SharedLocation)) }),
            ...failures,
          },
        },
      },
      async ({ params, ip }) => describeShare(ctx, await openShare(ctx, params.secret, ip)),
    )

    app.get(
      '/share/:secret/locations',
      {
        config: { comer },
        schema: {
          operationId: 'listSharedLocations',
          summary: 'Where a device of a link was, oldest first',
          description:
            'Of a historic link within its period, of a live one since it was made. A full page may be followed by an empty one.',
          ...common,
          querystring: TrackQuery,
          response: {
            200: answer({
              locations: Type.Array(ref(SharedLocation)),
              nextCursor: Type.Optional(Type.String()),
            }),
            ...failures,
          },
        },
      },
      async ({ params, query, ip }) => readTrack(ctx, await openShare(ctx, params.secret, ip), query),
    )

    app.get(
      '/share/:secret/stream',
      {
        config: { comer },
        exposeHeadRoute: false,
        schema: {
          operationId: 'watchShare',
          summary: 'Where the devices of a live link are, as it happens',
          description:
            'Server-Sent Events like those of /api/stream: `hello`, `location` with a SharedLocation, `skipped`, and `end` once the link expired or was revoked.',
          ...common,
          querystring: WatchQuery,
          headers: WatchHeaders,
          response: {
            200: {
              description: 'A stream that lasts until somebody ends it.',
              content: { 'text/event-stream': { schema: Type.String() } },
            },
            ...failures,
          },
        },
      },
      async ({ params, query, headers, ip }, reply) => {
        const share = await openShare(ctx, params.secret, ip)
        if (share.period) throw new ConflictError('share.not_live', 'This link shows a period, nothing live.')
        const cursor = headers['last-event-id'] ?? query.after
        const seated = await viewers.seat(share, reply, cursor)
        const { forSeconds } = query
        return serveSse(reply, seated, { isResumed: cursor !== undefined, forSeconds })
      },
    )
  })
}

function tooOften(retryAfterSeconds: number): TooManyError {
  return new TooManyError('rate.exceeded', `Too many calls in a minute. Go on in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
