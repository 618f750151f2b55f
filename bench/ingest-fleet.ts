// The simulated trackers of the ingest bench, in a process of their own so that their CPU is counted apart.

import { createFleet } from '../simulator/src/fleet.ts'

export interface FleetJob {
  identifiers: string[]
  locationsPerSecond: number
  seconds: number
  port: number
}

export interface FleetResult {
  acknowledged: number
  /** Until every tracker was connected; not part of the rate. */
  startupSeconds: number
  cpuSeconds: number
  latencyP50Ms: number
  latencyP99Ms: number
}

const locationsPerReport = 10

process.once('message', async (job: FleetJob) => {
  const { identifiers, locationsPerSecond, seconds, port } = job
  const fleet = createFleet({
    identifiers,
    ways: ['teltonika'],
    locationsPerSecond,
    locationsPerReport,
    host: '127.0.0.1',
    port,
    remembers: false,
  })
  const startedAt = performance.now()
  fleet.start()
  while (fleet.figures().acknowledged === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const startupSeconds = (performance.now() - startedAt) / 1_000
  // Processes that just started run code that is not yet compiled, and a thousand trackers connect at once.
  await new Promise((resolve) => setTimeout(resolve, seconds * 400))
  fleet.forgetDurations()
  await new Promise((resolve) => setTimeout(resolve, seconds * 600))
  fleet.hush()
  await fleet.drained(seconds * 4_000)
  const { acknowledged, cpuSeconds, latency } = fleet.figures()
  fleet.stop()
  const result: FleetResult = {
    acknowledged,
    startupSeconds,
    cpuSeconds,
    latencyP50Ms: latency.p50Ms,
    latencyP99Ms: latency.p99Ms,
  }
  process.send?.(result)
})
