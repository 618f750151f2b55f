// An hour at half of what the machine carries: all that a fleet does, without any accident. Whatever grows with time
// alone, memory, file handles, queues, dead rows, would end an installation that runs for years.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Report } from '../scripts/proof/report.ts'
import { arePortsFree, findFreePort } from '../scripts/services/ports.ts'
import { roles } from '../server/src/roles/roles.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkAcknowledged, countAside } from './books/books.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import type { Company } from './soak/company.ts'
import { closeOutside, gather, openOutside } from './soak/company.ts'
import type { SoakFleetAnswer, SoakFleetJob, SoakFleetOrder } from './soak/fleet.ts'
import { inspectedBy } from './soak/heap.ts'
import type { Series } from './soak/sampler.ts'
import { openSampler } from './soak/sampler.ts'
import { judge } from './soak/verdict.ts'

export interface SoakOptions {
  seconds: number
  seed: number
  devices: number
  /** Without it, half of what a short run carried. */
  locationsPerSecond: number | undefined
}

const fleetProcess = fileURLToPath(new URL('./soak/fleet.ts', import.meta.url))
/** All but mqtt, which would need a broker. */
const soakedRoles = roles.filter((role) => role !== 'mqtt')
const watchedDevices = 200
const probeSeconds = 20
/** More than two cores carry, and more than a location a second from no tracker by half of it. */
const probedRate = 12_000
const drainWithinMs = 300_000
const tellEverySeconds = 60
const settleMs = 5_000
const heapLooks = 30
const leastHeapEveryMs = 5_000

interface Ports {
  metrics: number
  inspectors: Record<string, number>
}

export async function soak(options: SoakOptions, say: (line: string) => void): Promise<Report> {
  say(`seed ${options.seed}`)
  const outside = await openOutside()
  const ports = await choosePorts()
  let installation: Installation | undefined
  let company: Company | undefined
  let fleet: RunningFleet | undefined
  try {
    installation = await install({
      processes: Object.fromEntries(soakedRoles.map((role) => [role, role])),
      own: Object.fromEntries(soakedRoles.map((role) => [role, inspectedBy(ports.inspectors[role]!)])),
      settings: {
        RASTRO_METRICS_PORT: String(ports.metrics),
        RASTRO_SMTP_URL: outside.mailbox.url,
        RASTRO_MAIL_FROM: 'alerts@rastro.example',
        RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        // All that is sent in an hour stays in the log.
        RASTRO_LOG_MAX_MB: '16384',
        RASTRO_EVENTS_MAX_MB: '512',
      },
    })
    const identifiers = imeisOf('35630704', options.devices)
    const strangers = imeisOf('35630705', options.locationsPerSecond === undefined ? options.devices : 0)
    company = await gather(installation, outside, [...identifiers, ...strangers])
    const carried = options.locationsPerSecond
      ? undefined
      : await probe(installation, strangers, options.seed)
    if (carried) say(`${carried} locations/s were carried`)
    const rate = options.locationsPerSecond ?? Math.round(carried! / 2)
    say(`${options.devices} trackers, ${rate} locations/s, ${options.seconds} s`)
    const watched = identifiers.slice(0, Math.min(watchedDevices, options.devices >> 1))
    const job = jobOf(installation, watched, identifiers.slice(watched.length), rate, options.seed)
    fleet = startFleet(job)
    await sleep(settleMs)
    company.beginReading()
    const series = await sample(installation, ports, options.seconds, fleet, company, say)
    const told = await fleet.ask({ say: 'finish' })
    const isStored = await installation.isDrained(drainWithinMs)
    const counted = await countStored(installation, job.others)
    const findings = await checkAcknowledged(installation, told.told!)
    const { read, refusals, heard, letters, webhooks } = company.counts()
    for (const [why, times] of refusals) say(`  ${times} × ${why}`)
    // Looking at a heap makes a process say so.
    const complaints = installation.complaints().filter((one) => !one.includes('Debugger attached'))
    for (const complaint of complaints.slice(0, 15)) say(`  ${complaint}`)
    const verdict = judge(series, options.seconds)
    const acknowledgedByOthers = told.acknowledged - findings.acknowledged
    return {
      figures: {
        seed: options.seed,
        seconds: options.seconds,
        cores: availableParallelism(),
        trackers: options.devices,
        ...(carried && { carriedPerSecond: carried }),
        locationsPerSecond: rate,
        acknowledged: told.acknowledged,
        lost: acknowledgedByOthers - counted.distinct + findings.lost.length,
        duplicates: counted.stored - counted.distinct + findings.duplicated.length,
        staleNewest: findings.stale.length,
        unsent: told.isDrained ? 0 : told.unacknowledged,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        crashes: installation.crashes(),
        ...(await countAside(installation)),
        acknowledgedP99Ms: told.delayP99Ms,
        answersRead: read,
        answersRefused: refusals.size,
        eventsHeard: heard,
        letters,
        webhooks,
        samples: series.get('newest: size, MB')?.length ?? 0,
        ...verdict.figures,
      },
      targets: {
        acknowledged: { atLeast: Math.floor(rate * options.seconds * 0.95) },
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        unsent: { is: 0 },
        unstoredMessages: { is: 0 },
        crashes: { is: 0 },
        deadLetters: { is: 0 },
        answersRead: { atLeast: Math.floor(options.seconds * 4) },
        answersRefused: { is: 0 },
        eventsHeard: { atLeast: 1 },
        letters: { atLeast: 1 },
        webhooks: { atLeast: 1 },
        ...verdict.targets,
      },
    }
  } finally {
    fleet?.stop()
    await company?.close()
    await installation?.remove()
    await closeOutside(outside)
  }
}

/** So that two minutes are sampled as often as an hour. */
function sampleEveryMsOf(seconds: number): number {
  return Math.min(15_000, Math.max(1_000, (seconds * 1_000) / 240))
}

async function sample(
  installation: Installation,
  ports: Ports,
  seconds: number,
  fleet: RunningFleet,
  company: Company,
  say: (line: string) => void,
): Promise<Series> {
  const sampler = await openSampler(installation, ports)
  try {
    const beganAtMs = performance.now()
    const endsAtMs = beganAtMs + seconds * 1_000
    const everyMs = sampleEveryMsOf(seconds)
    const heapEveryMs = Math.max(leastHeapEveryMs, (seconds * 1_000) / heapLooks)
    let heapsAtMs = beganAtMs
    let toldAtSeconds = 0
    for (let dueAtMs = beganAtMs; performance.now() < endsAtMs; ) {
      dueAtMs = Math.max(dueAtMs + everyMs, performance.now())
      await sleep(Math.max(0, dueAtMs - performance.now()))
      await sampler.look()
      if (performance.now() - heapsAtMs >= heapEveryMs) {
        heapsAtMs = performance.now()
        await sampler.lookAtHeaps()
      }
      const atSeconds = (performance.now() - beganAtMs) / 1_000
      if (atSeconds - toldAtSeconds < tellEverySeconds) continue
      toldAtSeconds = atSeconds
      const { acknowledged, unacknowledged } = await fleet.ask({ say: 'count' })
      const of = (name: string) => Math.round(sampler.series.get(name)?.at(-1)?.value ?? 0)
      const memory = [...installation.roles.keys()].map((role) => `${role} ${of(`${role}: RSS, MB`)} MB`)
      const { letters, webhooks, heard } = company.counts()
      say(
        `${Math.round(atSeconds)} s  ${acknowledged} acknowledged, ${unacknowledged} not; ${memory.join(', ')}; ` +
          `${letters} letters, ${webhooks} webhooks, ${heard} events`,
      )
    }
    return sampler.series
  } finally {
    await sampler.close()
  }
}

/** The same company and other trackers, told to send more than can be carried; counted until all of it is stored. */
async function probe(installation: Installation, identifiers: string[], seed: number): Promise<number> {
  const fleet = startFleet(jobOf(installation, [], identifiers, probedRate, seed))
  try {
    const startingAtMs = performance.now()
    while ((await fleet.ask({ say: 'count' })).acknowledged === 0) await sleep(100)
    const startupMs = performance.now() - startingAtMs
    await sleep(probeSeconds * 1_000)
    const { acknowledged } = await fleet.ask({ say: 'finish' })
    await installation.isDrained(drainWithinMs)
    return Math.round((acknowledged * 1_000) / (performance.now() - startingAtMs - startupMs))
  } finally {
    fleet.stop()
  }
}

function jobOf(
  { gatewayPort, apiUrl }: Installation,
  watched: string[],
  others: string[],
  locationsPerSecond: number,
  seed: number,
): SoakFleetJob {
  return { watched, others, locationsPerSecond, seed, port: gatewayPort, ingestUrl: `${apiUrl}/ingest` }
}

interface RunningFleet {
  ask(order: SoakFleetOrder): Promise<SoakFleetAnswer>
  stop(): void
}

function startFleet(job: SoakFleetJob): RunningFleet {
  const child = fork(fleetProcess, { serialization: 'advanced' })
  // One question at a time, so that an answer belongs to it.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (order: SoakFleetOrder): Promise<SoakFleetAnswer> => {
    const answer = last.then(async () => {
      child.send(order)
      const [said] = (await once(child, 'message')) as [SoakFleetAnswer]
      return said
    })
    last = answer.catch(() => {})
    return answer
  }
  void ask({ say: 'start', job })
  return { ask, stop: () => void child.kill() }
}

async function countStored(
  { ask }: Installation,
  identifiers: readonly string[],
): Promise<{ stored: number; distinct: number }> {
  const [row] = await ask<{ stored: number; distinct: number }>(
    `select coalesce(sum(of_device.stored), 0)::float8 as stored, coalesce(sum(of_device.times), 0)::float8 as distinct
     from directory_identifiers i, lateral (
       select count(*) as stored, count(distinct l.fixed_at) as times from locations l
       where l.device_number = i.device_number) of_device
     where i.identifier = any($1)`,
    [identifiers],
  )
  return row!
}

async function choosePorts(): Promise<Ports> {
  const count = roles.length + soakedRoles.length
  for (;;) {
    const metrics = await findFreePort()
    const isFree = await arePortsFree(Array.from({ length: count }, (_, index) => metrics + index))
    if (!isFree) continue
    const inspectors = soakedRoles.map((role, index) => [role, metrics + roles.length + index])
    return { metrics, inspectors: Object.fromEntries(inspectors) }
  }
}
