// What browsers load of a brand before sign-in: its pictures, and the manifest for the home screen of a phone.

import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { createRateLimit, requireRate } from '../../../platform/http/rate-limit.ts'
import { failures } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Brands } from './brand.api.ts'
import { findBrandPicture } from './brand.api.ts'
import type { EffectiveBrand } from './brand.types.ts'

const common = { tags: ['Web interface'], security: [] }
const config = { bare: true } as const
const manifestSeconds = 300
const background = '#ffffff'
/** Files of the web interface. */
const builtInIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

export function publicBrandRoutes(parent: App, ctx: Context, brands: Brands): void {
  parent.register(async (app: App) => {
    const ofAddress = createRateLimit('address', ctx.config.http.requestsPerMinutePerAddress)
    app.addHook('onRequest', async ({ ip }) => requireRate(ofAddress.take(networkOf(ip))))

    app.get(
      '/brand/:file',
      {
        config,
        schema: {
          operationId: 'getBrandPicture',
          summary: 'Get a picture of a brand',
          description: 'Public. Its path contains the hash of its bytes, so it never changes.',
          ...common,
          params: Type.Object({
            file: Type.String({ pattern: '^[0-9a-f]{64}\\.png$', description: 'As in the brand.' }),
          }),
          response: {
            200: {
              description: 'The picture.',
              content: { 'image/png': { schema: Type.Unsafe<Buffer>({ description: 'The bytes.' }) } },
            },
            ...failures,
          },
        },
      },
      async ({ params }, reply) => {
        const png = await findBrandPicture(ctx, params.file.replace('.png', ''))
        if (!png) throw new NotFoundError('brand.no_picture', 'There is no such picture.')
        reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png')
        return reply.send(png as never)
      },
    )

    app.get(
      '/manifest.webmanifest',
      {
        config,
        schema: {
          operationId: 'getWebManifest',
          summary: 'Get the web app manifest',
          description: 'Name, color and icons for the home screen of a phone. Public.',
          ...common,
          response: {
            200: {
              description: 'The manifest.',
              content: {
                'application/manifest+json': {
                  schema: Type.Unsafe<object>({ description: 'W3C manifest.' }),
                },
              },
            },
          },
        },
      },
      async ({ site }, reply) => {
        reply.header('cache-control', `public, max-age=${manifestSeconds}`).type('application/manifest+json')
        return reply.send(JSON.stringify(manifestOf(await brands.ofSite(site))) as never)
      },
    )
  })
}

function manifestOf({ name, shortName, color, pictures }: EffectiveBrand): object {
  const iconOf = (purpose: string, picture: EffectiveBrand['pictures']['icon']) =>
    picture
      ? [{ src: picture.url, sizes: `${picture.width}x${picture.height}`, type: 'image/png', purpose }]
      : []
  const icons = [
    ...iconOf('any', pictures.icon192),
    ...iconOf('any', pictures.icon),
    ...iconOf('maskable', pictures.iconMaskable),
  ]
  return {
    id: '/',
    name,
    short_name: shortName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: color,
    background_color: background,
    icons: icons.length > 0 ? icons : builtInIcons,
  }
}
