// Asks the engines themselves whether what we acknowledge would survive, and whether accounts are kept apart.
// In production an unsafe answer stops the start; in development it is a warning.

import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/errors.ts'
import * as queries from './guard.queries.ts'

const oldestNats = [2, 10, 23]
const askAgainAfterMs = 5_000

export class UnsafeError extends Error {
  override name = 'UnsafeError'
  constructor(dangers: string[]) {
    super(`It is not safe to start:\n${dangers.map((danger) => `  - ${danger}`).join('\n')}`)
  }
}

/** `stop` is called when a database that was away at the start turns out to be unsafe. */
export async function checkSafety(
  ctx: Context,
  stop: (error: UnsafeError) => void = () => {},
): Promise<void> {
  const ofDatabase = await databaseDangers(ctx).catch((error) => {
    if (!isUnavailable(error)) throw error
    // Trackers must be heard meanwhile: what they say is kept by the log.
    ctx.log.warn({ err: error }, 'the database is away; whether it is safe is asked when it is back')
    askLater(ctx, stop)
    return []
  })
  judge(ctx, [...configDangers(ctx), ...ofDatabase, ...(await busDangers(ctx))])
}

function judge(ctx: Pick<Context, 'config' | 'log'>, dangers: string[]): void {
  if (dangers.length === 0) return
  if (ctx.config.mode === 'production') throw new UnsafeError(dangers)
  for (const danger of dangers) ctx.log.warn({ danger }, 'unsafe setting: production would refuse to start')
}

function askLater(ctx: Context, stop: (error: UnsafeError) => void): void {
  setTimeout(async () => {
    try {
      judge(ctx, await databaseDangers(ctx))
    } catch (error) {
      if (error instanceof UnsafeError) stop(error)
      else askLater(ctx, stop)
    }
  }, askAgainAfterMs).unref()
}

function configDangers({ config }: Pick<Context, 'config'>): string[] {
  if (config.http.publicUrl.startsWith('https://')) return []
  return ['RASTRO_PUBLIC_URL does not begin with https://, so tokens travel in the clear']
}

async function databaseDangers(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const is = await queries.findSafety(ctx.db.directory)
  const dangers: [boolean, string][] = [
    [is.fsync !== 'on', 'PostgreSQL: fsync is off; a power cut destroys the database'],
    [is.fullPageWrites !== 'on', 'PostgreSQL: full_page_writes is off; a power cut destroys the database'],
    [is.dataChecksums !== 'on', 'PostgreSQL: data checksums are off; silent corruption goes unseen'],
    [is.synchronousCommit === 'off', 'PostgreSQL: synchronous_commit is off; acknowledged data can vanish'],
    [is.isSuperuser, `PostgreSQL: the role "${is.role}" is a superuser; accounts are not kept apart`],
    [is.bypassesRls, `PostgreSQL: the role "${is.role}" bypasses row-level security`],
    [is.ownsTables, `PostgreSQL: the role "${is.role}" owns tables; the owner can switch security off`],
  ]
  return dangers.filter(([isDanger]) => isDanger).map(([, says]) => says)
}

async function busDangers(ctx: Pick<Context, 'config'>): Promise<string[]> {
  const { monitorUrl } = ctx.config.bus
  if (!monitorUrl)
    return ['RASTRO_NATS_MONITOR_URL is not set, so NATS cannot be asked whether it syncs to disk']
  try {
    const [server, jetstream] = await Promise.all([
      ask(monitorUrl, '/varz'),
      ask(monitorUrl, '/jsz?config=true'),
    ])
    const dangers: string[] = []
    if (isOlder(String(server.version)))
      dangers.push(`NATS: ${server.version} is older than ${oldestNats.join('.')}`)
    const config = jetstream.config as { sync_always?: boolean } | undefined
    if (!config?.sync_always)
      dangers.push('NATS: sync_interval is not "always"; a power cut loses acknowledged data')
    return dangers
  } catch (error) {
    return [`NATS: ${monitorUrl} did not answer (${(error as Error).message})`]
  }
}

async function ask(monitorUrl: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${monitorUrl}${path}`, { signal: AbortSignal.timeout(3_000) })
  return (await response.json()) as Record<string, unknown>
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of oldestNats.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}
