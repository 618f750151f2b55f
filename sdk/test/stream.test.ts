import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
/** What listens is told of the address that the newest process has, as a balancer would. */
const fetchNewest = (url: string, init?: RequestInit) => fetch(`${server.url}${url}`, init)

beforeAll(async () => {
  world = await openWorld({ RASTRO_EVENTS_MAX_MB: '64' })
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

interface Heard {
  ids: string[]
  data: unknown[]
  states: StreamState[]
  error: unknown
  isOver: boolean
  end: AbortController
}

function follow(query: StreamQuery = { kinds: ['location'] }, fetch = fetchNewest): Heard {
  const end = new AbortController()
  ends.push(end)
  const heard: Heard = { ids: [], data: [], states: [], error: undefined, isOver: false, end }
  const rastro = createClient({ url: '', token: () => account.token, fetch })
  const listen = async () => {
    const settings = { signal: end.signal, onState: (state: StreamState) => heard.states.push(state) }
    for await (const { id, data } of rastro.stream(query, settings)) {
      heard.ids.push(id)
      heard.data.push(data)
    }
  }
  listen()
    .catch((error) => {
      heard.error = error
    })
    .finally(() => {
      heard.isOver = true
    })
  return heard
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

const timesOf = ({ data }: Heard) => data.map((one) => (one as { data: { dateTime: string } }).data.dateTime)

test('a stream outlives two restarts of the server without a gap and without a repeat', async () => {
  const device = await world.make.device(account)
  const heard = follow()
  await expect.poll(() => heard.states).toEqual(['live'])
  const reported: string[] = []
  for (const end of ['stop', 'kill'] as const) {
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await server[end]()
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await sleep(1_000)
    server = await spawnServer(world.env)
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await expect.poll(() => timesOf(heard).length).toBeGreaterThanOrEqual(reported.length)
  }
  expect(timesOf(heard)).toEqual(reported)
  expect(new Set(heard.ids).size).toBe(heard.ids.length)
  expect(heard.states.filter((state) => state === 'live')).toHaveLength(3)
  expect(heard.states[1]).toBe('reconnecting')
})

/** A server that starts beside other tests takes ten seconds. */
test('a stream outlives four kill -9 of the server while events flow: each comes once, in the order of its device', async () => {
  const devices = await Promise.all(Array.from({ length: 3 }, () => world.make.device(account)))
  const reported = new Map<string, string[]>(devices.map(({ id }) => [id, []]))
  const heard = follow({ kinds: ['location'], devices: devices.map(({ id }) => id) })
  await expect.poll(() => heard.states).toEqual(['live'])
  let isOver = false
  const reporting = (async () => {
    while (!isOver) {
      for (const { id } of devices) reported.get(id)!.push(await report(id))
      await sleep(50)
    }
  })()
  for (let kills = 0; kills < 4; kills += 1) {
    await sleep(400)
    await server.kill()
    server = await spawnServer(world.env)
    const before = heard.ids.length
    await expect.poll(() => heard.ids.length).toBeGreaterThan(before)
  }
  isOver = true
  await reporting
  const count = [...reported.values()].flat().length
  await expect.poll(() => heard.ids.length).toBeGreaterThanOrEqual(count)

  const events = heard.data as { id: string; device: string; data: { dateTime: string } }[]
  const told = Map.groupBy(events, ({ device }) => device)
  for (const { id } of devices) {
    expect(told.get(id)?.map(({ data }) => data.dateTime)).toEqual(reported.get(id))
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(count)
  expect(new Set(heard.ids).size).toBe(count)
  expect(heard.states.filter((state) => state === 'live')).toHaveLength(5)
  process.stdout.write(`${count} events over 4 kills, each heard once\n`)
}, 180_000)

test('a cursor that the log no longer holds is thrown, so that the caller loads anew', async () => {
  const old = Buffer.from(`e1.5.0.${Date.parse('2026-11-01T00:00:00Z').toString(36)}`).toString('base64url')
  const heard = follow({ after: old })
  await expect.poll(() => heard.error).toBeInstanceOf(RastroError)
  expect(heard.error).toMatchObject({ status: 410, code: 'events.too_old' })
  expect((heard.error as RastroError).message).toContain('2026-11-01T00:00:00.000Z')
})

test('a thinned stream that is cut again and again tells the last location of each device, and nothing twice', async () => {
  const devices = await Promise.all(Array.from({ length: 4 }, () => world.make.device(account)))
  const cuts = new Set<() => void>()
  const fetchCuttable = (url: string, init: RequestInit = {}) => {
    const cut = new AbortController()
    cuts.add(() => cut.abort())
    return fetchNewest(url, { ...init, signal: AbortSignal.any([init.signal!, cut.signal]) })
  }
  const query = { devices: devices.map(({ id }) => id), kinds: ['location' as const], everySeconds: 2 }
  const heard = follow(query, fetchCuttable)
  await expect.poll(() => heard.states).toEqual(['live'])
  const last = new Map<string, string>()
  for (let round = 0; round < 24; round += 1) {
    for (const { id } of devices) last.set(id, await report(id))
    await sleep(150)
    if (round % 6 === 5) for (const cut of cuts) cut()
  }
  const lastHeard = () => {
    const events = heard.data as { device: string; data: { dateTime: string } }[]
    return new Map(events.map(({ device, data }) => [device, data.dateTime]))
  }
  await expect.poll(lastHeard).toEqual(last)
  expect(cuts.size).toBeGreaterThan(4)
  expect(new Set(heard.ids).size).toBe(heard.ids.length)
  expect(heard.ids.length).toBeLessThan(24 * devices.length)
})

test('a stream ends quietly when its caller ends it, and leaves no line behind', async () => {
  let line: AbortSignal | undefined
  const heard = follow({}, (url, init) => {
    line = init?.signal ?? undefined
    return fetchNewest(url, init)
  })
  await expect.poll(() => heard.states).toEqual(['live'])
  heard.end.abort()
  await expect.poll(() => heard.isOver).toBe(true)
  expect(heard.error).toBeUndefined()
  expect(line?.aborted).toBe(true)
  expect(heard.states).toEqual(['live'])
})

test('a stream whose token is refused gets a fresh one, and throws when that is refused too', async () => {
  const asked: unknown[] = []
  const token = (options?: { fresh?: boolean }) => {
    asked.push(options?.fresh ?? false)
    return 'stale'
  }
  const rastro = createClient({ url: '', token, fetch: fetchNewest })
  await expect(rastro.stream().next()).rejects.toMatchObject({ status: 401, code: 'token.invalid' })
  expect(asked).toEqual([false, true])
})

test('the compact form is a line of values', async () => {
  const device = await world.make.device(account)
  const heard = follow({ form: 'compact', kinds: ['location'], devices: [device.id] })
  await expect.poll(() => heard.states).toEqual(['live'])
  const dateTime = await report(device.id)
  await expect
    .poll(() => heard.data)
    .toEqual([[device.id, Date.parse(dateTime), 41.5, 2.1, 5, null, null, null, 1]])
})
