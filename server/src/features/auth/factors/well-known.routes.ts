import { Type } from 'typebox'
import type { App } from '../../../platform/http/server.ts'

const cacheSeconds = 3_600

/** For passkeys of a former host: browsers read there which origin may use them (WebAuthn, related origins). */
export function relatedOriginRoutes(app: App): void {
  app.get(
    '/.well-known/webauthn',
    {
      config: { bare: true },
      schema: {
        operationId: 'getRelatedOrigins',
        summary: 'Get the origins that share passkeys',
        description: 'Read by browsers after the installation moved to another host. Public.',
        tags: ['Session'],
        security: [],
        response: {
          200: Type.Object({ origins: Type.Array(Type.String()) }, { description: 'The origins.' }),
        },
      },
    },
    async ({ site }, reply) => {
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      return { origins: [site.origin] }
    },
  )
}
