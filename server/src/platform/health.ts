// Liveness asks nothing of anybody; readiness asks the engines.

import { Type } from 'typebox'
import type { Context } from './context.ts'
import type { App } from './http.ts'

export interface Health {
  /** Set while the process drains: it lives, but takes no new work. */
  isStopping(): boolean
  /** What is away; empty when all is well. */
  missing(): Promise<string[]>
}

const answerWithinMs = 2_000

export function createHealth(ctx: Pick<Context, 'db' | 'bus'>, isStopping: () => boolean): Health {
  return {
    isStopping,
    async missing() {
      const asked = ctx.db.directory`select 1 as one`.then(
        () => true,
        () => false,
      )
      const late = new Promise<false>((resolve) => setTimeout(resolve, answerWithinMs, false).unref())
      const missing = (await Promise.race([asked, late])) ? [] : ['database']
      return ctx.bus.isReady() ? missing : [...missing, 'bus']
    },
  }
}

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
      const missing = health.isStopping() ? ['this process is stopping'] : await health.missing()
      reply.code(missing.length > 0 ? 503 : 200)
      return { status: missing.length > 0 ? 'not ready' : 'ready', missing }
    },
  )
}
