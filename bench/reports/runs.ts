// Reports of a month of a large fleet, each by a reporter of its own: time, CPU time and the peak of its memory. And what two
// of them at once cost those who read last locations.

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Targets } from '../../scripts/proof/report.ts'
import type { Figures } from '../harness.ts'
import { cpuSeconds, median } from '../harness.ts'
import { generate, getRequest } from '../load/generate.ts'
import type { Fleet } from './fleet.ts'

const rounds = 3
const readSeconds = 8
const readsPerSecond = 200

const files = {
  'fleet summary, XLSX': { report: 'fleetSummary', format: 'xlsx' },
  'fleet summary, CSV': { report: 'fleetSummary', format: 'csv' },
  'fleet summary, JSON': { report: 'fleetSummary', format: 'json' },
  'day by day, XLSX': { report: 'days', format: 'xlsx' },
  'fleet summary, PDF': { report: 'fleetSummary', format: 'pdf' },
}
const trips = { report: 'trips', format: 'csv' }

const limits = (name: string, seconds: number, megabytes: number): Targets => ({
  [`${name}: seconds`]: { atMost: seconds },
  [`${name}: peak of memory, MB`]: { atMost: megabytes },
})

export const runTargets: Targets = {
  ...limits('fleet summary, XLSX', 30, 200),
  ...limits('fleet summary, CSV', 8, 200),
  ...limits('fleet summary, JSON', 8, 200),
  ...limits('day by day, XLSX', 30, 200),
  ...limits('fleet summary, PDF', 25, 250),
  ...limits('2.5 million trips, CSV', 90, 200),
  'lastLocation beside two reports : alone, p99': { atMost: 1.5 },
}

export async function measureFiles(fleet: Fleet): Promise<Figures> {
  const figures: Figures = { devices: fleet.devices, days: fleet.month.days }
  for (const [name, fields] of Object.entries(files)) {
    Object.assign(figures, await measureFile(fleet, name, fields))
  }
  return figures
}

export function measureTrips(fleet: Fleet): Promise<Figures> {
  return measureFile(fleet, '2.5 million trips, CSV', trips)
}

async function measureFile(fleet: Fleet, name: string, fields: object): Promise<Figures> {
  const { serve, services } = fleet.installation
  const reporter = await serve('reporter')
  try {
    const idleMb = peakMb(reporter.pid)
    const before = { own: cpuSeconds(reporter.pid), postgres: cpuSeconds(services.postgres.pid()!) }
    const { seconds, rows, bytes } = await fleet.finish(await fleet.start(fields))
    const figures = {
      [`${name}: rows`]: rows,
      [`${name}: MB`]: bytes / 1e6,
      [`${name}: seconds`]: seconds,
      [`${name}: CPU seconds of the reporter`]: cpuSeconds(reporter.pid) - before.own,
      [`${name}: CPU seconds of PostgreSQL`]: cpuSeconds(services.postgres.pid()!) - before.postgres,
      [`${name}: memory before, MB`]: idleMb,
      [`${name}: peak of memory, MB`]: peakMb(reporter.pid),
    }
    // What was measured is known, even if the rest fails.
    console.error(JSON.stringify(figures))
    return figures
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
export async function measureReads(fleet: Fleet): Promise<Figures> {
  const { installation, api } = fleet
  const { serve, services, account } = installation
  const headers = { authorization: `Bearer ${await fleet.token()}` }
  const requests = account.deviceIds
    .slice(0, 1_000)
    .map((id) => getRequest(`/api/devices/${id}/lastLocation`, headers))
  const target = { url: api.url!, pids: { server: api.pid, postgres: services.postgres.pid()! }, requests }
  const p99 = async () =>
    (await generate(target, { kind: 'open', perSecond: readsPerSecond }, readSeconds)).p99Ms
  await p99()
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await p99())
    const reporter = await serve('reporter')
    const ids = [await fleet.start(trips), await fleet.start(trips)]
    await wait(2_000)
    beside.push(await p99())
    for (const id of ids) await fleet.cancel(id)
    await reporter.stop()
  }
  return {
    'lastLocation alone, ms p99': median(alone),
    'lastLocation beside two reports, ms p99': median(beside),
    'lastLocation beside two reports : alone, p99': median(beside) / median(alone),
  }
}
