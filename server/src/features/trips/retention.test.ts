import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { processDue } from './processor.api.ts'
import { checkTripPartitions, forgetTrips, keepTripPartitions, trimTrips } from './retention.api.ts'
import { toSegmentId } from './segment-id.ts'

const dayMs = 86_400_000
let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.superuser.query(text, values)).rows
const at = (now: Date) => ({ ...world.ctx, now: () => now })
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)
const partitionOf = (now: Date) => `segments_${now.toISOString().slice(0, 7).replace('-', '')}`
const partitions = async () =>
  (
    await query(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('segments'::regclass, 'device_days'::regclass) order by 1`,
    )
  ).map(({ name }) => name as string)

test('creates the partitions of the coming months, guarded and with whole rows in the log', async () => {
  expect(await keepTripPartitions(world.ctx)).toEqual({ made: 0, dropped: [] })
  expect(await checkTripPartitions(world.ctx)).toEqual({ missing: [], hasUnplaced: false })
  const later = daysFromNow(100)
  expect((await keepTripPartitions(at(later))).made).toBeGreaterThanOrEqual(3)
  const name = partitionOf(later)
  expect(await partitions()).toContain(name)
  const [row] = await query(
    `select relrowsecurity, relforcerowsecurity, relreplident from pg_class where oid = $1::regclass`,
    name,
  )
  expect(row).toEqual({ relrowsecurity: true, relforcerowsecurity: true, relreplident: 'f' })
})

test('moves rows of the default partition to the one of their month', async () => {
  const now = new Date()
  const name = partitionOf(now)
  await query(`drop table ${name}`)
  await query(
    `insert into segments (account_id, device_number, began_at, id, kind, algorithm, from_latitude, from_longitude,
       to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations, began)
     values ($1, 1, $2, gen_random_uuid(), 'stop', 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, '{}')`,
    account.accountId,
    now,
  )
  expect(await checkTripPartitions(world.ctx)).toEqual({ missing: [name], hasUnplaced: true })
  expect((await keepTripPartitions(world.ctx)).made).toBe(1)
  expect(await checkTripPartitions(world.ctx)).toEqual({ missing: [], hasUnplaced: false })
  const [row] = await query('select tableoid::regclass::text as name from segments where device_number = 1')
  expect(row.name).toBe(name)
  await query('delete from segments where device_number = 1')
})

test('drops months and years past their retention, and old rows of the default partitions', async () => {
  await query(
    `insert into segments (account_id, device_number, began_at, id, kind, algorithm, from_latitude, from_longitude,
       to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations, began)
     values ($1, 1, '2015-01-01', gen_random_uuid(), 'stop', 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, '{}')`,
    account.accountId,
  )
  const { keepDays, keepDayDays } = world.ctx.config.trips
  const month = partitionOf(new Date())
  const year = `device_days_${new Date().getUTCFullYear()}`
  const first = await keepTripPartitions(at(daysFromNow(keepDays - 62)))
  expect(first.dropped).not.toContain(month)
  expect(await query('select from segments where device_number = 1')).toHaveLength(0)
  const second = await keepTripPartitions(at(daysFromNow(keepDays + 62)))
  expect(second.dropped).toContain(month)
  expect(second.dropped).not.toContain(year)
  const third = await keepTripPartitions(at(daysFromNow(keepDayDays + 366)))
  expect(third.dropped).toContain(year)
  await keepTripPartitions(world.ctx)
  expect(await checkTripPartitions(world.ctx)).toEqual({ missing: [], hasUnplaced: false })
})

test('deletes days of segments, corrections and settings that belong to nothing any more', async () => {
  const { id } = await world.make.device(account)
  const { deviceNumber } = await knownDevice(world, account.accountId, id)
  const old = daysFromNow(-world.ctx.config.trips.keepDays - 1)
  for (const began of [old, new Date()]) {
    await query(
      `insert into segment_days (account_id, device_number, began_at, day, kind, cm, bridged_cm, drift_cm, odometer_breaks,
         idle_seconds, idlings, locations) values ($1, $2, $3::timestamptz, $3::timestamptz::date, 'stop', 0, 0, 0, 0, 0, 0, 1)`,
      account.accountId,
      deviceNumber,
      began,
    )
    await query(
      `insert into segment_corrections (account_id, device_number, at, segment_id, kind, version, cause, before)
       values ($1, $2, $3, gen_random_uuid(), 'trip', 2, 'late', '{}')`,
      account.accountId,
      deviceNumber,
      began,
    )
  }
  const { id: geofenceId } = await world.make.geofence(account)
  for (const [entered, left] of [
    [old, old],
    [old, null],
    [old, new Date()],
  ]) {
    await query(
      `insert into visits (account_id, device_number, entered_at, geofence_number, geofence_id, left_at, decided_at, kind, cm,
         idle_seconds) select $1::int, $2::int, $3::timestamptz, (select count(*) from visits) + 1, $4::text, $5::timestamptz,
         $5::timestamptz, 'stayed', 0, 0`,
      account.accountId,
      deviceNumber,
      entered,
      geofenceId,
      left,
    )
  }
  await query(
    `insert into geofence_shapes (account_id, geofence_number, geofence_id, counts_from, counts_until, kind, geometry,
       positions) select account_id, geofence_number, geofence_id, $1::timestamptz, $1::timestamptz, kind, geometry, positions from geofence_shapes`,
    old,
  )
  for (const subject of ['account', id, 'dev_0000000000000000000000']) {
    await query(
      `insert into trip_settings (account_id, subject, settings, modified_at) values ($1, $2, '{}', now())`,
      account.accountId,
      subject,
    )
  }
  expect(await trimTrips(world.ctx)).toBe(4)
  expect(await query('select from segment_days where device_number = $1', deviceNumber)).toHaveLength(1)
  expect(await query('select from segment_corrections where device_number = $1', deviceNumber)).toHaveLength(
    1,
  )
  expect(await query('select from visits where device_number = $1', deviceNumber)).toHaveLength(2)
  expect(await query('select from geofence_shapes')).toHaveLength(1)
  const left = await query('select subject from trip_settings order by 1')
  expect(left.map(({ subject }) => subject)).toEqual(['account', id])
})

test('a deleted device leaves nothing behind', async () => {
  const { id } = await world.make.device(account)
  const kept = await world.make.device(account)
  const [device, other] = [
    await knownDevice(world, account.accountId, id),
    await knownDevice(world, account.accountId, kept.id),
  ]
  const fromMs = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs
  for (const one of [device, other]) await store(world, one, drivenTrack({ fromMs, days: 3, hours: [8] }))
  while (await processDue(world.ctx));
  const tables = ['segments', 'segment_days', 'device_days', 'segment_corrections', 'trip_states', 'visits']
  const count = async (deviceNumber: number) => {
    const counts: number[] = []
    for (const table of tables)
      counts.push((await query(`select from ${table} where device_number = $1`, deviceNumber)).length)
    return counts
  }
  const before = await count(other.deviceNumber)
  expect(before[0]).toBeGreaterThan(3)
  const { status } = await world.call('DELETE', `/api/devices/${id}`, { token: account.token })
  expect(status).toBe(200)
  await forgetTrips(world.ctx, device)
  expect(await count(device.deviceNumber)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await count(other.deviceNumber)).toEqual(before)
})

test('the database and the API give a segment the same identifier', async () => {
  for (const kind of ['trip', 'stop', 'gap'] as const) {
    const [{ uuid, id }] = await query(
      'select made.uuid, public_segment_id($1, made.uuid) as id from (select gen_random_uuid() as uuid) as made',
      kind,
    )
    expect(id).toBe(toSegmentId(kind, uuid))
  }
  const [{ id }] = await query(
    `select public_segment_id('trip', 'ffffffff-ffff-ffff-ffff-ffffffffffff') as id`,
  )
  expect(id).toBe(toSegmentId('trip', 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
})
