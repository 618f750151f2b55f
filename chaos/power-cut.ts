// The machine of PostgreSQL and NATS loses its power repeatedly while trackers report. Every acknowledged location
// must be stored in the end. As a control, the same run with NATS's default settings must lose some.

import type { Figures, Report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { createRandom } from '../simulator/src/random.ts'
import { checkAcknowledged, checkFleets, countAside } from './books/books.ts'
import { wrongAlertsOf } from './books/figures.ts'
import { checkRules, makeRules } from './books/rules.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import { makeScratch } from './installation/scratch.ts'
import { createTrackers } from './installation/trackers.ts'
import { startChanges } from './power-cut/changes.ts'
import type { CyclePlan, Loss, Return, Site } from './power-cut/cycle.ts'
import { awaitTrackers, losePower, planCycle, regainPower } from './power-cut/cycle.ts'
import type { Sync, Workshop } from './power-cut/guest.ts'
import { createGuest, openWorkshop } from './power-cut/guest.ts'
import { checkSoundness } from './power-cut/soundness.ts'

export interface PowerCutOptions {
  cycles: number
  seed: number
  devices: number
  locationsPerSecond: number
}

type Log = (line: string) => void

const drainWithinMs = 180_000
/** Losses show at once; waiting longer brings nothing back. */
const controlDrainWithinMs = 15_000

export async function powerCut(options: PowerCutOptions, print: Log): Promise<Report> {
  const began = performance.now()
  const secondsSince = () => (performance.now() - began) / 1_000
  const log = (line: string) => print(`${secondsSince().toFixed(1).padStart(6)} s  ${line}`)
  const scratch = makeScratch('rastro-power-cut')
  const undo: (() => unknown)[] = [scratch.remove]
  try {
    log(`seed ${options.seed}: ${options.devices} trackers, ${options.locationsPerSecond} locations/s`)
    const installation = await install({
      processes: { gateway: 'gateway', recorder: 'recorder', api: 'api' },
      settings: {
        // An emulated processor needs a second for the first statement of each connection.
        RASTRO_DATABASE_POOL_SIZE: '4',
        // Enough for all cycles, and so little that NATS writes small files and starts new ones under load.
        RASTRO_LOCATION_LOG_MAX_MB: String(Math.max(24, options.cycles)),
      },
    })
    undo.push(installation.remove)
    log('installed')
    const identifiers = imeisOf('35630704', options.devices)
    await installation.register(identifiers)
    await makeRules(installation)
    await killProcesses(installation)
    for (const service of [installation.postgres, ...installation.nats]) await service.stop()
    const workshop = await openWorkshop(scratch.dir, installation, log)
    log('the machine is ready')

    const inSite = <T>(sync: Sync, work: (site: Site) => Promise<T>) =>
      withSite(workshop, installation, sync, options, identifiers, work)
    const control = await inSite('default', (site) => runControl(site, log))
    const proof = await inSite('recommended', (site) => runCycles(site, options.cycles, log))
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning}`)
    const crashes = installation.crashes()
    return toReport(options, { ...proof, crashes, ...control, seconds: Math.round(secondsSince()) })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** A new machine, with trackers that have never connected to another. */
async function withSite<T>(
  workshop: Workshop,
  installation: Installation,
  sync: Sync,
  { seed, locationsPerSecond }: PowerCutOptions,
  identifiers: string[],
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const guest = await createGuest(workshop, installation, sync)
  const fleet = createTrackers(installation, { identifiers, locationsPerSecond, seed, sosEvery: 50 })
  try {
    await guest.powerOn()
    await Promise.all([...installation.roles.values()].map((role) => role.start()))
    const site = { installation, guest, fleet, random: createRandom(seed) }
    fleet.start()
    await awaitTrackers(site, 0)
    return await work(site)
  } finally {
    fleet.stop()
    await killProcesses(installation)
    await guest.remove()
  }
}

async function runControl(site: Site, log: Log): Promise<Figures> {
  const { installation, guest, fleet } = site
  const plan: CyclePlan = {
    loadMs: 10_000,
    storesNothingMs: 8_000,
    work: 'nothing',
    killsProcesses: true,
    offMs: 0,
  }
  const syncsAlways = await guest.syncsAlways()
  const loss = await losePower(site, plan)
  const acknowledgedTimes = fleet.acknowledged()
  fleet.stop()
  const back = await regainPower(site, plan)
  await installation.isDrained(controlDrainWithinMs)
  const { acknowledged, lost } = await checkAcknowledged(installation, acknowledgedTimes)
  log(`control, NATS with its default settings: ${wordsOf(plan, loss, back)}; lost ${lost.length}`)
  return { controlSyncsAlways: syncsAlways, controlAcknowledged: acknowledged, controlLost: lost.length }
}

async function runCycles(site: Site, count: number, log: Log): Promise<Figures> {
  const { installation, guest, fleet, random } = site
  const syncsAlways = await guest.syncsAlways()
  const changes = startChanges(installation)
  const cycles: (Loss & Return & { trackersBack: number })[] = []
  for (let number = 1; number <= count; number += 1) {
    const plan = planCycle(random, number)
    const loss = await losePower(site, plan)
    const before = fleet.statistics().acknowledged
    const began = performance.now()
    const back = await regainPower(site, plan)
    await awaitTrackers(site, before)
    const trackersBack = (performance.now() - began - plan.offMs) / 1_000
    cycles.push({ ...loss, ...back, trackersBack })
    log(
      `cycle ${String(number).padStart(2)}: ${wordsOf(plan, loss, back)}, trackers ${trackersBack.toFixed(1)} s`,
    )
  }
  fleet.stopReporting()
  log('no more cuts; the trackers send their backlog')
  const isSent = await fleet.drained(drainWithinMs)
  const isStored = await installation.isDrained(drainWithinMs)
  log('everything is sent and stored; checking the data')
  const changed = await changes.finish()
  const findings = await checkFleets(installation, [fleet])
  for (const { identifier, fixedAtMs } of findings.lost.slice(0, 10)) {
    log(`  lost: ${identifier} ${new Date(fixedAtMs).toISOString()}`)
  }
  const alerts = await checkRules(installation)
  for (const line of wrongAlertsOf(alerts)) log(line)
  return {
    cycles: cycles.length,
    acknowledged: findings.acknowledged,
    acknowledgedBeforeCuts: sumOf(cycles.map(({ acknowledged }) => acknowledged)),
    leastBeforeCut: Math.min(...cycles.map(({ acknowledged }) => acknowledged)),
    messagesOnlyInLog: sumOf(cycles.map(({ onlyInLog }) => onlyInLog)),
    stored: findings.stored,
    lost: findings.lost.length,
    duplicates: findings.duplicated.length,
    staleNewest: findings.stale.length,
    unsent: isSent ? 0 : fleet.statistics().unacknowledged,
    unstoredMessages: isStored ? 0 : await installation.pending(),
    ...(await countAside(installation)),
    ...changed,
    alertsExpected: alerts.expected,
    alertsMissing: alerts.missing.length,
    alertsExtra: alerts.extra.length,
    ...(await checkSoundness(installation, log)),
    syncsAlways,
    ...spreadOf(
      'natsBackSeconds',
      cycles.map(({ nats }) => nats),
    ),
    ...spreadOf(
      'postgresBackSeconds',
      cycles.map(({ postgres }) => postgres),
    ),
    ...spreadOf(
      'heardAgainSeconds',
      cycles.map(({ trackersBack }) => trackersBack),
    ),
    ...guest.diskStatistics(),
  }
}

function toReport({ seed, cycles, devices }: PowerCutOptions, figures: Figures): Report {
  return {
    figures: { seed, trackers: devices, ...figures },
    targets: {
      cycles: { is: cycles },
      leastBeforeCut: { atLeast: 1 },
      messagesOnlyInLog: { atLeast: 1 },
      lost: { is: 0 },
      duplicates: { is: 0 },
      staleNewest: { is: 0 },
      unsent: { is: 0 },
      unstoredMessages: { is: 0 },
      deadLetters: { is: 0 },
      unknownDevices: { is: 0 },
      changes: { atLeast: cycles },
      changesLost: { is: 0 },
      alertsExpected: { atLeast: 1 },
      alertsMissing: { is: 0 },
      alertsExtra: { is: 0 },
      corruptions: { is: 0 },
      checksumFailures: { is: 0 },
      hasChecksums: { is: true },
      syncsAlways: { is: true },
      crashes: { is: 0 },
      controlSyncsAlways: { is: false },
      controlLost: { atLeast: 1 },
    },
  }
}

function wordsOf(plan: CyclePlan, { acknowledged, onlyInLog }: Loss, { nats, postgres }: Return): string {
  const how = [
    plan.storesNothingMs > 0 && 'nothing stored before',
    plan.work !== 'nothing' && `in a ${plan.work}`,
    plan.killsProcesses && 'processes killed too',
  ].filter(Boolean)
  const cut = `cut after ${(plan.loadMs / 1_000).toFixed(1)} s${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  const back = `NATS back after ${nats.toFixed(1)} s, PostgreSQL ${postgres.toFixed(1)} s`
  return `${cut}: ${acknowledged} acknowledged, ${onlyInLog} messages only in the log; ${back}`
}

async function killProcesses({ roles }: Installation): Promise<void> {
  await Promise.all([...roles.values()].map((role) => role.kill()))
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function spreadOf(name: string, values: number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other)
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    [`${name}Median`]: round(sorted[Math.floor(sorted.length / 2)]!),
    [`${name}Most`]: round(sorted.at(-1)!),
  }
}
