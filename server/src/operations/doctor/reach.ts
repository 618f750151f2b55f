// Checks whether PostgreSQL and NATS are reachable, and why not. All other checks depend on it.

import type { BusState } from '../../platform/bus/nats-health.ts'
import { inspectBus } from '../../platform/bus/nats-health.ts'
import type { DoctorContext, Need } from './doctor.types.ts'
import { memoize } from './findings.ts'
import * as queries from './reach.queries.ts'

const reachTimeoutMs = 5_000

export interface Failure {
  code: string
  message: string
}

export const checkDatabase = memoize(async ({ config, db }): Promise<Failure | undefined> => {
  if (!config.db.databaseUrl) return { code: 'not configured', message: 'RASTRO_DATABASE_URL is not set' }
  return Promise.race([
    queries.ping(db.directory).then(() => undefined, toFailure),
    failAfter(reachTimeoutMs),
  ])
})

export const checkTables = memoize(async (ctx): Promise<Failure | undefined> => {
  const failure = await checkDatabase(ctx)
  if (failure) return failure
  const isThere = await queries.hasTables(ctx.db.directory)
  return isThere ? undefined : { code: 'no tables', message: 'the database has no tables' }
})

export const inspectBusState = memoize(async ({ config }): Promise<BusState | Failure> => {
  if (!config.bus.natsUrls.every(Boolean) || config.bus.natsUrls.length === 0)
    return { code: 'not configured', message: 'RASTRO_NATS_URL is not set' }
  return inspectBus(config.bus).catch(toFailure)
})

/** /varz of the NATS monitor: clients cannot query storage settings or authorization. */
export interface Monitor {
  version: string
  now: string
  host: string
  http_host: string
  http_port: number
  auth_required?: boolean
  websocket?: { port?: number }
  mqtt?: { port?: number }
  leaf?: { port?: number }
  jetstream?: {
    config?: { max_storage: number; store_dir: string; sync_always?: boolean }
    stats?: { storage: number; reserved_storage: number }
  }
}

export const fetchMonitor = memoize(async ({ config }): Promise<Monitor | Failure> => {
  const { monitorUrl } = config.bus
  if (!monitorUrl) return { code: 'not configured', message: 'RASTRO_NATS_MONITOR_URL is not set' }
  try {
    const response = await fetch(`${monitorUrl}/varz`, { signal: AbortSignal.timeout(3_000) })
    return (await response.json()) as Monitor
  } catch (error) {
    return toFailure(error)
  }
})

export function isFailure(answer: object | undefined): answer is Failure {
  return answer !== undefined && 'code' in answer && 'message' in answer
}

const dependencies: Record<Need, { name: string; reach(ctx: DoctorContext): Promise<object | undefined> }> = {
  database: { name: 'PostgreSQL', reach: checkDatabase },
  tables: { name: 'the tables', reach: checkTables },
  bus: { name: 'NATS', reach: inspectBusState },
  monitor: { name: 'the NATS monitor', reach: fetchMonitor },
}

/** The name of the dependency, if it is unavailable. */
export async function findUnavailable(
  ctx: DoctorContext,
  need: Need | undefined,
): Promise<string | undefined> {
  if (!need) return undefined
  return isFailure(await dependencies[need].reach(ctx)) ? dependencies[need].name : undefined
}

/** An open connection without an answer counts as unreachable. */
function failAfter(ms: number): Promise<Failure> {
  const failure = { code: 'silent', message: `no response within ${ms / 1_000} s` }
  return new Promise((resolve) => setTimeout(resolve, ms, failure).unref())
}

function toFailure(error: unknown): Failure {
  const { code, cause, message } = error as { code?: unknown; cause?: { code?: unknown }; message?: string }
  return { code: String(cause?.code ?? code ?? ''), message: message ?? String(error) }
}
