// 200 clients follow 20 accounts over two api processes, which are killed and disconnected every few seconds. In the
// end each client has received exactly the locations it may see: none is missing, and duplicates have the same id.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../scripts/proof/report.ts'
import { findFreePort } from '../scripts/services/ports.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import type { StreamClient } from '../simulator/src/stream-client.ts'
import { followStream } from '../simulator/src/stream-client.ts'
import { applyFault, basicFaults } from './faults/faults.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import { callApi, getToken } from './installation/rest.ts'
import { createTrackers } from './installation/trackers.ts'

export interface StreamOptions {
  seconds: number
  seed: number
  devices: number
  eventsPerSecond: number
}

const accounts = 20
const clientsPerAccount = 10
const settleWithinMs = 120_000

interface Client {
  /** The devices it may see. */
  deviceIds: ReadonlySet<string>
  /** Event ids by device and time of the received locations. */
  received: Map<string, Set<string>>
  repeats: number
  foreign: number
  listener: StreamClient
}

export async function stream(options: StreamOptions, log: (line: string) => void): Promise<Report> {
  log(`seed ${options.seed}`)
  const secondPort = await findFreePort()
  const installation = await install({
    processes: {
      gateway: 'gateway',
      recorder: 'recorder',
      'recorder-2': 'recorder',
      api: 'api',
      'api-2': 'api',
    },
    own: { 'api-2': { RASTRO_HTTP_PORT: String(secondPort) } },
    settings: { RASTRO_EVENT_LOG_MAX_MB: '1024', RASTRO_REQUESTS_PER_MINUTE: '1000000' },
  })
  const urls = [installation.apiUrl, `http://127.0.0.1:${secondPort}`]
  const random = createRandom(options.seed)
  const identifiers = imeisOf('35630704', options.devices)
  const clients: Client[] = []
  const fleet = createTrackers(installation, {
    identifiers,
    variants: ['teltonika'],
    locationsPerSecond: options.eventsPerSecond,
    seed: options.seed,
  })
  try {
    const perAccount = Math.ceil(options.devices / accounts)
    for (let index = 0; index < accounts; index += 1) {
      const mine = identifiers.slice(index * perAccount, (index + 1) * perAccount)
      clients.push(...(await openClients(installation, urls, random, index, mine)))
    }
    while (clients.some(({ listener }) => listener.connections() === 0)) await sleep(50)
    log(`${clients.length} programs listen; ${options.eventsPerSecond} locations/s for ${options.seconds} s`)
    fleet.start()
    const faults = await injectFaults(installation, clients, random, options.seconds, log)
    log('no more faults')
    fleet.stopReporting()
    const isSent = await fleet.drained(settleWithinMs)
    await installation.isDrained(settleWithinMs)
    const stored = await readStored(installation)
    const findings = await settle(clients, stored)
    for (const warning of installation.warnings().slice(0, 10)) log(`  ${warning}`)
    return {
      figures: {
        seed: options.seed,
        seconds: options.seconds,
        programs: clients.length,
        locations: stored.size,
        ...faults,
        connections: clients.reduce((sum, { listener }) => sum + listener.connections(), 0),
        unsent: isSent ? 0 : fleet.statistics().unacknowledged,
        ...findings,
        crashes: installation.crashes(),
      },
      targets: {
        programs: { is: accounts * clientsPerAccount },
        locations: { atLeast: Math.floor(options.eventsPerSecond * options.seconds * 0.9) },
        kills: { atLeast: 1 },
        cuts: { atLeast: 1 },
        unsent: { is: 0 },
        missing: { is: 0 },
        foreign: { is: 0 },
        twoIds: { is: 0 },
        crashes: { is: 0 },
      },
    }
  } finally {
    fleet.stop()
    for (const { listener } of clients) listener.close()
    await installation.remove()
  }
}

/** Most follow the whole account, some request half of the devices, some may see only half of them. */
async function openClients(
  installation: Installation,
  urls: string[],
  random: Random,
  index: number,
  identifiers: string[],
): Promise<Client[]> {
  const account = await installation.addAccount(`owner-${index}@example.com`)
  await account.register(identifiers)
  const token = await getToken(urls[0]!, account)
  const { devices } = await callApi<{ devices: { id: string }[] }>(urls[0]!, token, 'GET', '/api/devices')
  const ids = devices.map(({ id }) => id)
  const half = ids.filter((_, position) => position % 2 === 0)
  const group = await callApi<{ id: string }>(urls[0]!, token, 'POST', '/api/groups', {
    name: 'Half',
    devices: half,
  })
  const user = await callApi<{ id: string; userName: string }>(urls[0]!, token, 'POST', '/api/users', {
    name: 'Half',
    email: `half-${index}@example.com`,
    country: 'ES',
    timeZone: 'UTC',
    groupIds: [group.id],
  })
  const userToken = await getToken(urls[0]!, { userName: user.userName, apiKey: await account.keyFor(user) })
  const query = `devices=${half.join(',')}`
  return Array.from({ length: clientsPerAccount }, (_, position) => {
    if (position < 6) return openClient(urls, random, token, '', ids)
    return position < 8
      ? openClient(urls, random, token, query, half)
      : openClient(urls, random, userToken, '', half)
  })
}

function openClient(
  urls: string[],
  random: Random,
  token: string,
  query: string,
  deviceIds: string[],
): Client {
  const client: Client = {
    deviceIds: new Set(deviceIds),
    received: new Map(),
    repeats: 0,
    foreign: 0,
    listener: followStream({
      url: () => `${urls[Math.floor(random.next() * urls.length)]}/api/stream?kinds=location&${query}`,
      token: () => token,
      onEvent({ kind, data }) {
        if (kind !== 'location') return
        const { id, deviceId } = data
        if (!client.deviceIds.has(deviceId)) client.foreign += 1
        const key = `${deviceId} ${Date.parse(data.data.dateTime)}`
        const ids = client.received.get(key)
        if (!ids) client.received.set(key, new Set([id]))
        else {
          client.repeats += 1
          ids.add(id)
        }
      },
    }),
  }
  return client
}

async function injectFaults(
  { roles, nats }: Installation,
  clients: Client[],
  random: Random,
  seconds: number,
  log: (line: string) => void,
): Promise<{ kills: number; cuts: number }> {
  const victimOf = (name: string) => basicFaults(roles.get(name) ?? nats[0]!)
  const beganAtMs = performance.now()
  const endsAtMs = beganAtMs + seconds * 1_000
  const counts = { kills: 0, cuts: 0 }
  const running = new Map<string, Promise<void>>()
  while (performance.now() < endsAtMs - 6_000) {
    await sleep(random.between(1_000, 3_000))
    for (const { listener } of clients) {
      if (random.next() > 0.2) continue
      listener.cut()
      counts.cuts += 1
    }
    // The api processes, which the clients connect to, are killed more often than the others.
    const group = random.next() < 0.7 ? ['api', 'api-2'] : ['recorder', 'recorder-2', 'nats']
    const victim = group[Math.floor(random.next() * group.length)]!
    // A victim that is still recovering is skipped.
    if (running.has(victim)) continue
    const fault = { afterMs: 0, victim, kind: 'kill' as const, forMs: random.between(0, 1_500) }
    const at = ((performance.now() - beganAtMs) / 1_000).toFixed(1).padStart(6)
    log(`${at} s  kill ${victim} for ${Math.round(fault.forMs)} ms`)
    counts.kills += 1
    running.set(
      victim,
      applyFault(fault, victimOf(victim), random).finally(() => running.delete(victim)),
    )
  }
  await Promise.all(running.values())
  await sleep(Math.max(0, endsAtMs - performance.now()))
  return counts
}

/** Device and time of each stored location, with the device's public id. */
async function readStored(installation: Installation): Promise<Map<string, string>> {
  const rows = await installation.query<{ id: string; ms: number }>(
    `select d.id, round(extract(epoch from l.fixed_at) * 1000)::float8 as ms
     from locations l join devices d on d.number = l.device_number`,
  )
  return new Map(rows.map(({ id, ms }) => [`${id} ${ms}`, id]))
}

/** Waits until nothing is missing any more, or for the maximum time. */
async function settle(clients: Client[], stored: Map<string, string>) {
  const entitled = clients.map(({ deviceIds }) =>
    [...stored].filter(([, id]) => deviceIds.has(id)).map(([key]) => key),
  )
  const countMissing = () =>
    clients.reduce(
      (sum, { received }, index) => sum + entitled[index]!.filter((key) => !received.has(key)).length,
      0,
    )
  const deadline = performance.now() + settleWithinMs
  while (countMissing() > 0 && performance.now() < deadline) await sleep(500)
  return {
    entitled: entitled.reduce((sum, keys) => sum + keys.length, 0),
    missing: countMissing(),
    foreign: clients.reduce((sum, { foreign }) => sum + foreign, 0),
    repeats: clients.reduce((sum, { repeats }) => sum + repeats, 0),
    twoIds: clients.reduce(
      (sum, { received }) => sum + [...received.values()].filter((ids) => ids.size > 1).length,
      0,
    ),
  }
}
