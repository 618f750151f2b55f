// Health of the API. Apart from the checks, which roles without HTTP need too, and without schemas.

import { Type } from 'typebox'
import type { App } from '../http/server.ts'
import type { Health } from './health.ts'

const Live = Type.Object({ status: Type.String() })
const Ready = Type.Object({ status: Type.String(), missing: Type.Array(Type.String()) })

export function healthRoutes(app: App, health: Health): void {
  app.get(
    '/healthz',
    { config: { bare: true }, schema: { hide: true, response: { 200: Live } } },
    async () => ({
      status: 'alive',
    }),
  )

  app.get(
    '/readyz',
    { config: { bare: true }, schema: { hide: true, response: { 200: Ready, 503: Ready } } },
    async (_request, reply) => {
      const { isReady, missing } = await health.check()
      reply.code(isReady ? 200 : 503)
      return { status: isReady ? 'ready' : 'not ready', missing }
    },
  )
}
