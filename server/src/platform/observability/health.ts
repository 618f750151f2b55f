// Liveness asks nothing of anybody; readiness asks the engines.

import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { App } from '../http/server.ts'

export const engines = ['database', 'bus'] as const
export type Engine = (typeof engines)[number]

export interface Health {
  /** Which engines are away; empty when all is well. */
  missing(): Promise<Engine[]>
  /** Whether the process can do its work. While it drains it lives, but takes no new work. */
  look(): Promise<{ isReady: boolean; missing: string[] }>
}

const answerWithinMs = 2_000

/** `needs`: without which engines the process is of no use. */
export function createHealth(
  ctx: Pick<Context, 'db' | 'bus'>,
  isStopping: () => boolean,
  needs: readonly Engine[] = engines,
): Health {
  async function findMissing(): Promise<Engine[]> {
    const asked = ctx.db.directory`select 1 as one`.then(
      () => true,
      () => false,
    )
    const late = new Promise<false>((resolve) => setTimeout(resolve, answerWithinMs, false).unref())
    const isUp = { database: await Promise.race([asked, late]), bus: ctx.bus.isReady() }
    return engines.filter((engine) => !isUp[engine])
  }
  return {
    missing: findMissing,
    async look() {
      if (isStopping()) return { isReady: false, missing: ['this process is stopping'] }
      const missing = await findMissing()
      return { isReady: !missing.some((engine) => needs.includes(engine)), missing }
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
      const { isReady, missing } = await health.look()
      reply.code(isReady ? 200 : 503)
      return { status: isReady ? 'ready' : 'not ready', missing }
    },
  )
}
