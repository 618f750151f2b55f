import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFleet } from '../../../../test/fleet.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold('2026-11-15T12:00:00Z')
  account = await world.make.account({ licenses: 10_000 })
})
afterAll(() => world.close())

async function locate(deviceId: string, latitude: number, longitude: number) {
  await world.superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude, speed)
     select account_id, number, $4, $4, $4, round($2::float8 * 1e7), round($3::float8 * 1e7), 187 from devices where id = $1
     on conflict (account_id, device_number) do update set latitude = excluded.latitude, longitude = excluded.longitude`,
    [deviceId, latitude, longitude, '2026-11-15T11:55:00Z'],
  )
}

async function near(query: string, token = account.token) {
  const { status, body } = await world.call('GET', `/api/devices/near?${query}`, { token })
  expect([query, status]).toEqual([query, 200])
  return body.devices as { id: string; distance: number; lastLocation: { latitude: number } }[]
}
const idsNear = async (query: string, token?: string) => (await near(query, token)).map(({ id }) => id)

test('a device has its short form, its last location and its distance', async () => {
  const group = await world.make.group(account)
  const device = await world.make.device(account, {
    name: 'Ñandú "7"',
    groups: [group.id],
    vehicleType: 'van',
    licensePlate: 'AB-1',
  })
  await world.make.device(account, { name: 'Silent' })
  await locate(device.id, 41.3532, -1.6431)
  const { body } = await world.call('GET', '/api/devices/near?latitude=41.3542&longitude=-1.6431', {
    token: account.token,
  })
  expect(body.devices).toEqual([
    {
      id: device.id,
      name: 'Ñandú "7"',
      state: 'active',
      online: true,
      vehicleType: 'van',
      licensePlate: 'AB-1',
      groups: [group.id],
      lastLocation: {
        dateTime: '2026-11-15T11:55:00.000Z',
        receivedAt: '2026-11-15T11:55:00.000Z',
        latitude: 41.3532,
        longitude: -1.6431,
        speed: 5.19,
        valid: true,
      },
      distance: 111.1,
    },
  ])
  expect(body.apiUsage).toBe(2)
  // It is found where it is, and no longer where it was.
  await locate(device.id, 42, -1)
  expect(await idsNear('latitude=41.3542&longitude=-1.6431')).toEqual([])
  expect(await idsNear('latitude=42&longitude=-1')).toEqual([device.id])
})

test('radius and limit have defaults and bounds', async () => {
  const house = await world.make.account({ licenses: 1_000 })
  const ids = await insertFleet(world.superuser, { accountId: house.accountId, active: 30 })
  // Every 1/1000 degree, to the north.
  for (const [index, id] of ids.entries()) await locate(id, 10 + index * 0.002, 20)
  const at = 'latitude=10&longitude=20'
  expect(await idsNear(at, house.token)).toEqual(ids.slice(0, 20))
  expect(await idsNear(`${at}&limit=100`, house.token)).toEqual(ids.slice(0, 23))
  expect(await idsNear(`${at}&radius=1`, house.token)).toEqual(ids.slice(0, 1))
  expect(await idsNear(`${at}&radius=500000&limit=100`, house.token)).toEqual(ids)
  expect(await idsNear(`${at}&limit=1`, house.token)).toEqual(ids.slice(0, 1))
  for (const query of [
    'latitude=10',
    'longitude=20',
    'latitude=90.1&longitude=0',
    'latitude=0&longitude=-180.1',
    'latitude=x&longitude=0',
    `${at}&radius=0.9`,
    `${at}&radius=500001`,
    `${at}&limit=0`,
    `${at}&limit=101`,
    `${at}&limit=1.5`,
    `${at}&group=x`,
  ]) {
    const { status } = await world.call('GET', `/api/devices/near?${query}`, { token: house.token })
    expect([query, status]).toEqual([query, 400])
  }
})

test('only devices in the scope are found: a group, two groups, one device, nothing, another account', async () => {
  const house = await world.make.account({ licenses: 10 })
  const other = await world.make.account({ licenses: 10 })
  const [one, two, hidden] = [
    await world.make.group(house),
    await world.make.group(house),
    await world.make.group(house),
  ]
  const first = await world.make.device(house, { groups: [one.id, hidden.id] })
  const second = await world.make.device(house, { groups: [two.id, one.id] })
  const unseen = await world.make.device(house, { groups: [hidden.id] })
  const foreign = await world.make.device(other)
  await locate(first.id, 30.001, 30)
  await locate(second.id, 30.002, 30)
  await locate(unseen.id, 30, 30)
  await locate(foreign.id, 30, 30)
  const shown = async ({ token }: { token: string }) =>
    (await near('latitude=30&longitude=30', token)).map((device) => [
      device.id,
      (device as unknown as { groups: string[] }).groups,
    ])
  expect(await shown(await world.make.user(house, { groupIds: [one.id] }))).toEqual([
    [first.id, [one.id]],
    [second.id, [one.id]],
  ])
  expect(await shown(await world.make.user(house, { groupIds: [one.id, two.id] }))).toEqual([
    [first.id, [one.id]],
    [second.id, [one.id, two.id].sort()],
  ])
  expect(await shown(await world.make.user(house, { deviceId: unseen.id }))).toEqual([[unseen.id, []]])
  expect(await shown(await world.make.user(house, {}))).toEqual([])
  expect((await shown(house)).map(([id]) => id)).toEqual([unseen.id, first.id, second.id])
  expect((await shown(other)).map(([id]) => id)).toEqual([foreign.id])
})

test('distances and order are those of PostGIS, also at the poles and the antimeridian', async () => {
  const house = await world.make.account({ licenses: 2_000 })
  const ids = await insertFleet(world.superuser, { accountId: house.accountId, active: 1_200 })
  const centres = [
    [41.35, -1.64],
    [0, 0],
    [-16.8, 180],
    [-16.8, -180],
    [89.99, 10],
    [90, 0],
    [-90, 77],
    [-89.5, -120],
    [60.39, 5.32],
    [64.9, 179.9],
  ] as const
  // Around each centre at many distances, from metres to hundreds of kilometres.
  for (const [index, id] of ids.entries()) {
    const [latitude, longitude] = centres[index % centres.length]!
    await world.superuser.query(
      `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
       select account_id, number, now(), now(), now(), round(st_y(at) * 1e7), round(st_x(at) * 1e7)
       from devices, st_project(st_makepoint($3, $2)::geography, $4, $5) as projected, cast(projected as geometry) as at
       where id = $1`,
      [id, latitude, longitude, 10 * 1.0095 ** index, (index * 2.4) % (2 * Math.PI)],
    )
  }
  for (const [latitude, longitude] of centres) {
    for (const radius of [1_000, 30_000, 500_000]) {
      const { rows } = await world.superuser.query(
        `select d.id, st_distance(st_makepoint(l.longitude / 1e7, l.latitude / 1e7)::geography,
           st_makepoint($3, $2)::geography) as metres
         from newest_locations l join devices d on d.account_id = l.account_id and d.number = l.device_number
         where l.account_id = $1 order by metres`,
        [house.accountId, latitude, longitude],
      )
      const expected = rows.filter(({ metres }) => metres <= radius).slice(0, 100)
      const found = await near(
        `latitude=${latitude}&longitude=${longitude}&radius=${radius}&limit=100`,
        house.token,
      )
      expect([latitude, longitude, radius, found.length]).toEqual([
        latitude,
        longitude,
        radius,
        expected.length,
      ])
      for (const [index, { id, metres }] of expected.entries()) {
        expect(found[index]!.id).toBe(id)
        expect(Math.abs(found[index]!.distance - metres)).toBeLessThan(0.06 + metres * 1e-5)
      }
    }
  }
})
