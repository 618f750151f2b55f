// Routes for holders of a share link. Outside /api, because they need no token.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { preferencesOf } from '../../platform/http/preferences.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
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
const logoUrl = Type.Union([Type.String({ description: 'Path of a picture.' }), Type.Null()])
const shareBrand = Type.Object(
  { name: Type.String(), logoUrl, darkLogoUrl: logoUrl },
  { description: 'Of the account that shares.' },
)
/** The link is the only credential. */
const credential = ({ params }: FastifyRequest): Credential => ({
  kind: 'share',
  name: hashOf((params as Static<typeof SecretPath>).secret).toString('hex'),
})

export interface ShareNeeds {
  hub: Hub
  page: WebPage
  brands: Brands
}

/** The brand of the account that shares. */
interface Brands {
  ofAccount(accountId: number): Promise<{
    name: string
    pictures: Record<'logoLight' | 'logoDark', { url: string } | null>
  }>
}

export function openShareRoutes(parent: App, ctx: Context, { hub, page, brands }: ShareNeeds): void {
  parent.addSchema(SharedLocation)
  const viewers = createViewers(ctx, hub)

  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)

    app.get(
      '/share/:secret',
      {
        // The page is the same in every cell.
        config: {
          credential: (request) => (page.isWanted(request) ? undefined : credential(request)),
          load: 'call',
        },
        // The page itself reports what is wrong with a link, even if it is truncated.
        preValidation: async (request, reply) => {
          if (page.isWanted(request)) return page.send(reply)
        },
        schema: {
          operationId: 'openShare',
          summary: 'Open a share link',
          description:
            'Returns its devices and their locations. Browsers, whose Accept prefers text/html, get a page with the same content.',
          ...common,
          response: {
            200: answer({
              ...openShareFields,
              brand: shareBrand,
              locations: Type.Array(ref(SharedLocation)),
            }),
            ...failures,
          },
        },
      },
      async ({ params, ip, headers }) => {
        const share = await openShare(ctx, params.secret, ip)
        const { name, pictures } = await brands.ofAccount(share.accountId)
        const brand = {
          name,
          logoUrl: pictures.logoLight?.url ?? null,
          darkLogoUrl: pictures.logoDark?.url ?? null,
        }
        return { ...(await describeShare(ctx, share, preferencesOf(headers))), brand }
      },
    )

    app.get(
      '/share/:secret/locations',
      {
        config: { credential, load: 'track' },
        schema: {
          operationId: 'listSharedLocations',
          summary: 'List shared locations',
          description:
            'Locations of one device, oldest first: of a historic link within its period, of a live link since its creation. A full page may be followed by an empty one.',
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
        config: { credential },
        exposeHeadRoute: false,
        schema: {
          operationId: 'watchShare',
          summary: 'Stream shared locations',
          description:
            'Server-Sent Events like those of /api/stream, for live links: `hello`, `location` with a SharedLocation, `skipped`, and `end` once the link has expired or was revoked.',
          ...common,
          querystring: WatchQuery,
          headers: WatchHeaders,
          response: {
            200: {
              description: 'The stream. It stays open until either side closes it.',
              content: { 'text/event-stream': { schema: Type.String() } },
            },
            ...failures,
          },
        },
      },
      async ({ params, query, headers, ip }, reply) => {
        const share = await openShare(ctx, params.secret, ip)
        if (share.period)
          throw new ConflictError('share.not_live', 'This link shows a past period. It has no live stream.')
        const cursor = headers['last-event-id'] ?? query.after
        const subscription = await viewers.subscribe(share, reply, cursor)
        const { forSeconds } = query
        return serveSse(reply, subscription, { isResumed: cursor !== undefined, forSeconds })
      },
    )
  })
}
