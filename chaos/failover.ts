// Three PostgreSQL servers under Patroni: the primary is killed, frozen, loses its postmaster, and is switched over.
// Trackers must not notice, no acknowledged location may be lost, and writes must resume within 45 seconds.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../scripts/proof/report.ts'
import type { Patroni, PatroniNode } from '../scripts/services/patroni.ts'
import { startPatroni } from '../scripts/services/patroni.ts'
import { holds } from '../scripts/services/processes.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkFleets, countAside } from './books/books.ts'
import { figuresOf } from './books/figures.ts'
import { startStoreWatch } from './books/store-watch.ts'
import { checkTrips, prepareTrips, tripFiguresOf, tripTargets, wrongTripsOf } from './books/trips.ts'
import type { Installation } from './installation/installation.ts'
import { installOn } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'
import { startWriter } from './writer.ts'

export interface FailoverOptions {
  /** How long a node stays frozen; the others have long elected another primary by then. */
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const longestGapMs = 45_000
const longestSilenceMs = 5_000
const drainWithinMs = 120_000
const wholeWithinMs = 180_000

interface PrimaryFault {
  name: string
  inject(cluster: Patroni, primary: PatroniNode): Promise<void>
  /** The operator's repair afterwards. */
  repair(primary: PatroniNode, elapsedMs: number): Promise<void>
  /** Whether another node must have taken over. */
  moves: boolean
}

function primaryFaultsOf({ seconds }: FailoverOptions): PrimaryFault[] {
  return [
    { name: 'switchover', inject: (cluster) => cluster.switchover(), repair: async () => {}, moves: true },
    {
      name: 'killNode',
      inject: (_, primary) => primary.kill(),
      repair: (primary) => primary.start(),
      moves: true,
    },
    {
      name: 'freezeNode',
      inject: (_, primary) => primary.pause(),
      async repair(primary, elapsedMs) {
        await sleep(Math.max(0, seconds * 1_000 - elapsedMs))
        await primary.resume()
      },
      moves: true,
    },
    {
      name: 'killPostgres',
      inject: (_, primary) => primary.killPostgres(),
      repair: async () => {},
      moves: false,
    },
  ]
}

export async function failover(options: FailoverOptions, log: (line: string) => void): Promise<Report> {
  log(`seed ${options.seed}`)
  const installation = await installOn((dir) => startPatroni({ dir }), {
    processes: {
      gateway: 'gateway',
      recorder: 'recorder',
      notifier: 'notifier',
      api: 'api',
      trips: 'trips',
      'trips-2': 'trips',
    },
  })
  const identifiers = imeisOf('35630704', options.devices)
  await installation.register(identifiers)
  await prepareTrips(installation)
  const fleet = createTrackers(installation, {
    identifiers,
    locationsPerSecond: options.locationsPerSecond,
    seed: options.seed,
  })
  const pids = pidsOf(installation)
  const store = startStoreWatch(installation.postgres.url('superuser', 'rastro'))
  const writer = await startWriter(installation)
  try {
    fleet.start()
    await sleep(10_000)
    const figures: Record<string, number> = {}
    for (const fault of primaryFaultsOf(options)) {
      const { storeGapMs, writeGapMs, silenceMs } = await inject(fault, installation.postgres)
      figures[`${fault.name} storeGapMs`] = storeGapMs
      figures[`${fault.name} writeGapMs`] = writeGapMs
      figures[`${fault.name} silenceMs`] = silenceMs
    }
    fleet.stopReporting()
    await writer.stop()
    const isSent = await fleet.drained(drainWithinMs)
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleet])
    const written = await writer.check()
    const trips = await checkTrips(installation, drainWithinMs)
    for (const line of wrongTripsOf(trips)) log(line)
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning}`)
    const gaps = Object.keys(figures).filter((name) => name.endsWith('GapMs'))
    const silences = Object.keys(figures).filter((name) => name.endsWith('silenceMs'))
    return {
      figures: {
        seed: options.seed,
        trackers: options.devices,
        ...figuresOf(findings),
        ...figures,
        ...written,
        ...tripFiguresOf(trips),
        unsent: isSent ? 0 : fleet.statistics().unacknowledged,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        restarts: installation.crashes() + countChanged(pids, pidsOf(installation)),
        ...(await countAside(installation)),
      },
      targets: {
        acknowledged: { atLeast: options.locationsPerSecond * 60 },
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        ...Object.fromEntries(gaps.map((name) => [name, { atMost: longestGapMs }])),
        ...Object.fromEntries(silences.map((name) => [name, { atMost: longestSilenceMs }])),
        writesAcknowledged: { atLeast: 60 },
        writesLost: { is: 0 },
        writesDoubled: { is: 0 },
        bugs: { is: 0 },
        ...tripTargets,
        trips: { atLeast: Math.floor(options.devices / 2) },
        unsent: { is: 0 },
        unstoredMessages: { is: 0 },
        restarts: { is: 0 },
        deadLetters: { is: 0 },
      },
    }
  } finally {
    fleet.stop()
    await writer.stop()
    await store.stop()
    await installation.remove()
  }

  async function inject(fault: PrimaryFault, cluster: Patroni) {
    if (!(await holds(cluster.isWhole, wholeWithinMs))) throw new Error('the database nodes are not in sync')
    const primary = await cluster.findPrimary()
    fleet.watchSilence()
    store.watch()
    writer.watch()
    const struckAtMs = performance.now()
    await fault.inject(cluster, primary)
    const passedMs = () => performance.now() - struckAtMs
    log(`${fault.name} of ${primary.name}`)
    // Recovered, once both have written for some seconds after the fault.
    await holds(() => passedMs() > 15_000 && store.isFlowing() && writer.isFlowing(), 3 * longestGapMs)
    const silenceMs = fleet.statistics().longestSilenceMs
    await fault.repair(primary, passedMs())
    if (!(await holds(cluster.isWhole, wholeWithinMs))) throw new Error('the database nodes are not in sync')
    const now = await cluster.findPrimary()
    if (fault.moves && now.name === primary.name) throw new Error(`${primary.name} is still the primary`)
    const [storeGapMs, writeGapMs] = [store.longestGapMs(), writer.longestGapMs()]
    log(`  ${now.name} takes writes; stored nothing for ${storeGapMs} ms, no write for ${writeGapMs} ms`)
    return { storeGapMs, writeGapMs, silenceMs }
  }
}

function pidsOf({ roles }: Pick<Installation, 'roles'>): Map<string, number | undefined> {
  return new Map([...roles].map(([name, role]) => [name, role.pid()]))
}

function countChanged(
  before: ReadonlyMap<string, number | undefined>,
  after: ReadonlyMap<string, number | undefined>,
): number {
  return [...before].filter(([name, pid]) => after.get(name) !== pid).length
}
