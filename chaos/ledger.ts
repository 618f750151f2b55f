// 500 trackers, and a fault every few seconds. In the end everything must add up: every acknowledged location is
// stored exactly once, the last location of each device is its latest, and alerts and trips are those that their
// references expect for the stored locations.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../scripts/proof/report.ts'
import type { Fleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { variants } from '../simulator/src/protocol-variants.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import { checkFleets, countAside } from './books/books.ts'
import { alertFiguresOf, figuresOf, wrongAlertsOf } from './books/figures.ts'
import type { Findings } from './books/ledger-checker.ts'
import { checkRules, makeRules } from './books/rules.ts'
import { checkTrips, prepareTrips, tripFiguresOf, tripTargets, wrongTripsOf } from './books/trips.ts'
import type { FaultyInstallation } from './faults/all-faults.ts'
import { installWithAllFaults, usualVictims } from './faults/all-faults.ts'
import type { Pace, Victim } from './faults/faults.ts'
import { applyFault, planFaults } from './faults/faults.ts'
import { install } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'
import { startShuffler } from './shuffler.ts'

export interface LedgerOptions {
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
  /** All of them need root, and namespaces (see sealed.ts). */
  faults: 'usual' | 'all'
}

const drainWithinMs = 120_000
const shuffledDevices = 20
/**
 * Every socket protocol, and one over HTTP. Those that do not answer a location cannot tell whether it arrived, so they
 * are left out. So is Iridium: its positions are estimates of the network, which no rule evaluates, and a message that is
 * sent again has a serial number of its own.
 */
const answeredVariants = variants
  .filter(({ traits }) => traits.isAnswered)
  .filter(({ name, transport }) => transport !== 'http' || name === 'osmand')
  .filter(({ protocol }) => protocol.name !== 'iridium-directip')
  .map(({ name }) => name)

export async function ledger(options: LedgerOptions, log: (line: string) => void): Promise<Report> {
  log(`seed ${options.seed}`)
  const { installation, victims } = await installFor(options)
  const identifiers = imeisOf('35630704', options.devices)
  await installation.register(identifiers)
  await makeRules(installation)
  await prepareTrips(installation)
  const fleet = createTrackers(installation, {
    identifiers,
    variants: answeredVariants,
    locationsPerSecond: options.locationsPerSecond,
    seed: options.seed,
    sosEvery: 50,
  })
  try {
    log(`${options.devices} trackers, ${options.locationsPerSecond} locations/s, ${options.seconds} s`)
    fleet.start()
    const shuffler = await startShuffler(installation, shuffledDevices, options.seed)
    const tripProcessor = installation.roles.get('trips')!
    let tripProcessorKills = 0
    const faults = await injectFaults(victims, options, log, async (random) => {
      await sleep(random.between(0, 2_000))
      await tripProcessor.kill()
      tripProcessorKills += 1
      await tripProcessor.start()
    })
    log('no more faults; the trackers send their backlog')
    fleet.stopReporting()
    const isSent = await fleet.drained(drainWithinMs)
    const shuffled = await shuffler.finish()
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleet])
    const alerts = await checkRules(installation)
    const trips = await checkTrips(installation, drainWithinMs)
    for (const line of [...wrongAlertsOf(alerts), ...wrongTripsOf(trips)]) log(line)
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning}`)
    return toReport(options, fleet, findings, {
      ...faults,
      shuffled,
      ...alertFiguresOf(alerts),
      ...tripFiguresOf(trips),
      tripProcessorKills,
      unsent: isSent ? 0 : fleet.statistics().unacknowledged,
      unstoredMessages: isStored ? 0 : await installation.pending(),
      crashes: installation.crashes(),
      ...(await countAside(installation)),
    })
  } finally {
    fleet.stop()
    await installation.remove()
  }
}

const installOptions = {
  processes: {
    gateway: 'gateway',
    recorder: 'recorder',
    'recorder-2': 'recorder',
    api: 'api',
    trips: 'trips',
    'trips-2': 'trips',
  },
  // For the protocols of servers, which have no login.
  settings: { RASTRO_DIRECTIP_NETWORKS: '127.0.0.0/8' },
}

async function installFor({ faults }: LedgerOptions): Promise<FaultyInstallation> {
  if (faults === 'all') return installWithAllFaults(installOptions)
  const installation = await install(installOptions)
  return { installation, victims: usualVictims(installation) }
}

/** A short run has its faults closer together, so that it includes several. */
function paceOf(seconds: number): Pace {
  if (seconds >= 180) return { everySeconds: [10, 30], lastsSeconds: [5, 20] }
  return { everySeconds: [4, 9], lastsSeconds: [3, 8] }
}

async function injectFaults(
  victims: ReadonlyMap<string, Victim>,
  { seconds, seed }: LedgerOptions,
  log: (line: string) => void,
  /** While everything runs. */
  betweenFaults: (random: Random) => Promise<void>,
): Promise<Record<string, number>> {
  const random = createRandom(seed)
  const beganAtMs = performance.now()
  const endsAtMs = beganAtMs + seconds * 1_000
  let dueAtMs = beganAtMs
  const counts = new Map<string, number>()
  for (const fault of planFaults(random, victims, paceOf(seconds))) {
    dueAtMs = Math.max(dueAtMs + fault.afterMs, performance.now())
    if (dueAtMs + fault.forMs > endsAtMs) break
    await betweenFaults(random)
    await sleep(Math.max(0, dueAtMs - performance.now()))
    const at = ((performance.now() - beganAtMs) / 1_000).toFixed(1).padStart(6)
    log(`${at} s  ${fault.kind} ${fault.victim} for ${(fault.forMs / 1_000).toFixed(1)} s`)
    await applyFault(fault, victims.get(fault.victim)!, random)
    counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1)
  }
  await sleep(Math.max(0, endsAtMs - performance.now()))
  const each = [...counts].map(([kind, count]) => [`faults: ${kind}`, count] as const)
  return { faults: each.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(each) }
}

function toReport(
  options: LedgerOptions,
  fleet: Fleet,
  findings: Findings,
  more: Record<string, number>,
): Report {
  const { made, sent, connections, latency, delay, longestSilenceMs, cpuSeconds } = fleet.statistics()
  return {
    figures: {
      seed: options.seed,
      seconds: options.seconds,
      trackers: options.devices,
      made,
      sent,
      ...figuresOf(findings),
      storedUnacknowledged: findings.unacknowledged.length,
      ...more,
      connections,
      acknowledgedP50Ms: latency.p50Ms,
      acknowledgedP99Ms: latency.p99Ms,
      delayP99Ms: delay.p99Ms,
      ...Object.fromEntries(
        Object.entries(fleet.statistics().delayByVariant).map(([variant, { p99Ms }]) => [
          `delayP99Ms ${variant}`,
          p99Ms,
        ]),
      ),
      longestSilenceMs,
      simulatorCpuSeconds: Math.round(cpuSeconds * 10) / 10,
    },
    targets: {
      lost: { is: 0 },
      duplicates: { is: 0 },
      staleNewest: { is: 0 },
      unsent: { is: 0 },
      alertsExpected: { atLeast: options.devices },
      alertsMissing: { is: 0 },
      alertsExtra: { is: 0 },
      ...tripTargets,
      trips: { atLeast: Math.floor(options.devices / 2) },
      tripProcessorKills: { atLeast: 2 },
      unstoredMessages: { is: 0 },
      storedUnacknowledged: { is: 0 },
      crashes: { is: 0 },
      deadLetters: { is: 0 },
      unknownDevices: { is: 0 },
      made: { atLeast: Math.floor(options.locationsPerSecond * options.seconds * 0.95) },
    },
  }
}
