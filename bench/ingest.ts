// Locations a second from the socket to the committed row, beside the bare engines doing the same rows.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { bareLog } from './bare-log.ts'
import { bareStore } from './bare-store.ts'
import type { Figures } from './harness.ts'
import { cpuSeconds, median, report } from './harness.ts'
import type { FleetJob, FleetResult } from './ingest-fleet.ts'
import type { Installation, Served } from './installation.ts'
import { install } from './installation.ts'

const fleetProcess = fileURLToPath(new URL('./ingest-fleet.ts', import.meta.url))

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '15' },
      rounds: { type: 'string', default: '3' },
      offered: { type: 'string', default: '60000' },
    },
  })
  const seconds = Number(values.seconds)
  const identifiers = imeisOf('35630704', Number(values.devices))
  const installation = await install(identifiers)
  try {
    const figures: Figures = {}
    const stores: number[] = []
    const logs: number[] = []
    const ours: Measured[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      stores.push(await bareStore(installation, seconds / 2))
      logs.push(await bareLog(installation, seconds / 2))
      ours.push(
        await measure(installation, { identifiers, locationsPerSecond: Number(values.offered), seconds }),
      )
    }
    figures['bare store, locations/s'] = median(stores)
    figures['bare log, locations/s'] = median(logs)
    figures['socket to row, locations/s'] = median(ours.map((one) => one.perSecond))
    const slower = Math.min(median(stores), median(logs))
    figures['ratio to the slower bare engine'] = figures['socket to row, locations/s'] / slower
    for (const who of ['simulator', 'gateway', 'nats', 'recorder', 'postgres'] as const) {
      figures[`${who}, CPU µs per location`] = median(ours.map((one) => one.cpu[who]))
    }
    const half = figures['socket to row, locations/s'] / 2
    const calm = await measure(installation, {
      identifiers,
      locationsPerSecond: half,
      seconds,
      settles: true,
    })
    figures['at half that rate: acknowledged after p50, ms'] = calm.latencyP50Ms
    figures['at half that rate: acknowledged after p99, ms'] = calm.latencyP99Ms
    figures['at half that rate: simulator itself late by p99, ms'] = calm.lateP99Ms
    report('ingest', figures, [
      { figure: 'ratio to the slower bare engine', least: 0.5 },
      { figure: 'socket to row, locations/s', least: 30_000 },
      { figure: 'at half that rate: acknowledged after p99, ms', most: 100 },
    ])
  } finally {
    await installation.remove()
  }
}

interface Measured {
  perSecond: number
  latencyP50Ms: number
  latencyP99Ms: number
  lateP99Ms: number
  cpu: Record<'simulator' | 'gateway' | 'nats' | 'recorder' | 'postgres', number>
}

export async function measure(
  { engines, serve, open }: Installation,
  load: Omit<FleetJob, 'port'>,
): Promise<Measured> {
  const [gateway, recorder] = await Promise.all([serve('gateway'), serve('recorder')])
  const pids = {
    gateway: gateway.pid,
    recorder: recorder.pid,
    nats: engines.nats.pid()!,
    postgres: engines.postgres.pid()!,
  }
  const before = Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)] as const)
  const startedAt = performance.now()
  const fleet = await runFleet({ ...load, port: gateway.gatewayPort! })
  while ((await open.ctx.bus.locations.pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const elapsedSeconds = (performance.now() - startedAt) / 1_000 - fleet.startupSeconds
  const cpu = { simulator: (fleet.cpuSeconds / fleet.acknowledged) * 1e6 } as Measured['cpu']
  for (const [name, seconds] of before) {
    cpu[name as keyof typeof pids] =
      ((cpuSeconds(pids[name as keyof typeof pids]) - seconds) / fleet.acknowledged) * 1e6
  }
  await Promise.all([gateway, recorder].map((process: Served) => process.stop()))
  return {
    perSecond: fleet.acknowledged / elapsedSeconds,
    latencyP50Ms: fleet.latencyP50Ms,
    latencyP99Ms: fleet.latencyP99Ms,
    lateP99Ms: fleet.lateP99Ms,
    cpu,
  }
}

async function runFleet(job: FleetJob): Promise<FleetResult> {
  const child = fork(fleetProcess)
  child.send(job)
  const [result] = (await once(child, 'message')) as [FleetResult]
  child.kill()
  return result
}
