// Idle sockets, slow senders, and floods of garbage: the other trackers must not notice.

import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Report } from '../scripts/proof/report.ts'
import type { Fleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkFleets } from './books/books.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import type { RoleProcess } from './installation/role-process.ts'
import { createTrackers } from './installation/trackers.ts'

export interface HostileOptions {
  seconds: number
  seed: number
}

export interface HostileClientOptions {
  port: number
  idle: number
  slow: number
  slowEveryMs: number
  floods: number
  floodBytes: number
}

export interface HostileClientReport {
  opened: number
  closed: number
  floodedBytes: number
  floodsDone: number
  datagrams: number
}

const trackers = 200
const locationsPerSecond = 200
const megabyte = 1024 ** 2

export async function hostile(options: HostileOptions, log: (line: string) => void): Promise<Report> {
  const installation = await install({
    processes: { gateway: 'gateway', recorder: 'recorder', api: 'api' },
  })
  const gateway = installation.roles.get('gateway')!
  const identifiers = imeisOf('35630704', trackers)
  await installation.register(identifiers)
  const quiet = fleetOf(installation, identifiers, options.seed)
  const disturbed = fleetOf(installation, identifiers, options.seed + 1)
  try {
    quiet.start()
    await sleep(10_000)
    quiet.stopReporting()
    await quiet.drained(10_000)
    quiet.stop()
    await sleep(1_000)
    const before = { memoryMb: gateway.memoryMb(), openFiles: gateway.openFiles() }
    log(`quiet: p99 ${quiet.statistics().latency.p99Ms} ms, ${before.memoryMb.toFixed(0)} MB`)

    disturbed.start()
    await sleep(4_000)
    const clients = await startClients(installation.gatewayPort)
    const peak = await watch(gateway, options.seconds, before.openFiles)
    const report = await clients.stop()
    disturbed.stopReporting()
    const isSent = await disturbed.drained(20_000)
    disturbed.stop()
    const filesBackAfterSeconds = await timeUntilBack(gateway, before.openFiles)
    await installation.isDrained(60_000)
    const findings = await checkFleets(installation, [quiet, disturbed])
    for (const warning of installation.warnings().slice(0, 10)) log(`  ${warning}`)
    const { latency, delay, made, connections } = disturbed.statistics()
    return {
      figures: {
        seed: options.seed,
        seconds: options.seconds,
        made,
        quietP99Ms: quiet.statistics().latency.p99Ms,
        disturbedP50Ms: latency.p50Ms,
        disturbedP99Ms: latency.p99Ms,
        disturbedDelayP99Ms: delay.p99Ms,
        disturbedMaxMs: latency.maxMs,
        connectionsOfTrackers: connections,
        hostileConnections: report.opened,
        maxHostileAtOnce: peak.openFiles - before.openFiles,
        floodedMb: Math.round(report.floodedBytes / megabyte),
        floodsDone: report.floodsDone,
        datagrams: report.datagrams,
        memoryBeforeMb: Math.round(before.memoryMb),
        memoryGrowthMb: Math.round(peak.memoryMb - before.memoryMb),
        filesBefore: before.openFiles,
        filesAfter: gateway.openFiles(),
        filesBackAfterSeconds,
        unsent: isSent ? 0 : disturbed.statistics().unacknowledged,
        lost: findings.lost.length,
        crashes: installation.crashes(),
      },
      targets: {
        disturbedP99Ms: { atMost: 1_000 },
        memoryGrowthMb: { atMost: 100 },
        filesBackAfterSeconds: { atMost: 60 },
        maxHostileAtOnce: { atLeast: 2_000 },
        floodedMb: { atLeast: 100 },
        unsent: { is: 0 },
        lost: { is: 0 },
        crashes: { is: 0 },
      },
    }
  } finally {
    for (const fleet of [quiet, disturbed]) fleet.stop()
    await installation.remove()
  }
}

function fleetOf(installation: Installation, identifiers: string[], seed: number): Fleet {
  return createTrackers(installation, {
    identifiers,
    variants: ['teltonika', 'teltonika-udp', 'gt06'],
    locationsPerSecond,
    seed,
  })
}

async function startClients(port: number) {
  const workerData: HostileClientOptions = {
    port,
    idle: 2_000,
    slow: 200,
    slowEveryMs: 10_000,
    floods: 5,
    floodBytes: 100 * megabyte,
  }
  const worker = new Worker(new URL('./hostile-clients.worker.ts', import.meta.url), { workerData })
  let latest: HostileClientReport = { opened: 0, closed: 0, floodedBytes: 0, datagrams: 0, floodsDone: 0 }
  worker.on('message', (report: HostileClientReport) => {
    latest = report
  })
  worker.on('error', (error) => {
    throw error
  })
  return {
    async stop(): Promise<HostileClientReport> {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('enough')
      await ended
      return latest
    },
  }
}

async function watch(gateway: RoleProcess, seconds: number, filesBefore: number) {
  const peak = { memoryMb: 0, openFiles: filesBefore }
  const endsAtMs = performance.now() + seconds * 1_000
  while (performance.now() < endsAtMs) {
    peak.memoryMb = Math.max(peak.memoryMb, gateway.memoryMb())
    peak.openFiles = Math.max(peak.openFiles, gateway.openFiles())
    await sleep(250)
  }
  return peak
}

async function timeUntilBack(gateway: RoleProcess, filesBefore: number): Promise<number> {
  const beganAtMs = performance.now()
  // Database connections come and go.
  while (gateway.openFiles() > filesBefore + 4 && performance.now() - beganAtMs < 90_000) await sleep(250)
  return Math.round((performance.now() - beganAtMs) / 100) / 10
}
