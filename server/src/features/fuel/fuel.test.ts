import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FuelledDevice } from '../../../test/fuel/fuelled-device.ts'
import { fuelledDevice, litresOf } from '../../../test/fuel/fuelled-device.ts'
import { driveAndStand, repeated, startMs } from '../../../test/fuel/fuelled-track.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let device: FuelledDevice
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(startMs))
  account = await world.make.account({ licenses: 100 })
  device = await fuelledDevice(world, account)
})
afterAll(() => world.close())

const sensors = () => `${device.path}/fuelSensors`
const body = { name: 'Main tank', source: 'fuel', tankLitres: 300 }

/** Uses 10 litres on the way to a pump, and 20 on the way back. */
async function drive(): Promise<void> {
  const first = driveAndStand({ metres: 0, atMs: startMs }, repeated(40, 30))
  const pump = driveAndStand(first, [...repeated(30, 10), ...repeated(90, 15)])
  const home = driveAndStand(pump, repeated(70, 30))
  await device.report([...first.locations, ...pump.locations, ...home.locations])
}

test('a sensor has defaults, and can be changed and deleted', async () => {
  const created = await device.call('POST', sensors(), body)
  const { id } = created.body.fuelSensor
  expect([created.status, created.headers.location]).toEqual([201, `${sensors()}/${id}`])
  expect(created.body.fuelSensor).toMatchObject({
    ...{ deviceId: device.id, attribute: null, calibration: null, minFillLitres: 5, minDrainLitres: 5 },
    ...{ idleLitresPerHour: 2, litresPer100Km: null, lastLevel: null },
  })
  const calibration = [
    [4_800, 0],
    [2_000, 150],
    [500, 300],
  ]
  const changed = await device.call('PATCH', `${sensors()}/${id}`, { calibration, litresPer100Km: 31.5 })
  expect(changed.body.fuelSensor).toMatchObject({ calibration, litresPer100Km: 31.5, name: 'Main tank' })
  const replaced = await device.call('PUT', `${sensors()}/${id}`, { ...body, name: 'Other' })
  expect(replaced.body.fuelSensor).toMatchObject({ name: 'Other', calibration: null, litresPer100Km: null })
  expect((await device.call('GET', sensors())).body.fuelSensors).toHaveLength(2)
  expect((await device.call('DELETE', `${sensors()}/${id}`)).status).toBe(200)
  const gone = await device.call('GET', `${sensors()}/${id}`)
  expect([gone.status, gone.body.code]).toEqual([404, 'fuelSensors.not_found'])
  const audit = await device.call('GET', `/api/audit?targetId=${device.id}`)
  expect(audit.body.changes.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    'fuelSensors.deleted',
    'fuelSensors.changed',
    'fuelSensors.changed',
  ])
})

test.each([
  ['attribute', { source: 'attribute' }],
  ['attribute', { attribute: 'adc1' }],
  ['calibration', { calibration: [[0, 0]] }],
  [
    'calibration',
    {
      calibration: [
        [0, 0],
        [10, 50],
        [5, 100],
      ],
    },
  ],
  [
    'calibration',
    {
      calibration: [
        [0, 0],
        [10, 50],
        [20, 50],
      ],
    },
  ],
  [
    'calibration',
    {
      calibration: [
        [0, 0],
        [10, 500],
      ],
    },
  ],
  ['tankLitres', { tankLitres: 0 }],
])('refuses a wrong %s', async (path, fields) => {
  const refused = await device.call('POST', sensors(), { ...body, ...fields })
  expect([refused.status, refused.body.code]).toEqual([400, 'body.invalid'])
  expect(refused.body.details[0].path).toMatch(new RegExp(`^${path}`))
})

test('a device has at most four sensors', async () => {
  for (let count = 1; count < 4; count += 1) {
    expect((await device.call('POST', sensors(), body)).status).toBe(201)
  }
  const refused = await device.call('POST', sensors(), body)
  expect([refused.status, refused.body.code]).toEqual([409, 'fuelSensors.too_many'])
})

test('trips have what they used, and the sensor its last level', async () => {
  await drive()
  const { trips } = (await device.call('GET', `${device.path}/trips`)).body
  expect(trips.map(({ fuelUsed }: { fuelUsed: number | null }) => fuelUsed)).toEqual([20, 10, null])
  const fleet = (await device.call('GET', '/api/trips')).body.trips
  expect(fleet.map(({ fuelUsed }: { fuelUsed: number | null }) => fuelUsed)).toEqual([20, 10, null])
  const one = await device.call('GET', `/api/trips/${trips[0].id}`)
  expect(one.body.fuelUsed).toBe(20)
  const { fuelSensor } = (await device.call('GET', `${sensors()}/${device.sensorId}`)).body
  expect(fuelSensor.lastLevel.litres).toBe(70)
})

test('fills are listed by period, device, group and type, in pages', async () => {
  await drive()
  const other = await fuelledDevice(world, account)
  const ids = async (query: string) =>
    (await device.call('GET', `/api/fuelEvents?${query}`)).body.fuelEvents.map(({ id }: { id: string }) => id)
  const [fill] = await ids('')
  expect(await ids('type=fill')).toEqual([fill])
  expect(await ids('type=drain')).toEqual([])
  expect(await ids(`deviceId=${device.id}`)).toEqual([fill])
  expect(await ids(`deviceId=${other.id}`)).toEqual([])
  expect(await ids('to=2026-06-15T08:00:00Z')).toEqual([])
  expect(await ids('from=2026-06-15T08:00:00Z')).toEqual([fill])
  const token = await world.make.token(account.userName, account.apiKey)
  const group = await world.make.group({ token }, { devices: [device.id] })
  const empty = await world.make.group({ token })
  expect([await ids(`group=${group.id}`), await ids(`group=${empty.id}`)]).toEqual([[fill], []])

  const first = driveAndStand({ metres: 50_000, atMs: +world.ctx.now() + 60_000 }, [
    ...repeated(30, 10),
    ...repeated(90, 15),
  ])
  await device.report(first.locations)
  const page = (await device.call('GET', '/api/fuelEvents?limit=1')).body
  expect(page.fuelEvents).toHaveLength(1)
  const next = (await device.call('GET', `/api/fuelEvents?limit=1&cursor=${page.nextCursor}`)).body
  expect([next.fuelEvents[0].id, next.nextCursor]).toEqual([fill, undefined])
})

test('a fill is confirmed with its receipt', async () => {
  await drive()
  const [fill] = (await device.call('GET', '/api/fuelEvents')).body.fuelEvents
  const path = `/api/fuelEvents/${fill.id}`
  expect(fill).toMatchObject({ type: 'fill', litres: 60, levelBefore: 30, levelAfter: 90, confirmed: false })
  const confirmed = await device.call('PATCH', path, { confirmed: true, litres: 59.8, note: 'Repsol' })
  expect(confirmed.body.fuelEvent).toMatchObject({
    ...{ confirmed: true, confirmedLitres: 59.8, confirmedBy: account.ownerId, note: 'Repsol' },
    ...{ litres: 60, version: 2 },
  })
  const refused = await device.call('PATCH', path, { confirmed: false })
  expect([refused.status, refused.body.details[0].path]).toEqual([400, 'litres'])
  const undone = await device.call('PATCH', path, { confirmed: false, litres: null })
  expect(undone.body.fuelEvent).toMatchObject({ confirmed: false, confirmedAt: null, note: 'Repsol' })
})

test('only what is in scope is seen, and only with the privilege is it changed', async () => {
  await drive()
  const token = await world.make.token(account.userName, account.apiKey)
  const [fill] = (await device.call('GET', '/api/fuelEvents')).body.fuelEvents
  const group = await world.make.group({ token }, { devices: [device.id] })
  const elsewhere = await world.make.group({ token })
  const reader = await world.make.user({ ...account, token }, { groupIds: [group.id] })
  const outsider = await world.make.user({ ...account, token }, { groupIds: [elsewhere.id] })
  const get = async (user: { token: string }, path: string) => world.call('GET', path, { token: user.token })
  expect((await get(reader, '/api/fuelEvents')).body.fuelEvents).toHaveLength(1)
  expect((await get(outsider, '/api/fuelEvents')).body.fuelEvents).toEqual([])
  expect((await get(outsider, `/api/fuelEvents?deviceId=${device.id}`)).body.fuelEvents).toEqual([])
  expect((await get(outsider, `/api/fuelEvents?group=${group.id}`)).body.fuelEvents).toEqual([])
  expect((await get(outsider, `/api/fuelEvents/${fill.id}`)).status).toBe(404)
  expect((await get(outsider, sensors())).status).toBe(404)
  const tried = await world.call('PATCH', `/api/fuelEvents/${fill.id}`, {
    token: reader.token,
    body: { confirmed: true },
  })
  expect([tried.status, tried.body.code]).toEqual([403, 'access.privilege_missing'])
})

test('a test shows raw values and litres of the last week, and saves nothing', async () => {
  await drive()
  const calibration = [
    [0, 0],
    [100, 200],
  ]
  const fields = { ...litresOf, tankLitres: 200, calibration }
  const { status, body: tested } = await device.call('POST', `${sensors()}/test`, fields)
  expect(status).toBe(200)
  expect(tested.levels.length).toBeGreaterThan(20)
  expect(tested.levels.at(-1)).toMatchObject({ raw: 70, litres: 140 })
  expect((await device.call('GET', sensors())).body.fuelSensors).toHaveLength(1)
  const period = 'from=2026-06-15T00:00:00Z&to=2026-06-16T00:00:00Z'
  const levels = await device.call('GET', `${sensors()}/${device.sensorId}/levels?${period}`)
  expect(levels.body.levels[0]).toMatchObject({ dateTime: '2026-06-15T08:00:00.000Z', litres: 40 })
  const long = 'from=2026-01-01T00:00:00Z&to=2026-06-16T00:00:00Z'
  expect((await device.call('GET', `${sensors()}/${device.sensorId}/levels?${long}`)).status).toBe(400)
})

test('the report has levels, fills, and consumption', async () => {
  await drive()
  const token = await world.make.token(account.userName, account.apiKey)
  const { preview } = (
    await world.call('POST', '/api/reports/preview', {
      token,
      body: { report: 'fuel', from: '2026-06-15', to: '2026-06-15' },
    })
  ).body
  const columns: string[] = preview.columns.map(({ key }: { key: string }) => key)
  const [row] = preview.rows
  const values = Object.fromEntries(columns.map((key, index) => [key, row.cells[index]]))
  expect(values).toMatchObject({
    ...{ device: 'Boat', startLevel: 40, endLevel: 70, fills: 1, filled: 60, drains: 0, fuelUsed: 30 },
    isCalculated: null,
  })
  expect(values.litresPer100Km).toBeCloseTo((30 / values.distance) * 100_000, 1)
})
