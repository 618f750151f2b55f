import { afterAll, beforeAll, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { recordRows } from '../recorder/recorder.ts'

const locations = 200
/** Evaluating these on the event loop blocks it for longer. */
const maxWaitMs = 1_000

let world: World
let greedy: MadeAccount
let greedyToo: MadeAccount
let other: MadeAccount
/** Of the first and the second greedy account. */
let deviceId: string
let deviceIdToo: string

let state = 5
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const somewhere = (): [longitude: number, latitude: number] => [2 + random() / 2, 41 + random() / 2]

beforeAll(async () => {
  world = await openWorld()
  other = await world.make.account()
  const [imei, imeiToo] = imeisOf('35630711', 2)
  ;[greedy, deviceId] = await makeGreedy(imei!)
  ;[greedyToo, deviceIdToo] = await makeGreedy(imeiToo!)
}, 60_000)
afterAll(() => world.close())

async function makeGreedy(imei: string): Promise<[MadeAccount, deviceId: string]> {
  const account = await world.make.account()
  const { id } = await world.make.device(account, { identifier: imei })
  for (let count = 0; count < 3; count += 1) {
    const coordinates = Array.from({ length: 9_000 }, somewhere)
    await world.make.geofence(account, { geometry: { type: 'LineString', coordinates }, radius: 1 })
  }
  const rows = Array.from({ length: locations }, (_, index) => {
    const [longitude, latitude] = somewhere()
    const fixedAt = new Date(Date.now() - index * 10_000)
    const location = { fixedAt, latitude, longitude, valid: true, alarms: [], attributes: {} }
    const receivedAt = new Date()
    return toRow(location, { deviceRef: imei, protocol: 'teltonika', receivedAt, datesRollOver: false })
  })
  const deviceCache = createDeviceCache(world.ctx)
  await recordRows({ db: world.ctx.db, log: world.ctx.log }, deviceCache, rows)
  deviceCache.stop()
  return [account, id]
}

function bodyWith(rule: object, device = deviceId) {
  const [from, to] = [new Date(Date.now() - 30 * 86_400_000), new Date()]
  return {
    deviceId: device,
    from: from.toISOString(),
    to: to.toISOString(),
    rule: { name: 'Trial', ...rule },
  }
}

async function countThreads(): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'rastro dry run'`,
  )
  return rows[0].count
}

const costly = { type: 'geofence', settings: { on: 'entered' } }

test('a costly dry run does not slow down the requests of another account', { timeout: 90_000 }, async () => {
  let isDone = false
  const running = world
    .call('POST', '/api/alertRules/dryRun', { token: greedy.token, body: bodyWith(costly) })
    .finally(() => {
      isDone = true
    })
  const waitsMs: number[] = []
  while (!isDone) {
    const beganAt = performance.now()
    expect((await world.call('GET', '/api/account', { token: other.token })).status).toBe(200)
    waitsMs.push(performance.now() - beganAt)
  }
  expect(Math.max(...waitsMs)).toBeLessThan(maxWaitMs)
  // Either it is done within its limit, or it is ended there.
  const { status, body } = await running
  expect([200, 422]).toContain(status)
  if (status === 422) expect(body.code).toBe('alertRules.dry_run_too_long')
})

test('a rule that names one small circle does not evaluate the other geofences', async () => {
  const { id } = await world.make.geofence(greedy)
  const beganAt = performance.now()
  const { status, body } = await world.call('POST', '/api/alertRules/dryRun', {
    token: greedy.token,
    body: bodyWith({ ...costly, geofences: [id] }),
  })
  expect(status).toBe(200)
  expect(body.judged).toBe(locations)
  expect(performance.now() - beganAt).toBeLessThan(10_000)
})

test('a dry run uses the thread of the one before', async () => {
  const { id } = await world.make.device(other)
  const run = () =>
    world.call('POST', '/api/alertRules/dryRun', {
      token: other.token,
      body: bodyWith({ type: 'speed', settings: { above: 100 } }, id),
    })
  expect((await run()).status).toBe(200)
  let started = 0
  const count = () => {
    started += 1
  }
  process.on('worker', count)
  try {
    for (let times = 0; times < 3; times += 1) expect((await run()).status).toBe(200)
  } finally {
    process.off('worker', count)
  }
  expect(started).toBe(0)
})

test('a dry run of a third account runs beside two costly ones, which end when their clients are gone', {
  timeout: 90_000,
}, async () => {
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const aborting = new AbortController()
  const start = ({ token }: MadeAccount, device: string) =>
    fetch(`${url}/api/alertRules/dryRun`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyWith(costly, device)),
      signal: aborting.signal,
    })
  const running = Promise.allSettled([start(greedy, deviceId), start(greedyToo, deviceIdToo)])
  await expect.poll(countThreads, { timeout: 20_000 }).toBe(2)
  const { id } = await world.make.device(other)
  const { status } = await world.call('POST', '/api/alertRules/dryRun', {
    token: other.token,
    body: bodyWith({ type: 'speed', settings: { above: 100 } }, id),
  })
  expect(status).toBe(200)
  aborting.abort()
  expect((await running).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  await expect.poll(countThreads, { timeout: 10_000 }).toBe(0)
})
