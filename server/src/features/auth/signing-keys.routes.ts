import { Type } from 'typebox'
import type { App } from '../../platform/http/server.ts'
import type { KeyRing } from './signing-keys.api.ts'

const cacheSeconds = 300

/** Public keys for verifying tokens outside of the server. */
export function signingKeyRoutes(app: App, keyRing: KeyRing): void {
  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        operationId: 'listPublicKeys',
        summary: 'List public keys',
        description: 'The public keys of the tokens, as a JWK set (RFC 7517).',
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
