// Three NATS servers that each keep every message: the one that leads the log is killed under load, twice.

import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import type { Nats } from '../scripts/services/nats.ts'
import { connectNats } from '../scripts/services/nats-connect.ts'
import { createFleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkFleets, countAside } from './books.ts'
import { install } from './installation.ts'
import type { Report } from './report.ts'

export interface ClusterOptions {
  /** Between a kill and the return of the killed node, and after it. */
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const rounds = 2
const drainWithinMs = 90_000
const longestGapMs = 10_000

export async function natsCluster(options: ClusterOptions, say: (line: string) => void): Promise<Report> {
  const installation = await install({
    natsNodes: 3,
    processes: { gateway: 'gateway', recorder: 'recorder', 'recorder-2': 'recorder', api: 'api' },
  })
  const identifiers = imeisOf('35630704', options.devices)
  await installation.register(identifiers)
  const fleet = createFleet({
    identifiers,
    ways: ['teltonika', 'teltonika-udp', 'gt06', 'osmand'],
    locationsPerSecond: options.locationsPerSecond,
    seed: options.seed,
    host: '127.0.0.1',
    port: installation.gatewayPort,
    ingestUrl: `${installation.apiUrl}/ingest`,
  })
  const gapsMs: number[] = []
  try {
    fleet.start()
    await sleep(10_000)
    for (let round = 1; round <= rounds; round += 1) {
      const leader = await findLeader(installation.nats)
      fleet.watchSilence()
      await leader.kill()
      say(`round ${round}: the leader of the log was killed (port ${leader.port})`)
      await sleep(options.seconds * 1_000)
      gapsMs.push(fleet.figures().longestSilenceMs)
      say(`  longest silence ${gapsMs.at(-1)} ms`)
      await leader.start()
      await sleep(options.seconds * 1_000)
    }
    fleet.hush()
    const isSent = await fleet.drained(drainWithinMs)
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleet])
    for (const complaint of installation.complaints().slice(0, 15)) say(`  ${complaint}`)
    const { made, sent, latency, delay } = fleet.figures()
    return {
      figures: {
        seed: options.seed,
        trackers: options.devices,
        made,
        sent,
        acknowledged: findings.acknowledged,
        stored: findings.stored,
        lost: findings.lost.length,
        duplicates: findings.duplicated.length,
        staleNewest: findings.stale.length,
        longestGapMs: Math.max(...gapsMs),
        gapsMs: gapsMs.join(', '),
        unsent: isSent ? 0 : fleet.figures().unacknowledged,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        crashes: installation.crashes(),
        ...(await countAside(installation)),
        acknowledgedP50Ms: latency.p50Ms,
        acknowledgedP99Ms: latency.p99Ms,
        delayMostMs: delay.mostMs,
      },
      targets: {
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        longestGapMs: { atMost: longestGapMs },
        unsent: { is: 0 },
        unstoredMessages: { is: 0 },
        crashes: { is: 0 },
        deadLetters: { is: 0 },
      },
    }
  } finally {
    fleet.stop()
    await installation.remove()
  }
}

async function findLeader(nodes: Nats[]): Promise<Nats> {
  const line = await connectNats(...nodes.map(({ url }) => url))
  try {
    const { cluster } = await (await jetstreamManager(line)).streams.info('rastro-LOCATIONS')
    // The cluster names its nodes rastro-1 and so on, in order.
    const number = Number(/-(\d+)$/.exec(cluster?.leader ?? '')?.[1])
    const leader = nodes[number - 1]
    if (!leader) throw new Error(`no leader among the nodes: "${cluster?.leader}"`)
    return leader
  } finally {
    await line.close()
  }
}
