import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFullLane } from '../../scripts/lane.ts'
import type { MadeAccount } from '../../server/test/make.ts'
import type { ServerProcess } from '../../server/test/processes.ts'
import { spawnServer } from '../../server/test/processes.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { StreamQuery, StreamState } from '../src/index.ts'
import { createClient, RastroError } from '../src/index.ts'

let world: World
let account: MadeAccount
let server: ServerProcess
let recorder: ServerProcess
/** Resolves to the address of the newest process, as a load balancer would. */
const fetchNewest = (url: string, init?: RequestInit) => fetch(`${server.url}${url}`, init)

beforeAll(async () => {
  world = await openWorld({ RASTRO_EVENT_LOG_MAX_MB: '64' })
  account = await world.make.account({ licenses: 100 })
  server = await spawnServer(world.env)
  recorder = await spawnServer(world.env, ['recorder'])
})
afterAll(async () => {
  await Promise.all([server.stop(), recorder.stop()])
  await world.close()
})

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
})

interface Followed {
  ids: string[]
  data: unknown[]
  states: StreamState[]
  error: unknown
  isOver: boolean
  end: AbortController
}

function follow(query: StreamQuery = { kinds: ['location'] }, fetch = fetchNewest): Followed {
  const end = new AbortController()
  ends.push(end)
  const followed: Followed = { ids: [], data: [], states: [], error: undefined, isOver: false, end }
  const rastro = createClient({ url: '', token: () => account.token, fetch })
  const listen = async () => {
    const settings = { signal: end.signal, onState: (state: StreamState) => followed.states.push(state) }
    for await (const { id, data } of rastro.stream(query, settings)) {
      followed.ids.push(id)
      followed.data.push(data)
    }
  }
  listen()
    .catch((error) => {
      followed.error = error
    })
    .finally(() => {
      followed.isOver = true
    })
  return followed
}

let seconds = 0
async function report(deviceId: string): Promise<string> {
  seconds += 1
  const dateTime = new Date(Date.now() - 3_600_000 + seconds * 1_000).toISOString()
  const body = { dateTime, latitude: 41.5, longitude: 2.1, speed: 5 }
  const path = `/api/devices/${deviceId}/locations`
  expect((await world.call('POST', path, { token: account.token, body })).status).toBe(201)
  return dateTime
}

const timesOf = ({ data }: Followed) =>
  data.map((one) => (one as { data: { dateTime: string } }).data.dateTime)

test('survives two restarts of the server without a gap or a duplicate', async () => {
  const device = await world.make.device(account)
  const followed = follow()
  await expect.poll(() => followed.states).toEqual(['live'])
  const reported: string[] = []
  for (const end of ['stop', 'kill'] as const) {
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await server[end]()
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await sleep(1_000)
    server = await spawnServer(world.env)
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await expect.poll(() => timesOf(followed).length).toBeGreaterThanOrEqual(reported.length)
  }
  expect(timesOf(followed)).toEqual(reported)
  expect(new Set(followed.ids).size).toBe(followed.ids.length)
  expect(followed.states.filter((state) => state === 'live')).toHaveLength(3)
  expect(followed.states[1]).toBe('reconnecting')
})

const killCount = isFullLane ? 4 : 2

/** A server that starts beside other tests takes ten seconds. */
test(`survives ${killCount} kill -9 of the server under load: every event once, in the order of its device`, async () => {
  const devices = await Promise.all(Array.from({ length: 3 }, () => world.make.device(account)))
  const reported = new Map<string, string[]>(devices.map(({ id }) => [id, []]))
  const followed = follow({ kinds: ['location'], devices: devices.map(({ id }) => id) })
  await expect.poll(() => followed.states).toEqual(['live'])
  let isOver = false
  const reporting = (async () => {
    while (!isOver) {
      for (const { id } of devices) reported.get(id)!.push(await report(id))
      await sleep(50)
    }
  })()
  for (let kills = 0; kills < killCount; kills += 1) {
    await sleep(400)
    await server.kill()
    server = await spawnServer(world.env)
    const before = followed.ids.length
    await expect.poll(() => followed.ids.length).toBeGreaterThan(before)
  }
  isOver = true
  await reporting
  const count = [...reported.values()].flat().length
  await expect.poll(() => followed.ids.length).toBeGreaterThanOrEqual(count)

  const events = followed.data as { id: string; deviceId: string; data: { dateTime: string } }[]
  const byDevice = Map.groupBy(events, ({ deviceId }) => deviceId)
  for (const { id } of devices) {
    expect(byDevice.get(id)?.map(({ data }) => data.dateTime)).toEqual(reported.get(id))
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(count)
  expect(new Set(followed.ids).size).toBe(count)
  expect(followed.states.filter((state) => state === 'live')).toHaveLength(killCount + 1)
  process.stdout.write(`${count} events over ${killCount} kills, each received once\n`)
}, 180_000)

test('throws for a cursor that is older than the log', async () => {
  const old = Buffer.from(`e1.5.0.${Date.parse('2026-11-01T00:00:00Z').toString(36)}`).toString('base64url')
  const followed = follow({ after: old })
  await expect.poll(() => followed.error).toBeInstanceOf(RastroError)
  expect(followed.error).toMatchObject({ status: 410, code: 'events.too_old' })
  expect((followed.error as RastroError).message).toContain('2026-11-01T00:00:00.000Z')
})

test('a thinned stream delivers the last location of each device despite many cuts, without duplicates', async () => {
  const devices = await Promise.all(Array.from({ length: 4 }, () => world.make.device(account)))
  const cuts = new Set<() => void>()
  const fetchCuttable = (url: string, init: RequestInit = {}) => {
    const cut = new AbortController()
    cuts.add(() => cut.abort())
    return fetchNewest(url, { ...init, signal: AbortSignal.any([init.signal!, cut.signal]) })
  }
  const query = { devices: devices.map(({ id }) => id), kinds: ['location' as const], everySeconds: 2 }
  const followed = follow(query, fetchCuttable)
  await expect.poll(() => followed.states).toEqual(['live'])
  const last = new Map<string, string>()
  const rounds = 24
  for (let round = 1; round <= rounds; round += 1) {
    for (const { id } of devices) last.set(id, await report(id))
    await sleep(150)
    if (round % 6 !== 0) continue
    const connections = cuts.size
    for (const cut of cuts) cut()
    await expect.poll(() => cuts.size).toBeGreaterThan(connections)
  }
  const lastReceived = () => {
    const events = followed.data as { deviceId: string; data: { dateTime: string } }[]
    return new Map(events.map(({ deviceId, data }) => [deviceId, data.dateTime]))
  }
  await expect.poll(lastReceived).toEqual(last)
  expect(cuts.size).toBeGreaterThan(4)
  expect(new Set(followed.ids).size).toBe(followed.ids.length)
  expect(followed.ids.length).toBeLessThan(rounds * devices.length)
})

test('ends when the caller aborts it, and closes the connection', async () => {
  let connectionSignal: AbortSignal | undefined
  const followed = follow({}, (url, init) => {
    connectionSignal = init?.signal ?? undefined
    return fetchNewest(url, init)
  })
  await expect.poll(() => followed.states).toEqual(['live'])
  followed.end.abort()
  await expect.poll(() => followed.isOver).toBe(true)
  expect(followed.error).toBeUndefined()
  expect(connectionSignal?.aborted).toBe(true)
  expect(followed.states).toEqual(['live'])
})

test('gets a fresh token after a refusal, and throws if that is refused too', async () => {
  const requested: unknown[] = []
  const token = (options?: { fresh?: boolean }) => {
    requested.push(options?.fresh ?? false)
    return 'stale'
  }
  const rastro = createClient({ url: '', token, fetch: fetchNewest })
  await expect(rastro.stream().next()).rejects.toMatchObject({ status: 401, code: 'token.invalid' })
  expect(requested).toEqual([false, true])
})

test('the compact form is an array of values', async () => {
  const device = await world.make.device(account)
  const followed = follow({ form: 'compact', kinds: ['location'], devices: [device.id] })
  await expect.poll(() => followed.states).toEqual(['live'])
  const dateTime = await report(device.id)
  await expect
    .poll(() => followed.data)
    .toEqual([[device.id, Date.parse(dateTime), 41.5, 2.1, 5, null, null, null, 1]])
})
