// Three NATS servers that each store every message: each is killed in turn under load, the leader of the log first.

import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import type { Report } from '../scripts/proof/report.ts'
import type { Nats } from '../scripts/services/nats.ts'
import { isHealthy } from '../scripts/services/nats.ts'
import { connectNats } from '../scripts/services/nats-connect.ts'
import { holds } from '../scripts/services/processes.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkFleets, countAside } from './books/books.ts'
import { figuresOf } from './books/figures.ts'
import { install } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'

export interface ClusterOptions {
  /** Between a kill and the restart of the node, and after all are in sync again. */
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const agreeWithinMs = 60_000
const drainWithinMs = 90_000
const longestGapMs = 10_000

export async function natsCluster(options: ClusterOptions, log: (line: string) => void): Promise<Report> {
  const installation = await install({
    natsNodes: 3,
    processes: { gateway: 'gateway', recorder: 'recorder', 'recorder-2': 'recorder', api: 'api' },
  })
  const identifiers = imeisOf('35630704', options.devices)
  await installation.register(identifiers)
  const fleet = createTrackers(installation, {
    identifiers,
    locationsPerSecond: options.locationsPerSecond,
    seed: options.seed,
  })
  const { nats } = installation
  const gapsMs: number[] = []
  let leadersKilled = 0
  try {
    fleet.start()
    await sleep(10_000)
    for (const unkilled = new Set(nats); unkilled.size > 0; ) {
      const leader = await findLeader(nats)
      const victim = unkilled.has(leader) ? leader : [...unkilled][0]!
      unkilled.delete(victim)
      if (victim === leader) leadersKilled += 1
      fleet.watchSilence()
      await victim.kill()
      log(`node ${nats.indexOf(victim) + 1} was killed${victim === leader ? ', which led the log' : ''}`)
      await sleep(options.seconds * 1_000)
      await victim.start()
      await expectAgreement(nats)
      await sleep(options.seconds * 1_000)
      gapsMs.push(fleet.statistics().longestSilenceMs)
      log(`  longest silence ${gapsMs.at(-1)} ms, including its return`)
    }
    fleet.stopReporting()
    const isSent = await fleet.drained(drainWithinMs)
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleet])
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning}`)
    const { made, sent, latency, delay } = fleet.statistics()
    return {
      figures: {
        seed: options.seed,
        trackers: options.devices,
        made,
        sent,
        ...figuresOf(findings),
        longestGapMs: Math.max(...gapsMs),
        gapsMs: gapsMs.join(', '),
        nodesKilled: gapsMs.length,
        leadersKilled,
        unsent: isSent ? 0 : fleet.statistics().unacknowledged,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        crashes: installation.crashes(),
        ...(await countAside(installation)),
        acknowledgedP50Ms: latency.p50Ms,
        acknowledgedP99Ms: latency.p99Ms,
        delayMaxMs: delay.maxMs,
      },
      targets: {
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        longestGapMs: { atMost: longestGapMs },
        nodesKilled: { is: 3 },
        leadersKilled: { atLeast: 1 },
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

/** Before the next kill: a node that is still catching up counts as dead. */
async function expectAgreement(nodes: Nats[]): Promise<void> {
  const areAgreed = () =>
    Promise.all(nodes.map(({ monitorUrl }) => isHealthy(monitorUrl))).then((answers) =>
      answers.every(Boolean),
    )
  if (!(await holds(areAgreed, agreeWithinMs))) throw new Error('the NATS nodes are not in sync')
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
