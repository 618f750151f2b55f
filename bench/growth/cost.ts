// The cost of an operation: CPU time of all processes involved, and pages touched by PostgreSQL. Unlike elapsed time,
// both are comparable on a machine shared with other programs.

import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { median } from '../harness.ts'

export interface Operation {
  name: string
  /** Repetitions per round. */
  times: number
  once(index: number): Promise<unknown>
}

export interface Cost {
  /** Of PostgreSQL's backends, the api and this process, per operation. */
  cpuUs: number
  databaseUs: number
  /** Cached by PostgreSQL or not. */
  pages: number
  pagesNotInMemory: number
  walBytes: number
  p50Ms: number
}

export type Costs = Map<string, Cost>

const rounds = 5
const application = 'rastro_app'

/** Every round runs all operations in turn, so that a busy moment of the machine affects all of them. */
export async function measureCosts(
  superuser: pg.Client,
  apiPid: number,
  operations: readonly Operation[],
): Promise<Costs> {
  const seen = new Map<string, Cost[]>(operations.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const operation of operations) {
      const cost = await measureRound(superuser, [apiPid, process.pid], operation, round)
      // The first round warms up.
      if (round > 0) seen.get(operation.name)!.push(cost)
    }
  }
  return new Map([...seen].map(([name, costs]) => [name, medianOf(costs)]))
}

export async function measureRound(
  superuser: pg.Client,
  pids: readonly number[],
  { once, times }: Operation,
  round: number,
): Promise<Cost> {
  await superuser.query('select pg_stat_statements_reset()')
  const backends = await listBackends(superuser)
  const beforeDatabase = cpuUsOf(backends)
  const beforeOthers = cpuUsOf(pids)
  const latencies: number[] = []
  for (let index = 0; index < times; index += 1) {
    const beganAt = performance.now()
    await once(round * times + index)
    latencies.push(performance.now() - beganAt)
  }
  const databaseUs = (cpuUsOf(backends) - beforeDatabase) / times
  const othersUs = (cpuUsOf(pids) - beforeOthers) / times
  const { rows } = await superuser.query(
    `select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages,
       coalesce(sum(shared_blks_read), 0)::float8 as read, coalesce(sum(wal_bytes), 0)::float8 as wal
     from pg_stat_statements where userid = $1::regrole`,
    [application],
  )
  return {
    cpuUs: databaseUs + othersUs,
    databaseUs,
    pages: rows[0].pages / times,
    pagesNotInMemory: rows[0].read / times,
    walBytes: rows[0].wal / times,
    p50Ms: median(latencies),
  }
}

export function medianOf(costs: Cost[]): Cost {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick))
  return {
    cpuUs: of((cost) => cost.cpuUs),
    databaseUs: of((cost) => cost.databaseUs),
    pages: of((cost) => cost.pages),
    pagesNotInMemory: of((cost) => cost.pagesNotInMemory),
    walBytes: of((cost) => cost.walBytes),
    p50Ms: of((cost) => cost.p50Ms),
  }
}

export async function listBackends(superuser: pg.Client): Promise<number[]> {
  const { rows } = await superuser.query('select pid from pg_stat_activity where usename = $1', [application])
  return rows.map(({ pid }) => pid as number)
}

/** In nanoseconds, as the scheduler counts it: `stat` has a resolution of 10 ms. */
export function cpuUsOf(pids: readonly number[]): number {
  return pids.flatMap(threadsOf).reduce((sum, file) => sum + onCpuNs(file), 0) / 1_000
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/schedstat`)
  } catch {
    return []
  }
}

function onCpuNs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
