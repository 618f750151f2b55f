import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { algorithm } from './detection/state.ts'
import { processDevices } from './processing.ts'
import { processDue } from './processor.api.ts'
import { listDue } from './trip-state.queries.ts'
import { findTripWork } from './work.api.ts'

const dayMs = 86_400_000
const midnight = Math.floor(Date.now() / dayMs) * dayMs

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.superuser.query(text, values)).rows

/** The days before midnight, without the last ones. */
const track = (days: number, without = 0) =>
  drivenTrack({ fromMs: midnight - days * dayMs, days: days - without, hours: [7, 17] })

async function makeDriven(days: number, without = 0, owner = account): Promise<KnownDevice> {
  const { id } = await world.make.device(owner)
  const device = await knownDevice(world, owner.accountId, id)
  await store(world, device, track(days, without))
  await processAll()
  return device
}

async function processAll(now = Date.now()): Promise<void> {
  const ctx = { ...world.ctx, now: () => new Date(now) }
  while (await processDue(ctx));
}

/** As if another version of the detector had processed the device. */
async function setVersion({ deviceNumber }: KnownDevice, version: number): Promise<void> {
  const changed = (column: string) => `${column} = regexp_replace(${column}, '^\\[\\d+', '[' || $2::int)`
  await query(
    `update trip_states set ${changed('state')} where device_number = $1`,
    ...[deviceNumber, version],
  )
  await query(
    `update device_days set ${changed('opening')} where device_number = $1`,
    ...[deviceNumber, version],
  )
}

const stateOf = async ({ deviceNumber }: KnownDevice) =>
  (
    await query(
      'select state, read_until, not_before from trip_states where device_number = $1',
      deviceNumber,
    )
  )[0]
const tripsOf = ({ deviceNumber }: KnownDevice) =>
  query(
    `select id, cm::int, version, corrections from segments
     where device_number = $1 and kind = 'trip' and ended_at is not null order by began_at`,
    deviceNumber,
  )
const daysOf = ({ deviceNumber }: KnownDevice) =>
  query(
    'select day::text, opening, trips, cm::int, locations from device_days where device_number = $1 order by day',
    deviceNumber,
  )
async function failures(): Promise<number> {
  const { values } = await metrics.tripFailures.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('what an older version has computed is computed again, and differences are corrections', async () => {
  const device = await makeDriven(3)
  const [state, days, trips] = [await stateOf(device), await daysOf(device), await tripsOf(device)]
  await setVersion(device, algorithm - 1)
  await query('update segments set cm = cm + 100000 where id = $1', trips[1].id)
  expect((await findTripWork(world.ctx)).redoDevices).toBe(1)
  const failed = await failures()
  await processAll()
  expect((await findTripWork(world.ctx)).redoDevices).toBe(0)
  expect(await failures()).toBe(failed)
  expect((await stateOf(device)).state).toBe(state.state)
  expect(await daysOf(device)).toEqual(days)
  const repaired = { ...trips[1], version: trips[1].version + 1, corrections: 1 }
  expect(await tripsOf(device)).toEqual(trips.with(1, repaired))
  expect(
    await query(
      'select segment_id, cause from segment_corrections where device_number = $1',
      device.deviceNumber,
    ),
  ).toEqual([{ segment_id: trips[1].id, cause: 'algorithm' }])
})

test('days whose locations are deleted stay as the older version has computed them', async () => {
  const owner = await world.make.account({ licenses: 1, timeZone: 'UTC' })
  const device = await makeDriven(8, 0, owner)
  const [days, trips] = [await daysOf(device), await tripsOf(device)]
  await query('update accounts set history_days = 5 where account_id = $1', owner.accountId)
  await query(
    'delete from locations where device_number = $1 and fixed_at < $2',
    device.deviceNumber,
    new Date(midnight - 5 * dayMs),
  )
  await setVersion(device, algorithm - 1)
  await processAll(midnight)
  expect(await tripsOf(device)).toEqual(trips)
  const after = await daysOf(device)
  const isCurrent = ({ opening }: { opening: string }) => opening.startsWith(`[${algorithm},`)
  expect(after.filter(isCurrent)).toEqual(days.slice(4))
  const sums = (list: typeof days) => list.map(({ opening, ...others }) => others)
  expect(sums(after)).toEqual(sums(days))
})

test('devices of a newer version are left alone, and the others are processed', async () => {
  const [newer, other] = [await makeDriven(4, 1), await makeDriven(4, 1)]
  await setVersion(newer, algorithm + 1)
  const before = { state: await stateOf(newer), days: await daysOf(newer), trips: await tripsOf(newer) }
  const failed = await failures()
  for (const device of [newer, other]) await store(world, device, track(4))
  // The locations of the day before are due, and nothing is afterwards.
  await processAll()
  const now = new Date()
  const due = { now, pacedBefore: now, perAccount: 100, limit: 100 }
  expect(await listDue(world.ctx.db.recorder, due)).toEqual([])
  // Between the look for due devices and their lock, too.
  const numbers = [newer.deviceNumber, other.deviceNumber]
  expect(await processDevices(world.ctx, account.accountId, numbers)).toBe(false)
  expect(await tripsOf(other)).toHaveLength(8)
  expect(await tripsOf(newer)).toHaveLength(6)
  expect({ state: await stateOf(newer), days: await daysOf(newer), trips: await tripsOf(newer) }).toEqual(
    before,
  )
  expect(await failures()).toBe(failed)
})
