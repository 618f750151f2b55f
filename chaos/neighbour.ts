// One account does its worst, and clients without credentials too, while another account lives normally. The other must
// not notice more than the bounds in docs/proof.md allow, and must lose nothing.

import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../scripts/proof/report.ts'
import { startPostgres } from '../scripts/services/postgres.ts'
import type { FakeGeocoder } from '../server/test/fake-geocoder.ts'
import { openFakeGeocoder, photonAnswer, photonFeature, sendJson } from '../server/test/fake-geocoder.ts'
import { openMailbox } from '../server/test/mailbox.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { createRandom } from '../simulator/src/random.ts'
import { countAside } from './books/books.ts'
import type { Installation } from './installation/installation.ts'
import { installOn } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'
import type { Attackers } from './neighbour/attackers.ts'
import { startAttackers } from './neighbour/attackers.ts'
import { attacks } from './neighbour/attacks/attacks.ts'
import { fleetAttacks } from './neighbour/attacks/fleet.ts'
import { checkLife, countHidden } from './neighbour/checks.ts'
import type { CpuGroups } from './neighbour/cpu-groups.ts'
import { groupProcesses } from './neighbour/cpu-groups.ts'
import type { Life } from './neighbour/life.ts'
import { beginLife, locationsPerSecond, nowMs } from './neighbour/life.ts'
import { prepareOwnAccount } from './neighbour/own-account.ts'
import type { Period } from './neighbour/periods.ts'
import { controlOf, reportOf, tableOfPeriods } from './neighbour/report.ts'
import { readCpuTimes, stolenShare } from './neighbour/stolen-time.ts'
import type { Plan } from './neighbour/waves.ts'
import { planWaves, tableOfCounts } from './neighbour/waves.ts'
import { settingsWithoutFairness } from './neighbour/without-fairness.ts'

export interface NeighbourOptions {
  /** Of all three periods together. */
  seconds: number
  seed: number
  hasFairness: boolean
  /** Names of attacks; by default as many as the time allows. */
  only: string[] | undefined
}

const trackers = 150
const forgedTrackers = 5
const attackerTrackers = 40
/** Below this there is no time for every kind of attack. */
const shortSeconds = 120
/** Below this there is no time for more than eight attacks. */
const minSecondsForAll = 45
/** An SMTP server takes a moment for each message. */
const mailMs = 10
/** Just in time: a geocoder that is late is not asked any more. */
const geocoderMs = 700

export async function neighbour(options: NeighbourOptions, log: (line: string) => void): Promise<Report> {
  const isShort = options.seconds < shortSeconds
  const { quietSeconds, attackSeconds, recoverySeconds } = periodsOf(options.seconds)
  // A short run has no attack on places, which the thin ones are for.
  const sizes = isShort
    ? { corridors: 10, thinCorridors: 0, historyCalls: 10, plans: 10 }
    : { corridors: 25, thinCorridors: 4, historyCalls: 40, plans: 100 }
  // Those of the fleet need more roles than two processors start beside the others in a short run.
  const ofRun = isShort ? attacks.filter((attack) => !fleetAttacks.includes(attack)) : attacks
  const names = options.only ?? ofRun.map(({ name }) => name)
  const plan = planWaves(names, attackSeconds, createRandom(options.seed))
  log(`seed ${options.seed}, ${options.hasFairness ? 'with' : 'WITHOUT'} fairness`)
  const startedAtMs = nowMs()
  const mailbox = await openMailbox()
  mailbox.slowMs = mailMs
  const geocoder = await openSlowGeocoder()
  let installation: Installation | undefined
  let attackers: Attackers | undefined
  let groups: CpuGroups | undefined
  let life: Life | undefined
  let forged: ReturnType<typeof createTrackers> | undefined
  try {
    installation = await installFor(
      options,
      plan,
      { smtpUrl: mailbox.url, geocoderUrl: geocoder.url },
      isShort,
    )
    const elapsed = () => `${((nowMs() - startedAtMs) / 1_000).toFixed(1)} s`
    log(`installed after ${elapsed()}`)
    const own = await prepareOwnAccount(installation, imeisOf('35630706', attackerTrackers), sizes)
    log(`attacker prepared after ${elapsed()}`)
    const third = await installation.addAccount('third@example.com')
    const forgedIdentifiers = imeisOf('35630705', forgedTrackers)
    await third.register(forgedIdentifiers)
    const identifiers = imeisOf('35630704', trackers)
    attackers = await startAttackers(
      {
        apiUrl: installation.apiUrl,
        ingestUrl: installation.ingestUrl,
        gatewayPort: installation.gatewayPort,
        own,
        neighbour: { userName: installation.owner.userName, identifiers },
        forgedIdentifiers,
      },
      [...new Set(plan.waves.flat())],
    )
    groups = groupProcesses(installation, attackers.pids, options)
    if (!groups.isGrouped) log('without control groups: other programs disturb the measurement')
    life = await beginLife(installation, mailbox, { identifiers, ...options })
    forged = createTrackers(installation, {
      identifiers: forgedIdentifiers,
      variants: ['teltonika'],
      locationsPerSecond: forgedTrackers,
      seed: options.seed,
    })
    forged.start()
    log(
      `${trackers} trackers, ${locationsPerSecond} locations/s, after ${elapsed()}; quiet for ${quietSeconds} s`,
    )
    const cpuBefore = readCpuTimes()
    const quiet = await during('quiet', () => sleep(quietSeconds * 1_000))
    const cpuBetween = readCpuTimes()
    const cursor = await life.readCursor()
    const { waves, attackersCpuShare } = await attackInWaves(attackers, plan)
    const cpuAfter = readCpuTimes()
    const recovery = await during('recovery', () => sleep(recoverySeconds * 1_000))
    const { counts } = await attackers.report()
    attackers.stop()
    log(`attacked and recovered after ${elapsed()}`)
    await life.stopReading()
    for (const fleet of [life.fleet, forged]) fleet.stopReporting()
    const isSent = await life.fleet.drained(isShort ? 5_000 : 30_000)
    await forged.drained(5_000)
    log(`sent after ${elapsed()}`)
    const checks = await checkLife(installation, life, isShort ? 10_000 : 60_000)
    log(`checked after ${elapsed()}`)
    const attack = { name: 'attack', fromMs: waves[0]!.fromMs, toMs: waves.at(-1)!.toMs }
    const findings = { life, checks, quiet, attack, recovery }
    log(`\n${tableOfCounts(counts)}\n`)
    log(`${tableOfPeriods(findings, [quiet, ...waves, recovery])}\n`)
    for (const [status, times] of life.refusals) log(`  ${times} × ${status} for the neighbour`)
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning.slice(0, 200)}`)
    const bounds = {
      minAttacks: options.only?.length ?? (options.seconds < minSecondsForAll ? 8 : 15),
      isControl: !options.hasFairness,
    }
    const report = reportOf(findings, bounds, {
      seed: options.seed,
      seconds: options.seconds,
      attacks: counts.size,
      attackCalls: [...counts.values()].reduce((sum, { made }) => sum + made, 0),
      attackersCpuShare,
      quietStolenShare: stolenShare(cpuBefore, cpuBetween),
      attackStolenShare: stolenShare(cpuBetween, cpuAfter),
      unsent: isSent ? 0 : life.fleet.statistics().unacknowledged,
      cursorsLost: (await life.hasEventsAfter(cursor)) ? 0 : 1,
      hiddenByForgery: await countHidden(installation, forged.acknowledged()),
      quarantined: (await countAside(installation)).unknownDevices,
      crashes: installation.crashes(),
    })
    return options.hasFairness ? report : controlOf(report)
  } finally {
    attackers?.stop()
    life?.stop()
    forged?.stop()
    await installation?.remove()
    await groups?.remove()
    await Promise.all([mailbox.close(), geocoder.close()])
  }
}

function periodsOf(seconds: number) {
  const quietSeconds = Math.round(seconds * 0.25)
  const recoverySeconds = Math.round(seconds * 0.1)
  return { quietSeconds, recoverySeconds, attackSeconds: seconds - quietSeconds - recoverySeconds }
}

/** The logs are so small that the attacks can fill them in one wave, as days would fill large ones. */
function installFor(
  { hasFairness }: NeighbourOptions,
  { waves, waveSeconds }: Plan,
  { smtpUrl, geocoderUrl }: { smtpUrl: string; geocoderUrl: string },
  isShort: boolean,
): Promise<Installation> {
  const settings = { shared_buffers: '256MB', track_commit_timestamp: 'on' }
  const hasFleet = fleetAttacks.some(({ name }) => waves.flat().includes(name))
  return installOn((dir) => startPostgres({ dir, settings }), {
    processes: {
      ...{ gateway: 'gateway', recorder: 'recorder', notifier: 'notifier', api: 'api' },
      // Only where an attack is on them: a short run has no processor for more.
      ...(hasFleet && { trips: 'trips', reporter: 'reporter' }),
    },
    settings: {
      RASTRO_SMTP_URL: smtpUrl,
      RASTRO_MAIL_FROM: 'alerts@rastro.example',
      RASTRO_ACCOUNT_EMAILS_PER_DAY: '1000000',
      RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      RASTRO_GEOCODER_KIND: 'photon',
      RASTRO_GEOCODER_URL: geocoderUrl,
      RASTRO_GEOCODER_ALLOWED_NETWORKS: '127.0.0.0/8',
      RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
      RASTRO_LOCATION_LOG_MAX_MB: String(Math.max(32, Math.round(3 * waveSeconds))),
      RASTRO_EVENT_LOG_MAX_MB: isShort ? '16' : '64',
      // The default: attackers have addresses of their own.
      RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '12000',
      // Loopback addresses have no limit by default; here each stands for a client on the internet.
      RASTRO_GATEWAY_SHARED_NETWORKS: '192.168.0.0/16',
      ...(!hasFairness && settingsWithoutFairness),
    },
  })
}

async function openSlowGeocoder(): Promise<FakeGeocoder> {
  const geocoder = await openFakeGeocoder()
  geocoder.behaviour = (response, { query }) => {
    const at = { latitude: Number(query.get('lat')), longitude: Number(query.get('lon')) }
    setTimeout(() => sendJson(response, photonAnswer([photonFeature(at)])), geocoderMs)
  }
  return geocoder
}

async function attackInWaves(attackers: Attackers, { waves, waveSeconds }: Plan) {
  const cpuBefore = (await attackers.report()).cpuSeconds
  const periods: Period[] = []
  for (const wave of waves) {
    const period = await during(wave.join(', '), async () => {
      await attackers.attack(wave)
      await sleep(waveSeconds * 1_000)
    })
    periods.push(period)
  }
  await attackers.rest()
  const cpuSeconds = (await attackers.report()).cpuSeconds - cpuBefore
  const seconds = (periods.at(-1)!.toMs - periods[0]!.fromMs) / 1_000
  return { waves: periods, attackersCpuShare: cpuSeconds / seconds / availableParallelism() }
}

async function during(name: string, work: () => Promise<unknown>): Promise<Period> {
  const fromMs = nowMs()
  await work()
  return { name, fromMs, toMs: nowMs() }
}
