// npm run bench -- ingest: locations a second from the socket to the committed row, compared with bare PostgreSQL and
// NATS handling the same rows, and the cost of a million of them per process.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { bareLog } from './bare/log.ts'
import type { BareWay } from './bare/store.ts'
import { openBareStore, withBareDevices } from './bare/store.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { install } from './installation.ts'
import type { FleetJob, FleetResult } from './load/ingest-fleet.ts'
import type { Spent } from './meters.ts'
import { difference, meterOf, walBytes } from './meters.ts'
import { runSingle } from './single.ts'

const fleetProcess = fileURLToPath(new URL('./load/ingest-fleet.ts', import.meta.url))
const fewPerSecond = 1_000
const bareWays: BareWay[] = ['copy', 'insert', 'insertAndNewest']
export const measuredProcesses = ['simulator', 'gateway', 'nats', 'recorder', 'postgres'] as const

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '5' },
      offered: { type: 'string', default: '60000' },
      single: { type: 'boolean', default: false },
      connections: { type: 'string', default: '20000' },
      'in-flight': { type: 'string', default: '4000' },
    },
  })
  if (values.single) {
    return runSingle({
      connections: Number(values.connections),
      inFlight: Number(values['in-flight']),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
    })
  }
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  const identifiers = imeisOf('35630704', Number(values.devices))
  const installation = await install(withBareDevices(identifiers))
  const bare = await openBareStore(installation)
  const ingest = await openIngest(installation)
  try {
    const stores: Record<BareWay, number[]> = { copy: [], insert: [], insertAndNewest: [] }
    const logs: number[] = []
    const ours: Measured[] = []
    const offered = { identifiers, locationsPerSecond: Number(values.offered), seconds }
    for (let round = 0; round < rounds; round += 1) {
      for (const way of bareWays) stores[way].push((await bare.measure(way, seconds / 4)).perSecond)
      logs.push(await bareLog(installation, seconds / 4))
      ours.push(await ingest.measure(offered))
    }
    const perSecond = ours.map((one) => one.perSecond)
    const ratioTo = (bares: number[]) => median(perSecond.map((our, round) => our / bares[round]!))
    const slower = logs.map((log, round) => Math.min(log, stores.insertAndNewest[round]!))
    const figures: Figures = {
      'bare COPY, locations/s': median(stores.copy),
      'bare insert, locations/s': median(stores.insert),
      'bare insert with newest row, locations/s': median(stores.insertAndNewest),
      'bare log, locations/s': median(logs),
      'socket to row, locations/s': median(perSecond),
      'ratio to bare COPY': ratioTo(stores.copy),
      'ratio to bare insert': ratioTo(stores.insert),
      'ratio to the slower bare engine': ratioTo(slower),
      ...spending(ours),
    }
    const calm = await ingest.measure({
      identifiers,
      locationsPerSecond: median(perSecond) / 2,
      seconds,
      settles: true,
    })
    figures['at half that rate: acknowledged after p50, ms'] = calm.latencyP50Ms
    figures['at half that rate: acknowledged after p99, ms'] = calm.latencyP99Ms
    figures['at half that rate: due to acknowledged p99, ms'] = calm.delayP99Ms
    figures['at half that rate: simulator itself late by p99, ms'] = calm.lateP99Ms
    // A small fleet: nothing is batched, and every report has one location.
    const few = await ingest.measure({
      identifiers,
      locationsPerSecond: fewPerSecond,
      seconds,
      locationsPerReport: 1,
    })
    for (const who of measuredProcesses)
      figures[`at ${fewPerSecond} single reports/s: ${who}, CPU µs a location`] = few.cpu[who]
    figures[`at ${fewPerSecond} single reports/s: acknowledged after p50, ms`] = few.latencyP50Ms
    figures[`at ${fewPerSecond} single reports/s: acknowledged after p99, ms`] = few.latencyP99Ms
    report('ingest', figures, {
      'ratio to the slower bare engine': { atLeast: 0.6 },
      'at half that rate: acknowledged after p99, ms': { atMost: 100 },
    })
  } finally {
    await ingest.stop()
    await bare.close()
    await installation.remove()
  }
}

/** CPU seconds and megabytes of each process per million locations. */
function spending(ours: Measured[]): Figures {
  const figures: Figures = {}
  const perMillion = (pick: (one: Measured) => number) => median(ours.map(pick))
  for (const who of measuredProcesses) {
    figures[`per million: ${who}, CPU s`] = perMillion((one) => one.spent[who]!.cpuSeconds)
  }
  for (const who of measuredProcesses) {
    // The kernel does not count PostgreSQL's sockets like the others.
    if (who === 'postgres') continue
    figures[`per million: ${who}, MB in`] = perMillion((one) => one.spent[who]!.readBytes / 1e6)
    figures[`per million: ${who}, MB out`] = perMillion((one) => one.spent[who]!.writtenBytes / 1e6)
  }
  figures['per million: nats, MB to disk'] = perMillion((one) => one.spent.nats!.diskBytes / 1e6)
  figures['per million: postgres, MB to disk'] = perMillion((one) => one.spent.postgres!.diskBytes / 1e6)
  figures['per million: postgres, MB of write-ahead log'] = perMillion((one) => one.walBytes / 1e6)
  return figures
}

export interface Measured {
  perSecond: number
  latencyP50Ms: number
  latencyP99Ms: number
  /** From the moment at which a location was due. */
  delayP99Ms: number
  lateP99Ms: number
  /** CPU microseconds per location. */
  cpu: Record<(typeof measuredProcesses)[number], number>
  /** Per million locations. */
  spent: Record<string, Spent>
  walBytes: number
}

export interface Ingest {
  measure(load: Omit<FleetJob, 'port'>): Promise<Measured>
  stop(): Promise<void>
}

/** Gateway and recorder stay running: their compiled code serves every measurement. */
export async function openIngest(installation: Installation): Promise<Ingest> {
  const { serve, open } = installation
  const [gateway, recorder] = await Promise.all([serve('gateway'), serve('recorder')])
  const meter = meterOf(installation, { gateway, recorder })
  return {
    async measure(load) {
      const [before, walBefore, startedAt] = [meter(), await walBytes(installation), performance.now()]
      const fleet = await runFleet({ ...load, port: gateway.gatewayPort! })
      while ((await open.ctx.bus.locations.pending()) > 0)
        await new Promise((resolve) => setTimeout(resolve, 20))
      const elapsedSeconds = (performance.now() - startedAt) / 1_000 - fleet.startupSeconds
      const after = meter()
      const spent: Record<string, Spent> = { simulator: perMillion(fleet.spent, fleet.acknowledged) }
      for (const [who, reading] of Object.entries(after))
        spent[who] = perMillion(difference(reading, before[who]!), fleet.acknowledged)
      return {
        perSecond: fleet.acknowledged / elapsedSeconds,
        latencyP50Ms: fleet.latencyP50Ms,
        latencyP99Ms: fleet.latencyP99Ms,
        delayP99Ms: fleet.delayP99Ms,
        lateP99Ms: fleet.lateP99Ms,
        cpu: Object.fromEntries(
          measuredProcesses.map((who) => [who, spent[who]!.cpuSeconds]),
        ) as Measured['cpu'],
        spent,
        walBytes: ((await walBytes(installation)) - walBefore) * (1e6 / fleet.acknowledged),
      }
    },
    stop: async () => {
      await Promise.all([gateway, recorder].map((served: Served) => served.stop()))
    },
  }
}

function perMillion(spent: Spent, locations: number): Spent {
  const share = ([name, value]: [string, number]) => [name, value * (1e6 / locations)]
  return Object.fromEntries(Object.entries(spent).map(share))
}

/** With its own gateway and recorder. */
export async function measure(installation: Installation, load: Omit<FleetJob, 'port'>): Promise<Measured> {
  const ingest = await openIngest(installation)
  try {
    return await ingest.measure(load)
  } finally {
    await ingest.stop()
  }
}

export async function runFleet(job: FleetJob): Promise<FleetResult> {
  const child = fork(fleetProcess)
  child.send(job)
  const [result] = (await once(child, 'message')) as [FleetResult]
  child.kill()
  return result
}
