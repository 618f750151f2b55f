// A location that is dated ahead neither pins a device nor hides it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Judge } from '../alerts/judge.api.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { toRow } from './location-row.api.ts'
import { recordMessages } from './recorder.ts'

let world: World
let account: MadeAccount
let deviceCache: DeviceCache
let id: string
let imei: string
let sequence = 0
const imeis = imeisOf('35630710', 50)

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 50 })
  deviceCache = createDeviceCache(world.ctx)
})
afterAll(async () => {
  deviceCache.stop()
  await world.close()
})
beforeEach(async () => {
  world.clock.release()
  imei = imeis.pop()!
  id = (await world.make.device(account, { identifier: imei })).id
  renewJudge()
})

/** Received now, by the test's clock. */
async function report(secondsAhead: number, fields: { latitude?: number; speedKmh?: number } = {}) {
  const receivedAt = world.ctx.now()
  const fixedAt = new Date(receivedAt.getTime() + secondsAhead * 1_000)
  const location = { ...locationAgo(0, fields), fixedAt }
  const row = toRow(location, { deviceRef: imei, protocol: 'osmand', receivedAt, datesRollOver: false })
  sequence += 1
  const bytes = Buffer.from(JSON.stringify({ rows: [row] }))
  const judging = { judge, partition: 0 }
  const publishing = { presence: createPresence(world.ctx) }
  const recording = { ...world.ctx, judging, publishing }
  const { published } = await recordMessages(recording, deviceCache, [{ stream: 'ahead', sequence, bytes }])
  await published
}
let judge: Judge
/** Rules are cached: a new judge knows those that exist now. */
function renewJudge(): void {
  judge?.stop()
  judge = createJudge(world.ctx)
}
afterAll(() => judge.stop())

const get = async (path: string) => (await world.call('GET', path, { token: account.token })).body
const lastLatitude = async () => (await get(`/api/devices/${id}/lastLocation`)).lastLocation.latitude
const fleetRow = async () => {
  const { devices, columns } = await get('/api/fleet')
  const row = devices.find((one: unknown[]) => one[0] === id)
  return Object.fromEntries(columns.map((name: string, index: number) => [name, row[index]]))
}

describe.each([
  ['a second', 1],
  ['55 minutes', 55 * 60],
  ['23 hours', 23 * 3_600],
])('after a location dated %s ahead', (_, secondsAhead) => {
  test('the device goes on with its next report, and stays online', async () => {
    await report(secondsAhead, { latitude: 10 })
    expect(await lastLatitude()).toBe(10)
    world.clock.offsetMs += 30_000
    await report(-2, { latitude: 20 })
    expect(await lastLatitude()).toBe(20)
    expect(await fleetRow()).toMatchObject({ latitude: 20, online: 1 })
    world.clock.offsetMs += 11 * 60_000
    const since = world.ctx.now().toISOString()
    await report(-2, { latitude: 30 })
    const { device } = await get(`/api/devices/${id}`)
    expect(device.online).toBe(true)
    expect(Date.parse(device.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(since))
    const { locations } = await get(`/api/lastLocations?updatedSince=${since}`)
    expect(locations).toMatchObject([{ deviceId: id, latitude: 30 }])
  })

  test('the fleet shows no time ahead, so that the map takes the next report', async () => {
    await report(secondsAhead)
    const { fixedAt, lastSeenAt } = await fleetRow()
    expect(fixedAt).toBeLessThanOrEqual(lastSeenAt)
  })

  test('rules go on', async () => {
    await world.make.rule(account, {
      type: 'speed',
      settings: { above: 100 },
      devices: [id],
    })
    renewJudge()
    await report(secondsAhead, { speedKmh: 10 })
    world.clock.offsetMs += 30_000
    await report(-2, { speedKmh: 200 })
    const { rows } = await world.superuser.query(
      `select a.late from alerts a join devices d on d.account_id = a.account_id and d.number = a.device_number where d.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ late: false }])
  })
})

test('a location dated ahead that is stored already does not pin the device', async () => {
  await report(-2, { latitude: 10 })
  await world.superuser.query(
    `update newest_locations set fixed_at = now() + interval '20 hours'
     where device_number = (select number from devices where id = $1)`,
    [id],
  )
  world.clock.offsetMs += 30_000
  await report(-2, { latitude: 20 })
  expect(await lastLatitude()).toBe(20)
})

test('the order of a clock that is always ahead is kept, also in one report', async () => {
  await report(600, { latitude: 10 })
  const receivedAt = world.ctx.now()
  const reception = { deviceRef: imei, protocol: 'teltonika', receivedAt, datesRollOver: false }
  const rows = [
    [603, 30],
    [601, 20],
  ].map(([ahead, latitude]) => toRow({ ...locationAgo(-ahead!, { latitude: latitude! }) }, reception))
  sequence += 1
  await recordMessages(world.ctx, deviceCache, [
    { stream: 'ahead', sequence, bytes: Buffer.from(JSON.stringify({ rows })) },
  ])
  expect(await lastLatitude()).toBe(30)
})

test('the API accepts an hour ahead, imported history included, and nothing beyond', async () => {
  const post = (minutes: number, latitude: number, more: object = {}) =>
    world.call('POST', `/api/devices/${id}/locations`, {
      token: account.token,
      body: {
        locations: [
          {
            dateTime: new Date(world.ctx.now().getTime() + minutes * 60_000).toISOString(),
            latitude,
            longitude: 2,
          },
        ],
        ...more,
      },
      headers: { prefer: 'respond-async' },
    })
  expect((await post(55, 10)).body.rejected).toEqual([])
  expect((await post(55, 11, { history: true })).body.rejected).toEqual([])
  const { rejected } = (await post(65, 12)).body
  expect(rejected).toMatchObject([{ index: 0, error: 'dateTime is more than an hour ahead' }])
})
