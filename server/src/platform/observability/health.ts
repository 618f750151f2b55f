// Liveness checks no dependencies; readiness checks the database and the bus.

import type { Context } from '../context.ts'

export const dependencies = ['database', 'bus'] as const
export type Dependency = (typeof dependencies)[number]

export interface Health {
  /** Unavailable dependencies. */
  missing(): Promise<Dependency[]>
  /** Whether the process can work. A process that drains is alive but not ready. */
  check(): Promise<{ isReady: boolean; missing: string[] }>
}

const timeoutMs = 2_000

/** `needs`: the dependencies required for readiness. */
export function createHealth(
  ctx: Pick<Context, 'db' | 'bus'>,
  isStopping: () => boolean,
  needs: readonly Dependency[] = dependencies,
): Health {
  async function findMissing(): Promise<Dependency[]> {
    const answered = ctx.db.directory`select 1 as one`.then(
      () => true,
      () => false,
    )
    const late = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
    const isUp = { database: await Promise.race([answered, late]), bus: ctx.bus.isReady() }
    return dependencies.filter((dependency) => !isUp[dependency])
  }
  return {
    missing: findMissing,
    async check() {
      if (isStopping()) return { isReady: false, missing: ['this process is stopping'] }
      const missing = await findMissing()
      return { isReady: !missing.some((dependency) => needs.includes(dependency)), missing }
    },
  }
}
