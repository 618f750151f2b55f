// npm run bench -- live: delay from a tracker's report to the subscriber, compared with a bare stream from NATS; the
// cost of an idle subscriber, and of other accounts' subscribers.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { createFleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { followStream } from '../simulator/src/stream-client.ts'
import type { PublishJob } from './bare/publisher.ts'
import type { Figures } from './harness.ts'
import { cpuSeconds, median, percentile } from './harness.ts'
import { runFleet } from './ingest.ts'
import type { Installation, Served } from './installation.ts'
import { getToken, install } from './installation.ts'
import type { Bare } from './load/side-by-side.ts'
import { startBare } from './load/side-by-side.ts'
import { measureFanOut, measureIdle } from './load/subscriber-load.ts'

const publisher = fileURLToPath(new URL('./bare/publisher.ts', import.meta.url))
const deviceCount = 1_000
const listeners = 5
/** A thousand trackers connect at once with cold code: locations due before this are received but not timed. */
const warmUpMs = 4_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rate: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '5' },
      idle: { type: 'string', default: '5000' },
    },
  })
  const [rate, seconds, idle] = [Number(values.rate), Number(values.seconds), Number(values.idle)]
  const imeis = imeisOf('35630704', deviceCount)
  const installation = await install(imeis, { RASTRO_MAX_STREAMS_PER_ACCOUNT: '10000' })
  const processes: Served[] = []
  const bare = await startBare(installation, 'live')
  try {
    for (const role of ['gateway', 'recorder', 'notifier', 'api'])
      processes.push(await installation.serve(role))
    const port = processes[0]!.gatewayPort!
    const api = processes[3]!
    const delays: Delays = { bare: [], ours: [] }
    // One more round than counted, as a warm-up.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const bareRound = await measureBare(installation, bare, rate, seconds)
      const ourRound = await measureOurs(installation, api, { identifiers: imeis, port, rate, seconds })
      if (round === 0) continue
      delays.bare.push(bareRound)
      delays.ours.push(ourRound)
    }
    const quarter = createFleet({
      identifiers: imeis,
      variants: ['teltonika'],
      locationsPerSecond: rate / 4,
      host: '127.0.0.1',
      port,
      remembers: false,
    })
    const figures: Figures = {
      ...delayFigures(delays),
      ...(await measureFanOut(installation, api, quarter)),
      ...(await measureIdle(installation, idle)),
    }
    report('live', figures, {
      'frame to listener p50, ms': { atMost: 100 },
      'frame to listener p99, ms': { atMost: 300 },
      'locations not received': { atMost: 0 },
      'memory of an idle listener, kB': { atMost: 60 },
      'CPU with 1,000 foreign listeners, ratio': { atMost: 1.2 },
    })
  } finally {
    bare.stop()
    for (const process of processes) await process.stop()
    await installation.remove()
  }
}

interface Measurement {
  p50Ms: number
  p99Ms: number
  longestMs: number
  perSecond: number
  /** CPU time of the streaming process per location and subscriber. */
  cpuMicros: number
  missing: number
}

interface Delays {
  bare: Measurement[]
  ours: Measurement[]
}

function delayFigures({ bare, ours }: Delays): Figures {
  const of = (received: Measurement[], figure: keyof Measurement) =>
    median(received.map((one) => one[figure]))
  return {
    'locations/s': of(ours, 'perSecond'),
    listeners,
    'bare, publish to listener p50, ms': of(bare, 'p50Ms'),
    'bare, publish to listener p99, ms': of(bare, 'p99Ms'),
    'frame to listener p50, ms': of(ours, 'p50Ms'),
    'frame to listener p99, ms': of(ours, 'p99Ms'),
    'frame to listener, longest, ms': Math.max(...ours.map(({ longestMs }) => longestMs)),
    'locations not received': ours.reduce((sum, { missing }) => sum + missing, 0),
    'CPU µs of the server per location published, bare': of(bare, 'cpuMicros'),
    'CPU µs of the server per location published, ours': of(ours, 'cpuMicros'),
  }
}

interface FleetOf {
  identifiers: string[]
  port: number
  rate: number
  seconds: number
}

/** Measured from the moment at which a location was due to leave its tracker, so that all waiting counts. */
async function measureOurs(
  installation: Installation,
  api: Served,
  { identifiers, port, rate, seconds }: FleetOf,
): Promise<Measurement> {
  const token = await getToken(api, installation)
  const url = `${api.url}/api/stream?kinds=location`
  return measureStream({ url, token, pid: api.pid }, async () => {
    const totalSeconds = seconds + warmUpMs / 1_000
    const load = { identifiers, port, locationsPerSecond: rate, locationsPerReport: 1, seconds: totalSeconds }
    return (await runFleet(load)).acknowledged
  })
}

async function measureBare(
  { services }: Installation,
  bare: Bare,
  rate: number,
  seconds: number,
): Promise<Measurement> {
  return measureStream({ url: bare.url, token: '', pid: bare.pid }, async () => {
    const child = fork(publisher)
    child.send({ url: services.nats.url, rate, seconds: seconds + warmUpMs / 1_000 } satisfies PublishJob)
    const [published] = (await once(child, 'message')) as [number]
    return published
  })
}

interface Target {
  url: string
  token: string
  pid: number
}

/** `publish` produces locations at a fixed rate and returns their number. */
async function measureStream(
  { url, token, pid }: Target,
  publish: () => Promise<number>,
): Promise<Measurement> {
  const tookMs: number[] = []
  let timedFrom = Number.POSITIVE_INFINITY
  let lastDueMs = 0
  const received = Array.from({ length: listeners }, () => new Set<string>())
  const following = received.map((ids, index) =>
    followStream({
      url: () => url,
      token: () => token,
      onEvent: ({ kind, data }) => {
        if (kind !== 'location') return
        ids.add(data.id)
        const dueMs = Date.parse(data.data.dateTime)
        if (index !== 0 || dueMs < timedFrom) return
        tookMs.push(Date.now() - dueMs)
        lastDueMs = Math.max(lastDueMs, dueMs)
      },
    }),
  )
  while (following.some((one) => one.connections() === 0)) await sleep(20)
  timedFrom = Date.now() + warmUpMs
  const cpuBefore = cpuSeconds(pid)
  const published = await publish()
  for (let waited = 0; waited < 100 && received.some((ids) => ids.size < published); waited += 1)
    await sleep(100)
  const spent = cpuSeconds(pid) - cpuBefore
  for (const one of following) one.close()
  return {
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    longestMs: tookMs.reduce((longest, one) => Math.max(longest, one), 0),
    perSecond: (tookMs.length * 1_000) / (lastDueMs - timedFrom),
    cpuMicros: (spent / (published * listeners)) * 1e6,
    missing: received.reduce((sum, ids) => sum + published - ids.size, 0),
  }
}
