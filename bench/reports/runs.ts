// Reports of a month of 10,000 devices, each by a reporter of its own: time, CPU time and the peak of its memory. And what
// two of them at once cost those who read last locations.

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Figures } from '../harness.ts'
import { cpuSeconds, median } from '../harness.ts'
import type { Installation, Served } from '../installation.ts'
import { getToken, install } from '../installation.ts'
import { generate, getRequest } from '../load/generate.ts'
import { fillMonth, month } from './month.ts'

const devices = 10_000
const rounds = 3
const readSeconds = 8
const readsPerSecond = 200

const files = {
  'fleet summary, XLSX': { report: 'fleetSummary', format: 'xlsx' },
  'fleet summary, CSV': { report: 'fleetSummary', format: 'csv' },
  'fleet summary, JSON': { report: 'fleetSummary', format: 'json' },
  'day by day, XLSX': { report: 'days', format: 'xlsx' },
  'fleet summary, PDF': { report: 'fleetSummary', format: 'pdf' },
  '2.5 million trips, CSV': { report: 'trips', format: 'csv' },
}

export async function measureRuns(): Promise<Figures> {
  const installation = await install(Array.from({ length: devices }, () => null))
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  await superuser.connect()
  const api = await installation.serve('api', 'warn')
  try {
    await fillMonth(superuser)
    await placeDevices(superuser)
    const client = await createRuns(api, installation)
    const figures: Figures = { devices, days: month.days }
    for (const [name, fields] of Object.entries(files)) {
      Object.assign(figures, await measureFile(installation, client, name, fields))
    }
    return { ...figures, ...(await measureReads(installation, client, api)) }
  } finally {
    await api.stop()
    await superuser.end()
    await installation.remove()
  }
}

interface Runs {
  token: string
  start(fields: object): Promise<string>
  /** Seconds from its start to its end. */
  finish(id: string): Promise<{ seconds: number; rows: number; bytes: number }>
  cancel(id: string): Promise<void>
}

async function createRuns(api: Served, installation: Installation): Promise<Runs> {
  const token = await getToken(api, installation)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${api.url}/api/reportRuns${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return ((await response.json()) as { reportRun: Run }).reportRun
  }
  return {
    token,
    start: async (fields) => (await call('POST', '', { ...fields, from: month.from, to: month.to })).id,
    async finish(id) {
      for (;;) {
        const run = await call('GET', `/${id}`)
        const { state, failure, rows, bytes, startedAt, finishedAt } = run
        if (state === 'failed') throw new Error(`the report failed: ${failure}`)
        if (state === 'done')
          return { rows, bytes, seconds: (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000 }
        await wait(200)
      }
    },
    cancel: async (id) => {
      await call('DELETE', `/${id}`)
    },
  }
}

interface Run {
  id: string
  state: string
  failure: string | null
  rows: number
  bytes: number
  startedAt: string
  finishedAt: string
}

async function measureFile(
  { serve, services }: Installation,
  runs: Runs,
  name: string,
  fields: object,
): Promise<Figures> {
  const reporter = await serve('reporter')
  try {
    const before = { own: cpuSeconds(reporter.pid), postgres: cpuSeconds(services.postgres.pid()!) }
    const { seconds, rows, bytes } = await runs.finish(await runs.start(fields))
    return {
      [`${name}: rows`]: rows,
      [`${name}: MB`]: bytes / 1e6,
      [`${name}: seconds`]: seconds,
      [`${name}: CPU seconds of the reporter`]: cpuSeconds(reporter.pid) - before.own,
      [`${name}: CPU seconds of PostgreSQL`]: cpuSeconds(services.postgres.pid()!) - before.postgres,
      [`${name}: peak of memory, MB`]: peakMb(reporter.pid),
    }
  } finally {
    await reporter.stop()
  }
}

/** As the kernel has counted it. */
function peakMb(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1_000
}

/** By turns: without reports, and while two of them are written. */
async function measureReads(
  { serve, services, account }: Installation,
  runs: Runs,
  api: Served,
): Promise<Figures> {
  const requests = account.deviceIds
    .slice(0, 1_000)
    .map((id) => getRequest(`/api/devices/${id}/lastLocation`, { authorization: `Bearer ${runs.token}` }))
  const target = { url: api.url!, pids: { server: api.pid, postgres: services.postgres.pid()! }, requests }
  const p99 = async () =>
    (await generate(target, { kind: 'open', perSecond: readsPerSecond }, readSeconds)).p99Ms
  await p99()
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await p99())
    const reporter = await serve('reporter')
    const ids = [
      await runs.start(files['2.5 million trips, CSV']),
      await runs.start(files['2.5 million trips, CSV']),
    ]
    await wait(2_000)
    beside.push(await p99())
    for (const id of ids) await runs.cancel(id)
    await reporter.stop()
  }
  return {
    'lastLocation alone, ms p99': median(alone),
    'lastLocation beside two reports, ms p99': median(beside),
    'lastLocation beside two reports : alone, p99': median(beside) / median(alone),
  }
}

async function placeDevices(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, now(), now(), now(), 404168000, -37038000 from devices on conflict do nothing`,
  )
  await superuser.query('vacuum (analyze) newest_locations')
}
