// The simulated trackers of the ingest bench, in their own process so that their CPU time is counted separately.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFleet } from '../../simulator/src/fleet.ts'
import type { Spent } from '../meters.ts'
import { spentBy } from '../meters.ts'
import type { KnownTracks } from './known-tracks.ts'
import { trackersAlong } from './known-tracks.ts'

export interface FleetJob {
  identifiers: string[]
  locationsPerSecond: number
  seconds: number
  port: number
  /** Locations per report. */
  locationsPerReport?: number
  /** Locations of vehicles with known trips, and not of the present. */
  tracks?: KnownTracks & { reportsBefore: number[] }
  /** Start measuring only after the backlog of the connection phase is gone. */
  settles?: boolean
}

export interface FleetResult {
  acknowledged: number
  reports: number
  /** Until every tracker was connected; not part of the rate. */
  startupSeconds: number
  spent: Spent
  latencyP50Ms: number
  latencyP99Ms: number
  /** From the moment at which a location was due, however late it was sent. */
  delayP99Ms: number
  /** The delay of this process itself, which is part of the latencies. */
  lateP99Ms: number
}

process.once('message', async (job: FleetJob) => {
  const { identifiers, locationsPerSecond, seconds, port, settles, tracks, locationsPerReport = 10 } = job
  const fleet = createFleet({
    identifiers,
    variants: ['teltonika'],
    locationsPerSecond,
    locationsPerReport,
    host: '127.0.0.1',
    port,
    remembers: false,
    ...(tracks && { trackOf: trackersAlong(tracks, identifiers.length, locationsPerReport) }),
  })
  const startedAt = performance.now()
  fleet.start()
  while (fleet.statistics().acknowledged === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const startupSeconds = (performance.now() - startedAt) / 1_000
  // Warm-up: new processes run uncompiled code, and a thousand trackers connect at once.
  await new Promise((resolve) => setTimeout(resolve, seconds * 400))
  const settledBy = performance.now() + seconds * 1_000
  while (
    settles &&
    fleet.statistics().unacknowledged > locationsPerSecond / 10 &&
    performance.now() < settledBy
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  const lateness = monitorEventLoopDelay({ resolution: 1 })
  lateness.enable()
  fleet.forgetDurations()
  await new Promise((resolve) => setTimeout(resolve, seconds * 600))
  lateness.disable()
  fleet.stopReporting()
  await fleet.drained(seconds * 4_000)
  const { acknowledged, made, latency, delay } = fleet.statistics()
  fleet.stop()
  const result: FleetResult = {
    acknowledged,
    reports: made / locationsPerReport,
    startupSeconds,
    spent: spentBy(process.pid),
    latencyP50Ms: latency.p50Ms,
    latencyP99Ms: latency.p99Ms,
    delayP99Ms: delay.p99Ms,
    lateP99Ms: lateness.percentile(99) / 1e6,
  }
  process.send?.(result)
})
