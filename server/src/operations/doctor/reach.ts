// Whether the engines can be asked at all, and if not, why. Everything else depends on it.

import type { BusState } from '../../platform/bus/nats-health.ts'
import { lookAtBus } from '../../platform/bus/nats-health.ts'
import type { Need, Patient } from './doctor.types.ts'
import { askOnce } from './findings.ts'
import * as queries from './reach.queries.ts'

const reachWithinMs = 5_000

export interface Miss {
  code: string
  message: string
}

export const reachDatabase = askOnce(async ({ config, db }): Promise<Miss | undefined> => {
  if (!config.db.databaseUrl) return { code: 'not configured', message: 'RASTRO_DATABASE_URL is not set' }
  return Promise.race([queries.say(db.directory).then(() => undefined, toMiss), missAfter(reachWithinMs)])
})

export const reachTables = askOnce(async (patient): Promise<Miss | undefined> => {
  const miss = await reachDatabase(patient)
  if (miss) return miss
  const isThere = await queries.hasTables(patient.db.directory)
  return isThere ? undefined : { code: 'no tables', message: 'the database has no tables' }
})

export const askBus = askOnce(async ({ config }): Promise<BusState | Miss> => {
  if (!config.bus.natsUrls.every(Boolean) || config.bus.natsUrls.length === 0)
    return { code: 'not configured', message: 'RASTRO_NATS_URL is not set' }
  return lookAtBus(config.bus).catch(toMiss)
})

/** What the server says of itself on its monitor. Nobody else does: the client's line says neither how it stores nor who may come. */
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

export const askMonitor = askOnce(async ({ config }): Promise<Monitor | Miss> => {
  const { monitorUrl } = config.bus
  if (!monitorUrl) return { code: 'not configured', message: 'RASTRO_NATS_MONITOR_URL is not set' }
  try {
    const response = await fetch(`${monitorUrl}/varz`, { signal: AbortSignal.timeout(3_000) })
    return (await response.json()) as Monitor
  } catch (error) {
    return toMiss(error)
  }
})

export function isMiss(answer: object | undefined): answer is Miss {
  return answer !== undefined && 'code' in answer && 'message' in answer
}

const ways: Record<Need, { who: string; reach(patient: Patient): Promise<object | undefined> }> = {
  database: { who: 'PostgreSQL', reach: reachDatabase },
  tables: { who: 'the tables', reach: reachTables },
  bus: { who: 'NATS', reach: askBus },
  monitor: { who: "NATS's monitor", reach: askMonitor },
}

/** Who of those that a check needs is away. */
export async function findAbsent(patient: Patient, need: Need | undefined): Promise<string | undefined> {
  if (!need) return undefined
  return isMiss(await ways[need].reach(patient)) ? ways[need].who : undefined
}

/** A line that is open and says nothing is as good as none. */
function missAfter(ms: number): Promise<Miss> {
  const miss = { code: 'silent', message: `no answer within ${ms / 1_000} s` }
  return new Promise((resolve) => setTimeout(resolve, ms, miss).unref())
}

function toMiss(error: unknown): Miss {
  const { code, cause, message } = error as { code?: unknown; cause?: { code?: unknown }; message?: string }
  return { code: String(cause?.code ?? code ?? ''), message: message ?? String(error) }
}
