import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { geofenceSince } from '../../../test/trips/stored-areas.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { checkNow, findLastCheck } from './check.api.ts'
import { checkDay } from './day-check.ts'
import { processDue } from './processor.api.ts'
import { requestRecomputation } from './recomputation.api.ts'

const dayMs = 86_400_000
const midnight = Math.floor(Date.now() / dayMs) * dayMs
const days = 6
const dayOf = (index: number) => new Date(midnight - (days - index) * dayMs).toISOString().slice(0, 10)

let world: World
let account: MadeAccount
let device: KnownDevice
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  // Where the device drives through, and where it parks at night.
  for (const [name, latitude] of [
    ['Road', 41.41],
    ['Home', 41.39],
  ] as const) {
    const geometry = { type: 'Point', coordinates: [2.17, latitude] }
    await geofenceSince(world, account, new Date(0), { name, geometry, radius: 500 })
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  await query('delete from devices')
  const { id } = await world.make.device(account)
  device = await knownDevice(world, account.accountId, id)
  // Stops over night have several days.
  await store(world, device, drivenTrack({ fromMs: midnight - days * dayMs, days, hours: [6, 15, 23] }))
  while (await processDue(world.ctx));
})

const query = async (text: string, ...values: unknown[]) => (await world.superuser.query(text, values)).rows
const check = (index: number) => checkDay(world.ctx, { ...device, day: dayOf(index) })

test('finds nothing in days as the processor stored them', async () => {
  for (let index = 1; index < days - 1; index += 1)
    expect([index, await check(index)]).toEqual([index, undefined])
})

test.each([
  ['trips, stops or gaps', `update segments set cm = cm + 1 where kind = 'trip'`],
  ['trips, stops or gaps', `delete from segments where kind = 'trip'`],
  ['trips, stops or gaps', `update segments set day = day - 1 where day is not null`],
  ['trips, stops or gaps', 'update segment_days set idle_seconds = idle_seconds + 1'],
  ['the number of locations', 'update device_days set locations = locations + 1'],
  ['the sums of the day', 'update device_days set trip_seconds = trip_seconds + 1'],
  // Element 54 is the day that is checked.
  ['the running totals', 'update recent_days set cm[54] = cm[54] + 1'],
  ['the running totals', 'update recent_days set used_days = array_fill(0, array[58])'],
  ['the running totals', 'delete from recent_days'],
  ['visits', 'update visits set cm = cm + 1'],
  ['visits', 'delete from visits where left_at is not null'],
  ['the state before', `update device_days set opening = replace(opening, '21700000', '21700001')`],
])('finds other %s: %s', async (what, sql) => {
  await query(sql)
  const found = await check(2)
  expect(found).toMatchObject({ day: dayOf(2), device: device.deviceId, account: account.account })
  expect((found as { what: string }).what).toContain(what)
})

test('computes a day with its marks', async () => {
  const cut = { dateTime: new Date(midnight - 4 * dayMs + 6.1 * 3_600_000).toISOString(), type: 'cut' }
  const path = `/api/devices/${device.deviceId}/trackMarks`
  expect((await world.call('POST', path, { token: account.token, body: cut })).status).toBe(201)
  while (await processDue(world.ctx));
  const ofDay = `select from segments where device_number = $1 and kind = 'trip' and day = $2::date`
  const trips = await query(ofDay, device.deviceNumber, dayOf(2))
  expect(trips).toHaveLength(4)
  expect(await check(2)).toBeUndefined()
})

test('finds a location that was stored without a mark', async () => {
  await query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
     values ($1, $1, $2, $3, 413900000, 21700000, 7, 2)`,
    new Date(midnight - 4 * dayMs + 3_600_000 + 5_000),
    device.deviceNumber,
    account.accountId,
  )
  expect(await check(2)).toMatchObject({ day: dayOf(2) })
})

test('skips devices with late rows, and days that are not over', async () => {
  expect(await check(days)).toBe('skipped')
  await query('update newest_locations set late_from = now(), late_until = now()')
  expect(await check(2)).toBe('skipped')
})

test('a check records what differs, and the next one shows that it is repaired', async () => {
  await query('update segments set cm = cm + 100 where day = $1::date', dayOf(3))
  const sampled = 40
  const first = await checkNow(world.ctx, { days: sampled })
  // One device, of which each sample takes any day.
  expect(first.deviceDays).toBe(1)
  for (let tries = 0; tries < 200; tries += 1) {
    const { differing } = (await findLastCheck(world.ctx))!
    if (differing > 0) break
    await checkNow(world.ctx, { days: sampled })
  }
  const last = (await findLastCheck(world.ctx))!
  expect(last).toMatchObject({ differing: 1, differences: [{ day: dayOf(3), what: 'trips, stops or gaps' }] })
  const { accountId, deviceNumber } = device
  await requestRecomputation(world.ctx, { since: new Date(dayOf(3)), accountId, deviceNumber })
  while (await processDue(world.ctx));
  const repaired = await checkNow(world.ctx, { days: sampled })
  expect(repaired).toMatchObject({ deviceDays: 2, differing: 0 })
  expect(await findLastCheck(world.ctx)).toMatchObject({ deviceDays: 2, differing: 0, differences: [] })
})
