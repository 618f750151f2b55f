import { Type } from 'typebox'
import type { App } from '../../platform/http/server.ts'
import type { KeyRing } from './signing-keys.api.ts'

const cacheSeconds = 300

/** Public keys for whoever verifies our tokens elsewhere. */
export function signingKeyRoutes(app: App, keyRing: KeyRing): void {
  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        operationId: 'listPublicKeys',
        summary: 'Public keys of the tokens (RFC 7517)',
        tags: ['Token'],
        security: [],
        response: {
          200: Type.Object(
            { keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
            { description: 'The keys.' },
          ),
        },
      },
      config: { bare: true },
    },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      return { keys: (await keyRing.publicKeys()) as Record<string, unknown>[] }
    },
  )
}
