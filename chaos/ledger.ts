// 500 trackers, and an accident every few seconds. At the end the books must agree: whatever a tracker was told is
// stored, is stored; once; the newest location of each device is its latest; and the alerts are those that a plain
// reading of what is stored asks for.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../simulator/src/fleet.ts'
import { createFleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { createRandom } from '../simulator/src/random.ts'
import { checkFleets, countAside } from './books.ts'
import type { Pace, Victim } from './faults.ts'
import { planFaults, suffer } from './faults.ts'
import type { Installation } from './installation.ts'
import { install } from './installation.ts'
import type { Findings } from './ledger-checker.ts'
import type { Report } from './report.ts'
import { checkRules, makeRules } from './rules.ts'
import { startShuffler } from './shuffler.ts'

export interface LedgerOptions {
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const drainWithinMs = 120_000
const shuffledDevices = 20

export async function ledger(options: LedgerOptions, say: (line: string) => void): Promise<Report> {
  say(`seed ${options.seed}`)
  const installation = await install({
    processes: { gateway: 'gateway', recorder: 'recorder', 'recorder-2': 'recorder', api: 'api' },
  })
  const identifiers = imeisOf('35630704', options.devices)
  await installation.register(identifiers)
  await makeRules(installation)
  const fleet = createFleet({
    identifiers,
    ways: ['teltonika', 'teltonika-udp', 'gt06', 'osmand'],
    locationsPerSecond: options.locationsPerSecond,
    seed: options.seed,
    host: '127.0.0.1',
    port: installation.gatewayPort,
    ingestUrl: `${installation.apiUrl}/ingest`,
    sosEvery: 50,
  })
  try {
    say(`${options.devices} trackers, ${options.locationsPerSecond} locations/s, ${options.seconds} s`)
    fleet.start()
    const shuffler = await startShuffler(installation, shuffledDevices, options.seed)
    const faults = await haveAccidents(installation, options, say)
    say('no more accidents; the trackers send what they still have')
    fleet.hush()
    const isSent = await fleet.drained(drainWithinMs)
    const shuffled = await shuffler.finish()
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleet])
    const alerts = await checkRules(installation)
    for (const one of [...alerts.missing.slice(0, 5), ...alerts.extra.slice(0, 5)]) say(`  alert: ${one}`)
    for (const complaint of installation.complaints().slice(0, 15)) say(`  ${complaint}`)
    return toReport(options, fleet, findings, {
      faults,
      shuffled,
      alertsExpected: alerts.expected,
      alertsRaised: alerts.raised,
      alertsMissing: alerts.missing.length,
      alertsExtra: alerts.extra.length,
      unsent: isSent ? 0 : fleet.figures().unacknowledged,
      unstoredMessages: isStored ? 0 : await installation.pending(),
      crashes: installation.crashes(),
      ...(await countAside(installation)),
    })
  } finally {
    fleet.stop()
    await installation.remove()
  }
}

/** A short run has its accidents closer together, so that it sees several. */
function paceOf(seconds: number): Pace {
  if (seconds >= 180) return { everySeconds: [10, 30], pauseSeconds: [5, 20] }
  return { everySeconds: [4, 9], pauseSeconds: [3, 8] }
}

async function haveAccidents(
  installation: Installation,
  { seconds, seed }: LedgerOptions,
  say: (line: string) => void,
): Promise<number> {
  const { roles, postgres, nats } = installation
  const victims = new Map<string, Victim>([
    ['postgres', postgres],
    ['nats', nats[0]!],
  ])
  for (const name of ['gateway', 'recorder', 'api']) victims.set(name, roles.get(name)!)
  const beganAtMs = performance.now()
  const endsAtMs = beganAtMs + seconds * 1_000
  let dueAtMs = beganAtMs
  let count = 0
  for (const fault of planFaults(createRandom(seed), [...victims.keys()], paceOf(seconds))) {
    dueAtMs = Math.max(dueAtMs + fault.afterMs, performance.now())
    if (dueAtMs + fault.forMs > endsAtMs) break
    await sleep(Math.max(0, dueAtMs - performance.now()))
    const at = ((performance.now() - beganAtMs) / 1_000).toFixed(1).padStart(6)
    say(`${at} s  ${fault.kind} ${fault.victim} for ${(fault.forMs / 1_000).toFixed(1)} s`)
    await suffer(fault, victims.get(fault.victim)!)
    count += 1
  }
  await sleep(Math.max(0, endsAtMs - performance.now()))
  return count
}

function toReport(
  options: LedgerOptions,
  fleet: Fleet,
  findings: Findings,
  more: Record<string, number>,
): Report {
  const { made, sent, connections, latency, delay, longestSilenceMs, cpuSeconds } = fleet.figures()
  return {
    figures: {
      seed: options.seed,
      seconds: options.seconds,
      trackers: options.devices,
      made,
      sent,
      acknowledged: findings.acknowledged,
      stored: findings.stored,
      lost: findings.lost.length,
      duplicates: findings.duplicated.length,
      staleNewest: findings.stale.length,
      storedUnacknowledged: findings.unacknowledged.length,
      ...more,
      connections,
      acknowledgedP50Ms: latency.p50Ms,
      acknowledgedP99Ms: latency.p99Ms,
      delayP99Ms: delay.p99Ms,
      ...Object.fromEntries(
        Object.entries(fleet.figures().delayByWay).map(([way, { p99Ms }]) => [`delayP99Ms ${way}`, p99Ms]),
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
      unstoredMessages: { is: 0 },
      storedUnacknowledged: { is: 0 },
      crashes: { is: 0 },
      deadLetters: { is: 0 },
      strangers: { is: 0 },
      made: { atLeast: Math.floor(options.locationsPerSecond * options.seconds * 0.95) },
    },
  }
}
