// An hour at half of the machine's capacity: everything a fleet does, without faults. Whatever grows with time alone,
// memory, file handles, queues, dead rows, would end an installation that runs for years.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from '../bench/harness.ts'
import type { Report } from '../scripts/proof/report.ts'
import { arePortsFree, findFreePort } from '../scripts/services/ports.ts'
import { roles } from '../server/src/roles/roles.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkAcknowledged, countAside } from './books/books.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import type { Clients } from './soak/clients.ts'
import { closeOutside, gather, openOutside } from './soak/clients.ts'
import type { SoakFleetAnswer, SoakFleetJob, SoakFleetOrder } from './soak/fleet.ts'
import { inspectedBy } from './soak/heap.ts'
import type { Series } from './soak/sampler.ts'
import { openSampler } from './soak/sampler.ts'
import { judge } from './soak/verdict.ts'

export interface SoakOptions {
  seconds: number
  seed: number
  devices: number
  /** By default half of the capacity measured in a short run. */
  locationsPerSecond: number | undefined
}

const fleetProcess = fileURLToPath(new URL('./soak/fleet.ts', import.meta.url))
/** All but mqtt, which would need a broker. */
const soakedRoles = roles.filter((role) => role !== 'mqtt')
const watchedDevices = 200
const probeSeconds = 20
/** More than two cores can handle; half of it is at most one location a second per tracker. */
const probedRate = 12_000
const drainWithinMs = 300_000
const reportEverySeconds = 60
const settleMs = 5_000
const heapLooks = 30
const leastHeapEveryMs = 5_000

interface Ports {
  metrics: number
  inspectors: Record<string, number>
}

export async function soak(options: SoakOptions, log: (line: string) => void): Promise<Report> {
  log(`seed ${options.seed}`)
  const outside = await openOutside()
  const ports = await choosePorts()
  let installation: Installation | undefined
  let clients: Clients | undefined
  let fleet: RunningFleet | undefined
  try {
    installation = await install({
      processes: Object.fromEntries(soakedRoles.map((role) => [role, role])),
      own: Object.fromEntries(soakedRoles.map((role) => [role, inspectedBy(ports.inspectors[role]!)])),
      settings: {
        RASTRO_METRICS_PORT: String(ports.metrics),
        RASTRO_SMTP_URL: outside.mailbox.url,
        RASTRO_MAIL_FROM: 'alerts@rastro.example',
        RASTRO_ACCOUNT_EMAILS_PER_DAY: '1000000',
        RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        // Keeps everything sent in an hour in the log.
        RASTRO_LOCATION_LOG_MAX_MB: '16384',
        RASTRO_EVENT_LOG_MAX_MB: '512',
      },
    })
    const identifiers = imeisOf('35630704', options.devices)
    const probeIdentifiers = imeisOf(
      '35630705',
      options.locationsPerSecond === undefined ? options.devices : 0,
    )
    clients = await gather(installation, outside, [...identifiers, ...probeIdentifiers])
    const carried = options.locationsPerSecond
      ? undefined
      : await probe(installation, probeIdentifiers, options.seed)
    if (carried) log(`${carried.perSecond} locations/s is the capacity`)
    const rate = options.locationsPerSecond ?? Math.round(carried!.perSecond / 2)
    log(`${options.devices} trackers, ${rate} locations/s, ${options.seconds} s`)
    const watched = identifiers.slice(0, Math.min(watchedDevices, options.devices >> 1))
    const job = jobOf(installation, watched, identifiers.slice(watched.length), rate, options.seed)
    fleet = startFleet(job)
    await sleep(settleMs)
    clients.beginReading()
    const series = await sample(installation, ports, options.seconds, fleet, clients, log)
    const final = await fleet.query({ kind: 'finish' })
    const isStored = await installation.isDrained(drainWithinMs)
    const counted = await countStored(installation, job.others)
    const findings = await checkAcknowledged(installation, final.acknowledgedTimes!)
    const { read, refusals, received, emails, webhooks } = clients.counts()
    for (const [why, times] of refusals) log(`  ${times} × ${why}`)
    // Inspecting a heap makes a process log it.
    const warnings = installation.warnings().filter((one) => !one.includes('Debugger attached'))
    for (const warning of warnings.slice(0, 15)) log(`  ${warning}`)
    const verdict = judge(series, options.seconds)
    const acknowledgedByOthers = final.acknowledged - findings.acknowledged
    return {
      figures: {
        seed: options.seed,
        seconds: options.seconds,
        cores: availableParallelism(),
        trackers: options.devices,
        ...(carried && { carriedPerSecond: carried.perSecond, ...carried.cpu }),
        locationsPerSecond: rate,
        acknowledged: final.acknowledged,
        lost: acknowledgedByOthers - counted.distinct + findings.lost.length,
        duplicates: counted.stored - counted.distinct + findings.duplicated.length,
        staleNewest: findings.stale.length,
        unsent: final.isDrained ? 0 : final.unacknowledged,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        crashes: installation.crashes(),
        ...(await countAside(installation)),
        acknowledgedP99Ms: final.delayP99Ms,
        answersRead: read,
        answersRefused: refusals.size,
        eventsReceived: received,
        letters: emails,
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
        eventsReceived: { atLeast: 1 },
        letters: { atLeast: 1 },
        webhooks: { atLeast: 1 },
        ...verdict.targets,
      },
    }
  } finally {
    fleet?.stop()
    await clients?.close()
    await installation?.remove()
    await closeOutside(outside)
  }
}

/** Two minutes have as many samples as an hour. */
function sampleEveryMsOf(seconds: number): number {
  return Math.min(15_000, Math.max(1_000, (seconds * 1_000) / 240))
}

async function sample(
  installation: Installation,
  ports: Ports,
  seconds: number,
  fleet: RunningFleet,
  clients: Clients,
  log: (line: string) => void,
): Promise<Series> {
  const sampler = await openSampler(installation, ports)
  try {
    const beganAtMs = performance.now()
    const endsAtMs = beganAtMs + seconds * 1_000
    const everyMs = sampleEveryMsOf(seconds)
    const heapEveryMs = Math.max(leastHeapEveryMs, (seconds * 1_000) / heapLooks)
    let heapsAtMs = beganAtMs
    let reportedAtSeconds = 0
    for (let dueAtMs = beganAtMs; performance.now() < endsAtMs; ) {
      dueAtMs = Math.max(dueAtMs + everyMs, performance.now())
      await sleep(Math.max(0, dueAtMs - performance.now()))
      await sampler.look()
      if (performance.now() - heapsAtMs >= heapEveryMs) {
        heapsAtMs = performance.now()
        await sampler.lookAtHeaps()
      }
      const atSeconds = (performance.now() - beganAtMs) / 1_000
      if (atSeconds - reportedAtSeconds < reportEverySeconds) continue
      reportedAtSeconds = atSeconds
      const { acknowledged, unacknowledged } = await fleet.query({ kind: 'count' })
      const of = (name: string) => Math.round(sampler.series.get(name)?.at(-1)?.value ?? 0)
      const memory = [...installation.roles.keys()].map((role) => `${role} ${of(`${role}: RSS, MB`)} MB`)
      const { emails, webhooks, received } = clients.counts()
      log(
        `${Math.round(atSeconds)} s  ${acknowledged} acknowledged, ${unacknowledged} not; ${memory.join(', ')}; ` +
          `${emails} e-mails, ${webhooks} webhooks, ${received} events`,
      )
    }
    return sampler.series
  } finally {
    await sampler.close()
  }
}

interface Carried {
  perSecond: number
  /** CPU microseconds per location, by process. */
  cpu: Record<string, number>
}

/** The same clients with other trackers that send more than the capacity; measured until everything is stored. */
async function probe(installation: Installation, identifiers: string[], seed: number): Promise<Carried> {
  const fleet = startFleet(jobOf(installation, [], identifiers, probedRate, seed))
  try {
    const startingAtMs = performance.now()
    while ((await fleet.query({ kind: 'count' })).acknowledged === 0) await sleep(100)
    const startupMs = performance.now() - startingAtMs
    const [before, fleetBefore] = [cpuOf(installation), await fleet.query({ kind: 'count' })]
    await sleep(probeSeconds * 1_000)
    const { acknowledged, cpuSeconds: fleetSeconds } = await fleet.query({ kind: 'finish' })
    await installation.isDrained(drainWithinMs)
    const used = Object.entries(cpuOf(installation)).map(
      ([name, used]) => [name, used - before[name]!] as const,
    )
    used.push(['trackers', fleetSeconds - fleetBefore.cpuSeconds])
    const micros = (seconds: number) => (seconds * 1e6) / (acknowledged - fleetBefore.acknowledged)
    return {
      perSecond: Math.round((acknowledged * 1_000) / (performance.now() - startingAtMs - startupMs)),
      cpu: Object.fromEntries(
        used.map(([name, seconds]) => [`at capacity: ${name}, CPU µs a location`, micros(seconds)]),
      ),
    }
  } finally {
    fleet.stop()
  }
}

/** CPU seconds so far. This process is the clients: subscribers, readers, mail server and webhook receiver. */
function cpuOf({ roles, nats, postgres }: Installation): Record<string, number> {
  const { user, system } = process.cpuUsage()
  return {
    ...Object.fromEntries([...roles].map(([name, role]) => [name, cpuSeconds(role.pid()!)])),
    nats: cpuSeconds(nats[0]!.pid()!),
    postgres: cpuSeconds(postgres.pid()!),
    clients: (user + system) / 1e6,
  }
}

function jobOf(
  { gatewayPort, ingestUrl }: Installation,
  watched: string[],
  others: string[],
  locationsPerSecond: number,
  seed: number,
): SoakFleetJob {
  return { watched, others, locationsPerSecond, seed, port: gatewayPort, ingestUrl }
}

interface RunningFleet {
  query(order: SoakFleetOrder): Promise<SoakFleetAnswer>
  stop(): void
}

function startFleet(job: SoakFleetJob): RunningFleet {
  const child = fork(fleetProcess, { serialization: 'advanced' })
  // One request at a time, so that each answer matches its request.
  let last: Promise<unknown> = Promise.resolve()
  const query = (order: SoakFleetOrder): Promise<SoakFleetAnswer> => {
    const answer = last.then(async () => {
      child.send(order)
      const [answer] = (await once(child, 'message')) as [SoakFleetAnswer]
      return answer
    })
    last = answer.catch(() => {})
    return answer
  }
  query({ kind: 'start', job }).catch(() => child.kill())
  return {
    query,
    stop: () => {
      child.kill()
    },
  }
}

async function countStored(
  { query }: Installation,
  identifiers: readonly string[],
): Promise<{ stored: number; distinct: number }> {
  const [row] = await query<{ stored: number; distinct: number }>(
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
