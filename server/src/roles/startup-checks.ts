// Asks the engines themselves whether what we acknowledge would survive, and whether accounts are kept apart.
// In production an unsafe answer stops the start; in development it is a warning.

import { guardChecks } from '../operations/doctor/checks.ts'
import type { Check, Patient } from '../operations/doctor/doctor.types.ts'
import { findAbsent } from '../operations/doctor/reach.ts'
import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/http/errors.ts'

const askAgainAfterMs = 5_000

const isOfDatabase = ({ needs }: Check) => needs === 'database' || needs === 'tables'
const ofDatabase = guardChecks.filter(isOfDatabase)
const ofTheRest = guardChecks.filter((check) => !isOfDatabase(check))

export class UnsafeError extends Error {
  override name = 'UnsafeError'
  constructor(dangers: string[]) {
    const list = dangers.map((danger) => `  - ${danger}`).join('\n')
    super(`It is not safe to start:\n${list}\n"rastro doctor" says what to do about it.`)
  }
}

/** `stop` is called when a database that was away at the start turns out to be unsafe. */
export async function checkSafety(
  ctx: Context,
  stop: (error: UnsafeError) => void = () => {},
): Promise<void> {
  const dangers = await listDangers(ctx, ofDatabase).catch((error) => {
    if (!isUnavailable(error)) throw error
    // Trackers must be heard meanwhile: what they say is kept by the log.
    ctx.log.warn({ err: error }, 'the database is away; whether it is safe is asked when it is back')
    askLater(ctx, stop)
    return []
  })
  judge(ctx, [...dangers, ...(await listDangers(ctx, ofTheRest))])
}

function judge(ctx: Pick<Context, 'config' | 'log'>, dangers: string[]): void {
  if (dangers.length === 0) return
  if (ctx.config.mode === 'production') throw new UnsafeError(dangers)
  for (const danger of dangers) ctx.log.warn({ danger }, 'unsafe setting: production would refuse to start')
}

function askLater(ctx: Context, stop: (error: UnsafeError) => void): void {
  setTimeout(async () => {
    try {
      judge(ctx, await listDangers(ctx, ofDatabase))
    } catch (error) {
      if (error instanceof UnsafeError) stop(error)
      else askLater(ctx, stop)
    }
  }, askAgainAfterMs).unref()
}

/** What is not well of these, each with what follows. Fails where somebody who must be asked does not answer. */
async function listDangers({ config, db, now }: Context, checks: Check[]): Promise<string[]> {
  const patient: Patient = { config, configFaults: [], db, now }
  const dangers: string[] = []
  for (const { group, needs, look } of checks) {
    // A monitor that does not answer has a check of its own.
    if (needs === 'monitor' && (await findAbsent(patient, needs))) continue
    for (const { severity, found, follows } of await look(patient)) {
      if (severity !== 'ok') dangers.push(`${group}: ${found}. ${follows}`)
    }
  }
  return dangers
}
