// The number of its square is stored with the last location of a device, also by recorders of the previous release.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { laneSeed } from '../../../../../scripts/lane.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { recordLocations } from '../../recorder/recorder.consumer.ts'
import { squareOf } from './squares.ts'

let world: World
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

test('SQL and TypeScript number the squares alike', async () => {
  await world.superuser.query('select setseed($1)', [(laneSeed % 1_000) / 1_000])
  const { rows } = await world.superuser.query<{ latitude: number; longitude: number; square: number }>(`
    select latitude, longitude, square_of(latitude, longitude) as square from (
      select (random() * 1800000000 - 900000000)::int as latitude, (random() * 3600000000 - 1800000000)::int as longitude
      from generate_series(1, 2000)
      union all
      select * from unnest('{-900000000,-900000000,900000000,900000000,0,0,-1}'::int[],
        '{-1800000000,1800000000,-1800000000,1800000000,0,-1,0}'::int[])) as made (latitude, longitude)`)
  for (const { latitude, longitude, square } of rows) {
    expect([latitude, longitude, square]).toEqual([
      latitude,
      longitude,
      squareOf({ latitude: latitude / 1e7, longitude: longitude / 1e7 }),
    ])
  }
})

const storedSquare = async (deviceId: string) => {
  const { rows } = await world.superuser.query(
    `select n.square from newest_locations n join devices d on d.account_id = n.account_id and d.number = n.device_number
     where d.id = $1`,
    [deviceId],
  )
  return rows[0]?.square
}

test('the recorder stores the square of the newest location', async () => {
  const account = await world.make.account()
  const device = await world.make.device(account)
  const report = async (latitude: number, longitude: number, secondsAgo: number) => {
    const dateTime = new Date(Date.now() - secondsAgo * 1_000).toISOString()
    const { status } = await world.call('POST', `/api/devices/${device.id}/locations`, {
      token: account.token,
      body: { dateTime, latitude, longitude },
    })
    expect(status).toBe(201)
  }
  await report(41.4, 2.17, 100)
  expect(await storedSquare(device.id)).toBe(squareOf({ latitude: 41.4, longitude: 2.17 }))
  await report(-33.9, 151.2, 50)
  expect(await storedSquare(device.id)).toBe(squareOf({ latitude: -33.9, longitude: 151.2 }))
  // An older location changes nothing.
  await report(60, 10, 75)
  expect(await storedSquare(device.id)).toBe(squareOf({ latitude: -33.9, longitude: 151.2 }))
})

test('statements that do not know the column store it too', async () => {
  const account = await world.make.account()
  const device = await world.make.device(account)
  const store = (latitude: number, longitude: number) =>
    world.superuser.query(
      `insert into newest_locations as n (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
       select account_id, number, now(), now(), now(), round($2::float8 * 1e7), round($3::float8 * 1e7)
       from devices where id = $1
       on conflict (account_id, device_number) do update set latitude = excluded.latitude, longitude = excluded.longitude`,
      [device.id, latitude, longitude],
    )
  for (const [latitude, longitude] of [
    [41.4, 2.17],
    [41.4001, 2.17],
    [-90, -180],
    [90, 180],
  ] as const) {
    await store(latitude, longitude)
    expect(await storedSquare(device.id)).toBe(squareOf({ latitude, longitude }))
  }
  // Rows that the migration skipped, because they were being written.
  await world.superuser.query('alter table newest_locations disable trigger newest_locations_moved')
  await world.superuser.query('update newest_locations set square = null')
  await world.superuser.query('alter table newest_locations enable trigger newest_locations_moved')
  await world.superuser.query('update newest_locations set seen_at = now()')
  expect(await storedSquare(device.id)).toBe(squareOf({ latitude: 90, longitude: 180 }))
})
