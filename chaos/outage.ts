// A minute without PostgreSQL. Trackers must not notice, reads fail cleanly, and nothing may be missing afterwards.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../scripts/proof/report.ts'
import type { Fleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { checkFleets, countAside } from './books/books.ts'
import { figuresOf } from './books/figures.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'

export interface OutageOptions {
  seconds: number
  seed: number
  locationsPerSecond: number
  /** Killed, it refuses connections; paused, it accepts them and never answers. */
  how: 'kill' | 'pause'
}

const recoverWithinSeconds = 30
const unknownCount = 40
const drainWithinMs = 90_000

export async function outage(options: OutageOptions, log: (line: string) => void): Promise<Report> {
  const installation = await install({
    processes: { gateway: 'gateway', recorder: 'recorder', api: 'api' },
  })
  const imeis = imeisOf('35630704', 640)
  const [connected, newcomers, unknown] = [imeis.slice(0, 400), imeis.slice(400, 600), imeis.slice(600)]
  await installation.register([...connected, ...newcomers])
  const fleetOf = (identifiers: string[], locationsPerSecond: number) =>
    createTrackers(installation, { identifiers, locationsPerSecond, seed: options.seed })
  const { locationsPerSecond: rate } = options
  const fleets = {
    connected: fleetOf(connected, rate * 0.7),
    newcomers: fleetOf(newcomers, rate * 0.26),
    unknown: fleetOf(unknown, rate * 0.04),
  }
  try {
    const client = await createClient(installation)
    fleets.connected.start()
    await sleep(8_000)
    await client.report('before')

    const { postgres } = installation
    log(options.how === 'kill' ? 'PostgreSQL is killed' : 'PostgreSQL is paused')
    fleets.connected.watchSilence()
    await (options.how === 'kill' ? postgres.kill() : postgres.pause())
    const goneAtMs = performance.now()
    await sleep(1_000)
    fleets.newcomers.start()
    fleets.unknown.start()
    while (performance.now() - goneAtMs < options.seconds * 1_000) {
      await client.report('during')
      await client.read()
      await sleep(500)
    }
    const during = {
      connectedSilenceMs: fleets.connected.statistics().longestSilenceMs,
      newcomersUnreceived: countUnacknowledgedTrackers(fleets.newcomers),
      newcomersDelayP99Ms: fleets.newcomers.statistics().delay.p99Ms,
      unknownDevicesUnreceived: countUnacknowledgedTrackers(fleets.unknown),
    }
    fleets.unknown.stopReporting()
    const restartSeconds = await restartGateway(installation, fleets.connected)
    log(`a restarted gateway acknowledges again after ${restartSeconds} s`)

    const acknowledged = countAcknowledged([fleets.connected, fleets.newcomers])
    await (options.how === 'kill' ? postgres.start() : postgres.resume())
    const backAt = Date.now()
    log(`PostgreSQL is back; ${acknowledged} locations were acknowledged by then`)
    const recoverySeconds = await timeUntilStored(installation, acknowledged, backAt)
    log(`all of them are stored after ${recoverySeconds} s`)

    for (const fleet of [fleets.connected, fleets.newcomers]) fleet.stopReporting()
    const isSent =
      (await fleets.connected.drained(drainWithinMs)) && (await fleets.newcomers.drained(drainWithinMs))
    fleets.unknown.stop()
    const isStored = await installation.isDrained(drainWithinMs)
    const findings = await checkFleets(installation, [fleets.connected, fleets.newcomers])
    const aside = await countAside(installation)
    for (const warning of installation.warnings().slice(0, 15)) log(`  ${warning}`)
    return {
      figures: {
        seed: options.seed,
        seconds: options.seconds,
        how: options.how,
        locationsPerSecond: rate,
        ...figuresOf(findings),
        ...during,
        unknownDevicesInQuarantine: aside.unknownDevices,
        deadLetters: aside.deadLetters,
        reportsDuring: client.statuses('during').join(' '),
        reportsLost: await client.countLost(),
        readsDuring: client.statuses('read').join(' '),
        slowestReadMs: Math.round(client.slowestReadMs()),
        recoverySeconds,
        restartSeconds,
        unsent: isSent ? 0 : 1,
        unstoredMessages: isStored ? 0 : await installation.pending(),
        crashes: installation.crashes(),
        connectedP99Ms: fleets.connected.statistics().latency.p99Ms,
        connectedDelayP99Ms: fleets.connected.statistics().delay.p99Ms,
      },
      targets: {
        lost: { is: 0 },
        duplicates: { is: 0 },
        staleNewest: { is: 0 },
        connectedSilenceMs: { atMost: 5_000 },
        newcomersUnreceived: { is: 0 },
        newcomersDelayP99Ms: { atMost: 10_000 },
        // None of them is registered, so none may reach the log.
        unknownDevicesUnreceived: { is: unknownCount },
        unknownDevicesInQuarantine: { atMost: unknownCount },
        deadLetters: { is: 0 },
        reportsDuring: { is: '202' },
        reportsLost: { is: 0 },
        readsDuring: { is: '503' },
        slowestReadMs: { atMost: options.how === 'kill' ? 5_000 : 15_000 },
        recoverySeconds: { atMost: recoverWithinSeconds },
        restartSeconds: { atMost: 20 },
        unsent: { is: 0 },
        unstoredMessages: { is: 0 },
        crashes: { is: 0 },
      },
    }
  } finally {
    for (const fleet of Object.values(fleets)) fleet.stop()
    await installation.remove()
  }
}

/** Still without PostgreSQL: the new process has never seen the directory. */
async function restartGateway({ roles }: Installation, fleet: Fleet): Promise<number> {
  const beganAtMs = performance.now()
  const gateway = roles.get('gateway')!
  await gateway.kill()
  const before = countOverTcp(fleet)
  await gateway.start()
  while (countOverTcp(fleet) <= before && performance.now() - beganAtMs < 60_000) await sleep(100)
  return Math.round((performance.now() - beganAtMs) / 100) / 10
}

function countOverTcp(fleet: Fleet): number {
  return fleet.statistics().delayByVariant.teltonika!.count
}

function countAcknowledged(fleets: Fleet[]): number {
  return fleets.reduce((sum, fleet) => sum + fleet.statistics().acknowledged, 0)
}

function countUnacknowledgedTrackers(fleet: Fleet): number {
  return [...fleet.acknowledged().values()].filter((times) => times.size === 0).length
}

async function timeUntilStored(installation: Installation, count: number, backAt: number): Promise<number> {
  for (;;) {
    const [row] = await installation.query<{ count: number }>(
      'select count(*)::int as count from locations where received_at <= to_timestamp($1 / 1000.0)',
      [backAt],
    )
    const seconds = Math.round((Date.now() - backAt) / 100) / 10
    if (row!.count >= count || seconds > recoverWithinSeconds * 4) return seconds
    await sleep(200)
  }
}

/** A client that reports and reads with a token it has used before. */
async function createClient({ apiUrl, owner, query }: Installation) {
  const statuses = new Map<string, Set<number>>()
  const reported: string[] = []
  let slowestReadMs = 0
  let authorization = ''

  async function call(kind: string, method: string, path: string, body?: object, headers: object = {}) {
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    statuses.set(kind, (statuses.get(kind) ?? new Set()).add(answer.status))
    // biome-ignore lint/suspicious/noExplicitAny: the response of the API.
    return (await answer.json()) as any
  }

  const { token } = await call('token', 'POST', '/api/Auth/Token', { ...owner })
  authorization = `Bearer ${token}`
  const { device } = await call('device', 'POST', '/api/devices', { name: 'Phone' })
  const path = `/api/devices/${device.id}`

  return {
    async report(kind: string) {
      for (const headers of [{}, { prefer: 'respond-async' }]) {
        const dateTime = new Date().toISOString()
        await call(kind, 'POST', `${path}/locations`, { dateTime, latitude: 41, longitude: 2 }, headers)
        reported.push(dateTime)
      }
    },
    async read() {
      for (const what of ['/api/lastLocations', `${path}/lastLocation`, '/api/devices']) {
        const beganAtMs = performance.now()
        await call('read', 'GET', what)
        slowestReadMs = Math.max(slowestReadMs, performance.now() - beganAtMs)
      }
    },
    statuses: (kind: string) => [...(statuses.get(kind) ?? [])],
    slowestReadMs: () => slowestReadMs,
    async countLost() {
      const rows = await query<{ at: Date }>(
        'select l.fixed_at as at from locations l join devices d on d.number = l.device_number where d.id = $1',
        [device.id],
      )
      const stored = new Set(rows.map(({ at }) => at.toISOString()))
      return reported.filter((dateTime) => !stored.has(dateTime)).length
    },
  }
}
