// Samples everything that could grow: processes by their own metrics, services from outside.

import { readdirSync, readFileSync } from 'node:fs'
import { jetstreamManager } from '@nats-io/jetstream'
import pg from 'pg'
import { connectNats } from '../../scripts/services/nats-connect.ts'
import type { ProcessRole } from '../../server/src/roles/roles.ts'
import { metricsPortOf } from '../../server/src/roles/roles.ts'
import type { Installation } from '../installation/installation.ts'
import { collectedHeapMb } from './heap.ts'
import type { Sample } from './trend.ts'

export type Series = Map<string, Sample[]>

export interface Sampler {
  series: Series
  look(): Promise<void>
  /** Forces a garbage collection in each process, which pauses it meanwhile. */
  lookAtHeaps(): Promise<void>
  close(): Promise<void>
}

const bytesPerMb = 1024 * 1024
const ofProcess: [figure: string, metric: string, unit: number][] = [
  ['RSS, MB', 'rastro_process_resident_memory_bytes', bytesPerMb],
  ['outside the heap, MB', 'rastro_nodejs_external_memory_bytes', bytesPerMb],
  ['file handles', 'rastro_process_open_fds', 1],
  ['event loop p99, ms', 'rastro_nodejs_eventloop_lag_p99_seconds', 0.001],
  ['pool waiters', 'rastro_db_waiting_callers', 1],
  ['connections to the database', 'rastro_db_connections', 1],
]

const countersOf: [name: string, metric: string, role: string][] = [
  ['gateway: bytes received', 'rastro_gateway_received_bytes_total', 'gateway'],
  ['gateway: locations received', 'rastro_locations_received_total', 'gateway'],
  ['recorder: locations taken', 'rastro_recorder_locations_total', 'recorder'],
]

export async function openSampler(
  { roles, postgres, nats }: Installation,
  ports: { metrics: number; inspectors: Record<string, number> },
): Promise<Sampler> {
  const series: Series = new Map()
  const superuser = new pg.Client({ connectionString: postgres.url('superuser', 'rastro') })
  await superuser.connect()
  const line = await connectNats(nats[0]!.url)
  const manager = await jetstreamManager(line)

  function noteAt(atMs: number) {
    return (name: string, value: number) => {
      const samples = series.get(name) ?? []
      samples.push({ atMs, value })
      series.set(name, samples)
    }
  }

  async function look(): Promise<void> {
    const note = noteAt(performance.now())
    for (const role of roles.keys()) {
      const metrics = await scrape(metricsPortOf(role as ProcessRole, ports.metrics))
      for (const [figure, metric, unit] of ofProcess) {
        // A process omits metrics that do not apply, such as database connections of the gateway.
        const value = metrics.get(metric)
        if (value !== undefined) note(`${role}: ${figure}`, value / unit)
      }
      for (const [name, metric, of] of countersOf) {
        if (of === role) note(name, metrics.get(metric) ?? 0)
      }
      const oldest = metrics.get('rastro_log_oldest_waiting_seconds')
      if (oldest !== undefined && role === 'recorder') note('log: oldest waiting, s', oldest)
    }
    note('postgres: private memory, MB', privateMb(familyOf(postgres.pid()!)))
    note('nats: private memory, MB', privateMb([nats[0]!.pid()!]))
    await noteConsumers(note)
    await noteStore(note)
  }

  async function noteConsumers(note: (name: string, value: number) => void): Promise<void> {
    const sums = { waiting: 0, unacknowledged: 0, consumers: 0 }
    for await (const { config, state } of manager.streams.list()) {
      if (config.name.endsWith('LOCATIONS')) note('log: bytes', state.bytes)
      for await (const one of manager.consumers.list(config.name)) {
        if (config.name.endsWith('LOCATIONS')) sums.waiting += one.num_pending
        sums.unacknowledged += one.num_ack_pending
        sums.consumers += 1
      }
    }
    note('log: messages waiting', sums.waiting)
    note('log: messages not acknowledged', sums.unacknowledged)
    note('nats: consumers', sums.consumers)
  }

  async function noteStore(note: (name: string, value: number) => void): Promise<void> {
    const { rows } = await superuser.query(`
      select n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as hot, n_dead_tup::float8 as dead,
        n_live_tup::float8 as live, pg_total_relation_size(relid)::float8 as bytes,
        (select count(*)::float8 from pg_stat_activity where backend_type = 'client backend') as connections,
        (select count(*)::float8 from outbox) as outbox
      from pg_stat_user_tables where relname = 'newest_locations'`)
    const { updates, hot, dead, live, bytes, connections, outbox } = rows[0]
    note('newest: updates', updates)
    note('newest: updates in the page', hot)
    note('newest: dead rows, share', dead / Math.max(1, live + dead))
    note('newest: size, MB', bytes / bytesPerMb)
    note('postgres: connections', connections)
    note('store: outbox waiting', outbox)
  }

  return {
    series,
    look,
    async lookAtHeaps() {
      for (const [role, port] of Object.entries(ports.inspectors)) {
        noteAt(performance.now())(`${role}: heap after a collection, MB`, await collectedHeapMb(port))
      }
    },
    async close() {
      await superuser.end()
      await line.close()
    },
  }
}

/** Sums of each metric over its labels. */
async function scrape(port: number): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const sums = new Map<string, number>()
  for (const text of (await response.text()).split('\n')) {
    const [, name, value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(text) ?? []
    if (name) sums.set(name, (sums.get(name) ?? 0) + Number(value))
  }
  return sums
}

/** Without shared memory: PostgreSQL's buffers would count once for each of its processes. */
function privateMb(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + privateKbOf(pid) / 1024, 0)
}

function privateKbOf(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function familyOf(pid: number): number[] {
  const isChild = (one: number) => {
    try {
      return Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === pid
    } catch {
      return false
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [pid, ...all.map(Number).filter(isChild)]
}
