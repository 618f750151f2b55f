import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { processDue } from './processor.api.ts'
import { requestRecomputation } from './recomputation.api.ts'
import { findTripWork } from './work.api.ts'

const dayMs = 86_400_000
const midnight = Math.floor(Date.now() / dayMs) * dayMs

let world: World
let account: MadeAccount
beforeAll(async () => {
  // One of the tests causes an error.
  world = await openWorld({ RASTRO_LOG_LEVEL: 'silent' })
  account = await world.make.account({ licenses: 1_000, timeZone: 'UTC' })
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.superuser.query(text, values)).rows

async function makeDriven(owner: MadeAccount = account, days = 3): Promise<KnownDevice> {
  const { id } = await world.make.device(owner)
  const device = await knownDevice(world, owner.accountId, id)
  await store(world, device, drivenTrack({ fromMs: midnight - days * dayMs, days, hours: [7, 17] }))
  return device
}

async function processAll(): Promise<void> {
  while (await processDue(world.ctx));
}

async function countOf(
  metric: { get(): Promise<{ values: { labels: object; value: number }[] }> },
  labels = {},
) {
  const { values } = await metric.get()
  const matching = values.filter((one) =>
    Object.entries(labels).every(([k, v]) => Reflect.get(one.labels, k) === v),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}

const tripsOf = ({ deviceNumber }: KnownDevice) =>
  query(
    `select id, version, cm, began_at from segments where device_number = $1 and kind = 'trip' and ended_at is not null
     order by began_at`,
    deviceNumber,
  )

describe('the processor', () => {
  test('computes trips, and counts what it does', async () => {
    const before = {
      devices: await countOf(metrics.tripDevices),
      locations: await countOf(metrics.tripLocations),
      segments: await countOf(metrics.tripSegments),
    }
    const device = await makeDriven()
    const work = await findTripWork(world.ctx)
    expect(work.dueDevices).toBeGreaterThanOrEqual(1)
    expect(Math.abs(Number(work.oldestDueAt) - (midnight - 3 * dayMs))).toBeLessThan(60_000)
    await processAll()
    expect(await tripsOf(device)).toHaveLength(6)
    expect(await findTripWork(world.ctx)).toMatchObject({ dueDevices: 0, oldestDueAt: null, redoDevices: 0 })
    expect((await countOf(metrics.tripDevices)) - before.devices).toBeGreaterThanOrEqual(1)
    const [{ count }] = await query(
      'select count(*)::int from locations where device_number = $1',
      device.deviceNumber,
    )
    expect((await countOf(metrics.tripLocations)) - before.locations).toBe(count)
    expect((await countOf(metrics.tripSegments)) - before.segments).toBeGreaterThanOrEqual(12)
  })

  test('recomputes on request, and logs what changes', async () => {
    const device = await makeDriven()
    await processAll()
    const [first, second] = await tripsOf(device)
    await query('update segments set cm = cm + 100000 where id = $1', second.id)
    const corrected = await countOf(metrics.tripCorrections, { cause: 'recomputed' })
    const { accountId, deviceNumber } = device
    const requested = await requestRecomputation(world.ctx, { since: null, accountId, deviceNumber })
    expect(requested).toEqual({ devices: 1, movingAccounts: 0 })
    expect((await findTripWork(world.ctx)).redoDevices).toBe(1)
    await processAll()
    expect((await findTripWork(world.ctx)).redoDevices).toBe(0)
    const [sameFirst, repaired] = await tripsOf(device)
    expect(sameFirst).toEqual(first)
    expect(repaired).toMatchObject({ id: second.id, cm: second.cm, version: second.version + 1 })
    expect(await countOf(metrics.tripCorrections, { cause: 'recomputed' })).toBe(corrected + 1)
  })

  test('postpones a device that fails, and processes the others', async () => {
    const failing = await makeDriven()
    const healthy = await makeDriven()
    const failures = await countOf(metrics.tripFailures)
    await query(
      `insert into trip_states (account_id, device_number, processed_at, state) values ($1, $2, now(), 'no state')`,
      account.accountId,
      failing.deviceNumber,
    )
    await processAll()
    expect(await tripsOf(healthy)).toHaveLength(6)
    expect(await tripsOf(failing)).toHaveLength(0)
    expect(await countOf(metrics.tripFailures)).toBe(failures + 1)
    expect(await findTripWork(world.ctx)).toMatchObject({
      postponedDevices: expect.any(Number),
      dueDevices: 0,
    })
    const [state] = await query(
      'select not_before > now() as waits from trip_states where device_number = $1',
      failing.deviceNumber,
    )
    expect(state.waits).toBe(true)
    await query('delete from trip_states where device_number = $1', failing.deviceNumber)
  })

  test('leaves accounts alone that are being moved', async () => {
    const moving = await world.make.account({ licenses: 10 })
    const device = await makeDriven(moving)
    await query(`insert into moves (account_id, state, cell) values ($1, 'frozen', 2)`, moving.accountId)
    await processAll()
    expect(await tripsOf(device)).toHaveLength(0)
    await query('delete from moves where account_id = $1', moving.accountId)
    await processAll()
    expect(await tripsOf(device)).toHaveLength(6)
  })

  test('takes a write that the database refuses during a move as "later"', async () => {
    const moving = await world.make.account({ licenses: 10 })
    const device = await makeDriven(moving)
    const failures = await countOf(metrics.tripFailures)
    // The account is frozen between the look for due devices and the first write.
    let isFrozen = false
    const { db } = world.ctx
    const frozen = Object.assign(Object.create(db), {
      recorder: db.recorder,
      async begin(...args: Parameters<typeof db.begin>) {
        if (!isFrozen)
          await query(
            `insert into moves (account_id, state, cell) values ($1, 'frozen', 2)`,
            moving.accountId,
          )
        isFrozen = true
        return db.begin(...args)
      },
    })
    await processDue({ ...world.ctx, db: frozen })
    expect(isFrozen).toBe(true)
    expect(await tripsOf(device)).toHaveLength(0)
    expect(await countOf(metrics.tripFailures)).toBe(failures)
    expect(await query('select from trip_states where device_number = $1', device.deviceNumber)).toHaveLength(
      0,
    )
    await query('delete from moves where account_id = $1', moving.accountId)
    await processAll()
    expect(await tripsOf(device)).toHaveLength(6)
  })
})

describe('an account that changes its time zone', () => {
  const daysOf = ({ deviceNumber }: KnownDevice) =>
    query(
      `select day::text, zone, trips, cm::int, trip_seconds, stop_seconds, gap_seconds, locations, opening is not null as opened
       from device_days where device_number = $1 order by day`,
      deviceNumber,
    )

  test('has the days of a device that was always in the new one', async () => {
    const former = await world.make.account({ licenses: 10, timeZone: 'Europe/Madrid' })
    const always = await world.make.account({ licenses: 10, timeZone: 'America/Lima' })
    const [changed, same] = [await makeDriven(former, 5), await makeDriven(always, 5)]
    await processAll()
    const trips = await tripsOf(changed)
    expect(await daysOf(changed)).not.toEqual(await daysOf(same))
    const { status } = await world.call('PATCH', '/api/account', {
      token: former.token,
      body: { timeZone: 'America/Lima' },
    })
    expect(status).toBe(200)
    expect((await findTripWork(world.ctx)).redoDevices).toBe(1)
    await processAll()
    expect(await daysOf(changed)).toEqual(await daysOf(same))
    expect(await tripsOf(changed)).toEqual(trips)
    expect(
      await query('select from segment_corrections where device_number = $1', changed.deviceNumber),
    ).toEqual([])
    const events = `select from outbox where account_id = $1 and type like 'trip.%' and device_number = $2`
    const [mine, theirs] = [
      await query(events, former.accountId, changed.deviceNumber),
      await query(events, always.accountId, same.deviceNumber),
    ]
    expect(mine).toHaveLength(theirs.length)
    const parts = `select began_at, day::text, cm from segment_days where device_number = $1 order by began_at, day`
    expect(await query(parts, changed.deviceNumber)).toEqual(await query(parts, same.deviceNumber))
    const labels = `select began_at, day::text from segments where device_number = $1 order by began_at`
    expect(await query(labels, changed.deviceNumber)).toEqual(await query(labels, same.deviceNumber))
  })

  test('keeps the days whose locations are deleted, and no time is lost or counted twice', async () => {
    const former = await world.make.account({ licenses: 10, timeZone: 'Asia/Tokyo' })
    const device = await makeDriven(former, 8)
    await processAll()
    const before = await daysOf(device)
    // Two days and a part of a third are no longer kept.
    const now = midnight
    await query('update accounts set history_days = 5 where account_id = $1', former.accountId)
    await query(
      'delete from locations where device_number = $1 and fixed_at < $2',
      device.deviceNumber,
      new Date(now - 5 * dayMs),
    )
    await query(`update accounts set time_zone = 'America/Lima' where account_id = $1`, former.accountId)
    const ctx = { ...world.ctx, now: () => new Date(now) }
    while (await processDue(ctx));
    const after = await daysOf(device)
    const isTokyo = after.filter(({ zone }) => zone === 'Asia/Tokyo')
    expect(isTokyo.length).toBeGreaterThanOrEqual(3)
    // The last of them ends where the first day of the new zone begins.
    expect(isTokyo.slice(0, -1)).toEqual(before.slice(0, isTokyo.length - 1))
    expect(after.at(-1)).toMatchObject({ zone: 'America/Lima' })
    const sum = (rows: typeof after, name: string) => rows.reduce((total, row) => total + row[name], 0)
    for (const name of ['trips', 'cm', 'trip_seconds'])
      expect([name, sum(after, name)]).toEqual([name, sum(before, name)])
    const [{ zones }] = await query(
      'select zones from trip_states where device_number = $1',
      device.deviceNumber,
    )
    expect(zones).toEqual([
      [null, 'Asia/Tokyo'],
      [expect.any(Number), 'America/Lima'],
    ])
  })
})

test('a processor that gives way for longer than a poll may last still goes on', async () => {
  const device = await makeDriven()
  const clock = performance.now.bind(performance)
  let waitedMs = 0
  const passed = vi.spyOn(performance, 'now').mockImplementation(() => clock() + waitedMs)
  try {
    await processDue(world.ctx, {
      isStopping: () => false,
      giveWay: async () => {
        waitedMs += 60_000
      },
    })
  } finally {
    passed.mockRestore()
  }
  const found = await query(
    `select from segments where device_number = $1 and kind = 'trip'`,
    device.deviceNumber,
  )
  expect(found.length).toBeGreaterThan(0)
})
