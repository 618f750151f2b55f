import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/server.ts'

const cacheSeconds = 3_600

/** For passkeys of a former host: browsers read there which origin may use them (WebAuthn, related origins). */
export function relatedOriginRoutes(app: App, { config }: Pick<Context, 'config'>): void {
  const origins = [new URL(config.http.publicUrl).origin]
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
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      return { origins }
    },
  )
}
