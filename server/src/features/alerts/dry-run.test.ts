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
let other: MadeAccount
let deviceId: string

let state = 5
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const somewhere = (): [longitude: number, latitude: number] => [2 + random() / 2, 41 + random() / 2]

beforeAll(async () => {
  world = await openWorld()
  greedy = await world.make.account()
  other = await world.make.account()
  const [imei] = imeisOf('35630711', 1)
  deviceId = (await world.make.device(greedy, { identifier: imei })).id
  for (let count = 0; count < 3; count += 1) {
    const coordinates = Array.from({ length: 9_000 }, somewhere)
    await world.make.geofence(greedy, { geometry: { type: 'LineString', coordinates }, radius: 1 })
  }
  const rows = Array.from({ length: locations }, (_, index) => {
    const [longitude, latitude] = somewhere()
    const fixedAt = new Date(Date.now() - index * 10_000)
    const location = { fixedAt, latitude, longitude, valid: true, alarms: [], attributes: {} }
    const receivedAt = new Date()
    return toRow(location, { deviceRef: imei!, protocol: 'teltonika', receivedAt, datesRollOver: false })
  })
  const deviceCache = createDeviceCache(world.ctx)
  await recordRows({ db: world.ctx.db, log: world.ctx.log }, deviceCache, rows)
  deviceCache.stop()
}, 60_000)
afterAll(() => world.close())

function bodyWith(rule: object) {
  const [from, to] = [new Date(Date.now() - 30 * 86_400_000), new Date()]
  return { deviceId, from: from.toISOString(), to: to.toISOString(), rule: { name: 'Trial', ...rule } }
}

const costly = { kind: 'geofence', settings: { on: 'entered' } }

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

test('a dry run ends when its client is gone', { timeout: 60_000 }, async () => {
  const countThreads = async () => {
    const { rows } = await world.superuser.query(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and application_name = 'rastro dry run'`,
    )
    return rows[0].count
  }
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as { port: number }
  const aborting = new AbortController()
  const running = fetch(`http://127.0.0.1:${port}/api/alertRules/dryRun`, {
    method: 'POST',
    headers: { authorization: `Bearer ${greedy.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyWith(costly)),
    signal: aborting.signal,
  })
  await expect.poll(countThreads, { timeout: 20_000 }).toBe(1)
  aborting.abort()
  await expect(running).rejects.toThrow()
  await expect.poll(countThreads, { timeout: 5_000 }).toBe(0)
})
