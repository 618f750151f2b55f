// Checks the dependencies for durability of acknowledged data and isolation of accounts.
// An unsafe setting stops the start in production, and is a warning in development.

import type { Check, DoctorContext } from '../operations/doctor/doctor.types.ts'
import { findUnavailable } from '../operations/doctor/reach.ts'
import { startupChecks } from '../operations/doctor/startup-checks.ts'
import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/http/errors.ts'

const retryAfterMs = 5_000

const needsDatabase = ({ needs }: Check) => needs === 'database' || needs === 'tables'
const databaseChecks = startupChecks.filter(needsDatabase)
const otherChecks = startupChecks.filter((check) => !needsDatabase(check))

export class UnsafeError extends Error {
  override name = 'UnsafeError'
  constructor(dangers: string[]) {
    const list = dangers.map((danger) => `  - ${danger}`).join('\n')
    super(`Refusing to start with unsafe settings:\n${list}\nRun "rastro doctor" for advice.`)
  }
}

/** `stop` is called if a database that was unavailable at the start turns out to be unsafe. */
export async function runStartupChecks(
  ctx: Context,
  stop: (error: UnsafeError) => void = () => {},
): Promise<void> {
  const dangers = await listDangers(ctx, databaseChecks).catch((error) => {
    if (!isUnavailable(error)) throw error
    // Trackers must be served meanwhile: the log keeps their data.
    ctx.log.warn({ err: error }, 'database unavailable, its safety checks are postponed')
    retryLater(ctx, stop)
    return []
  })
  enforce(ctx, [...dangers, ...(await listDangers(ctx, otherChecks))])
}

function enforce(ctx: Pick<Context, 'config' | 'log'>, dangers: string[]): void {
  if (dangers.length === 0) return
  if (ctx.config.mode === 'production') throw new UnsafeError(dangers)
  for (const danger of dangers) ctx.log.warn({ danger }, 'unsafe setting, production would refuse to start')
}

function retryLater(ctx: Context, stop: (error: UnsafeError) => void): void {
  setTimeout(async () => {
    try {
      enforce(ctx, await listDangers(ctx, databaseChecks))
    } catch (error) {
      if (error instanceof UnsafeError) stop(error)
      else retryLater(ctx, stop)
    }
  }, retryAfterMs).unref()
}

/** The findings of these checks, each with its impact. Throws if a required dependency does not respond. */
async function listDangers({ config, db, now }: Context, checks: Check[]): Promise<string[]> {
  const ctx: DoctorContext = { config, configFaults: [], db, now }
  const dangers: string[] = []
  for (const { group, needs, run } of checks) {
    // An unresponsive monitor has its own check.
    if (needs === 'monitor' && (await findUnavailable(ctx, needs))) continue
    for (const { severity, message, impact } of await run(ctx)) {
      if (severity !== 'ok') dangers.push(`${group}: ${message}. ${impact}`)
    }
  }
  return dangers
}
