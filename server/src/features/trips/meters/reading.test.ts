import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { along, secondMs } from '../../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../../test/trips/tracked-device.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
let account: MadeAccount
let device: TrackedDevice
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(secondMs(0)))
  account = await world.make.account({ licenses: 1_000, timeZone: 'UTC' })
  device = await trackedDevice(world, account)
})
afterAll(() => world.close())

const daySeconds = 86_400
const drive = (from: number, km: number, startKm = 0) =>
  along([from, from + 600], [startKm * 1_000, (startKm + km) * 1_000])
const stand = (from: number, atKm: number) => along([from, from + 600], [atKm * 1_000, atKm * 1_000])
const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()

const odometer = async (query = '') => (await device.call('GET', `/odometer${query}`)).body
const set = (value: number, seconds?: number) =>
  device.call('PUT', '/odometer', { value, ...(seconds !== undefined && { dateTime: iso(seconds) }) })

/** In centimetres, of all days and of the open segment. */
async function counted(): Promise<number> {
  const { rows } = await world.superuser.query(
    `select coalesce((select sum(cm) from device_days d where d.device_number = s.device_number), 0)
       + coalesce((select sum((part->>'cm')::bigint) from jsonb_array_elements(s.open->'segmentDays') part), 0) as cm
     from trip_states s where s.device_number = $1`,
    [device.deviceNumber],
  )
  return Number(rows[0].cm)
}
const toCm = (km: number) => Math.round(km * 100_000)

describe('the odometer', () => {
  test('is what was ever counted before it is set', async () => {
    expect(await odometer()).toMatchObject({ value: 0, dateTime: null, reading: null })
    await device.report([...drive(0, 10), ...stand(630, 10)], 1_300)
    const { value, dateTime } = await odometer()
    expect(toCm(value)).toBe(await counted())
    expect([Math.round(value), dateTime]).toEqual([10, iso(1_230)])
  })

  test('counts on from a reading', async () => {
    await device.report([...drive(0, 10), ...stand(630, 10)], 1_300)
    const before = await counted()
    const { status, body, headers } = await set(128_450.5, 1_000)
    expect([status, body.value, body.counted]).toEqual([200, 128_450.5, 0])
    expect(body.reading).toMatchObject({
      value: 128_450.5,
      dateTime: iso(1_000),
      computed: null,
      factor: null,
    })
    expect(headers.etag).toMatch(/^"\d+-/)
    await device.report([...drive(1_260, 5, 10), ...stand(1_890, 15)], 2_600)
    const { value, counted: since } = await odometer()
    const expected = (await counted()) - before
    expect([toCm(value), toCm(since)]).toEqual([toCm(128_450.5) + expected, expected])
    expect(Math.round(expected / 100_000)).toBe(5)
  })

  test('is exact for a reading in the middle of a trip, before and after the trip has ended', async () => {
    // Two kilometres in the first five minutes, eight in the others.
    const slow = along([0, 300], [0, 2_000])
    const fast = along([330, 600], [2_800, 10_000])
    await device.report(slow, 310)
    const before = await counted()
    await set(500, 305)
    await device.report([...fast, ...stand(630, 10)], 1_300)
    const after = (await counted()) - before
    expect(Math.round(after / 100_000)).toBe(8)
    expect(toCm((await odometer()).value)).toBe(toCm(500) + after)
    // The same if it is set later.
    await set(500, 306)
    expect(toCm((await odometer()).value)).toBe(toCm(500) + after)
  })

  test('counts what was not processed yet when it was set as before the reading', async () => {
    await device.report(drive(0, 10).slice(0, 11), 300)
    world.clock.hold(new Date(secondMs(615)))
    await device.store(drive(0, 10).slice(11))
    await set(500)
    expect((await odometer()).value).toBe(500)
    await device.report(stand(630, 10), 1_300)
    expect((await odometer()).value).toBe(500)
  })

  test('moves by late locations after the reading, and not by those before', async () => {
    await device.report([...drive(0, 10), ...stand(630, 10)], 1_300)
    const day2 = daySeconds
    await device.report(
      [...stand(day2, 10), ...drive(day2 + 630, 7, 10), ...stand(day2 + 1_260, 17)],
      day2 + 2_000,
    )
    await set(1_000, day2 + 300)
    const { value } = await odometer()
    expect(Math.round(value - 1_000)).toBe(7)

    // There and back, on the day before.
    const detour = [...drive(7_200, 30, 10), ...along([7_830, 8_430], [40_000, 10_000]), ...stand(8_460, 10)]
    await device.report(detour, day2 + 2_100)
    expect(Math.round((await counted()) / 100_000)).toBe(77)
    expect((await odometer()).value).toBe(value)

    const later = [...along([day2 + 1_890, day2 + 1_980], [17_500, 19_000]), ...stand(day2 + 2_010, 19)]
    await device.report(later, day2 + 2_700)
    expect(Math.round((await odometer()).value)).toBe(1_009)
  })

  test('is shown at any time', async () => {
    await device.report(
      [...drive(0, 10), ...stand(630, 10), ...drive(1_260, 5, 10), ...stand(1_890, 15)],
      2_600,
    )
    await set(100, 0)
    const at = async (seconds: number) =>
      Math.round((await odometer(`?dateTime=${iso(seconds)}`)).value * 10) / 10
    expect([await at(0), await at(900), await at(2_000), await at(9_999)]).toEqual([100, 110, 115, 115])
    expect(await at(300)).toBeCloseTo(105, 0)
    expect((await odometer(`?dateTime=${iso(-10)}`)).reading).toBeNull()
  })

  test('is the same after the account has changed its time zone, at once and when its days are', async () => {
    const drives = [...drive(0, 10), ...stand(630, 10), ...drive(14_400, 5, 10), ...stand(15_030, 15)]
    await device.report(drives, 15_700)
    const between = `?dateTime=${iso(10_800)}`
    const before = (await odometer(between)).value
    expect(Math.round(before)).toBe(10)
    await set(100, 7_200)
    const { value } = await odometer()
    expect(Math.round(value)).toBe(105)
    // There both drives are on different days.
    await world.superuser.query(
      `update accounts set time_zone = 'Pacific/Kiritimati' where account_id = $1`,
      [account.accountId],
    )
    expect([(await odometer()).value, (await odometer(between)).value]).toEqual([value, 100])
    await device.process()
    expect([(await odometer()).value, (await odometer(between)).value]).toEqual([value, 100])
    expect((await odometer(`?dateTime=${iso(3_600)}`)).value).toBe(before)
  })

  test('shows the drift since the last reading, and the factor that removes it', async () => {
    await device.report([...drive(0, 20), ...stand(630, 20)], 1_300)
    await set(100, 0)
    const { reading } = (await set(121, 900)).body
    expect(reading.computed).toBeCloseTo(120, 0)
    expect(reading.drift).toBeCloseTo(121 - reading.computed, 5)
    expect(reading.factor).toBeCloseTo(21 / (reading.computed - 100), 3)
    // Too little was counted since.
    expect((await set(125, 1_000)).body.reading).toMatchObject({ computed: 121, drift: 4, factor: null })
    // Another of the same instant replaces one, and all are kept.
    expect((await set(122, 1_000)).body.value).toBe(122)
    const { readings } = (await device.call('GET', '/odometer/readings')).body
    expect(readings.map(({ value }: { value: number }) => value)).toEqual([122, 125, 121, 100])
    const page = (await device.call('GET', '/odometer/readings?limit=3')).body
    expect(page.readings).toHaveLength(3)
  })

  test('is set once by those who read the same version', async () => {
    const { etag } = (await device.call('GET', '/odometer')).headers
    const body = { value: 5 }
    const match = { 'if-match': String(etag) }
    expect((await device.call('PUT', '/odometer', body, match)).status).toBe(200)
    const stale = await device.call('PUT', '/odometer', body, match)
    expect([stale.status, stale.body.code]).toEqual([412, 'version.stale'])
  })

  test('is published and logged when it is set', async () => {
    await set(12.5)
    const { rows } = await world.superuser.query(
      `select type, data from outbox where account_id = $1 and type = 'odometer.set'`,
      [account.accountId],
    )
    expect(rows).toEqual([{ type: 'odometer.set', data: { dateTime: iso(0), value: 12.5, computed: null } }])
    const { changes } = (await world.call('GET', '/api/audit?limit=1', { token: account.token })).body
    expect(changes).toMatchObject([{ action: 'odometer.set', targetId: device.id, after: { value: 12.5 } }])
  })

  test.each([
    [{ value: -1 }, 'value'],
    [{ value: 20_000_001 }, 'value'],
    [{ value: 1, dateTime: '2036-01-01T00:00:00Z' }, 'dateTime'],
    [{ value: 1, dateTime: '0001-01-01T00:00:00Z' }, 'dateTime'],
    [{ value: 1, note: 'x'.repeat(501) }, 'note'],
    [{}, 'value'],
  ])('is not set to %j', async (body, path) => {
    const { status, body: answer } = await device.call('PUT', '/odometer', body)
    expect([status, answer.details[0].path]).toEqual([400, path])
  })

  test('is set only with the privilege', async () => {
    const group = await world.make.group(account, { devices: [device.id] })
    const reader = await world.make.user(account, { groupIds: [group.id] })
    const manager = await world.make.user(account, { groupIds: [group.id], privileges: ['fleet.manage'] })
    const put = async (token: string) =>
      (await world.call('PUT', `${device.path}/odometer`, { token, body: { value: 1 } })).status
    expect([await put(reader.token), await put(manager.token)]).toEqual([403, 200])
  })
})

describe('engine hours', () => {
  const hours = async () => (await device.call('GET', '/engineHours')).body

  test('are unknown until the engine is', async () => {
    expect((await hours()).value).toBeNull()
    await device.report(drive(0, 10), 700)
    expect((await hours()).value).toBeNull()
  })

  test('count on from a reading, also within a stop', async () => {
    const running = along([0, 3_600], [0, 0], { ignition: true }, 60)
    await device.report(running, 3_650)
    expect((await hours()).value).toBe(1)
    await device.call('PUT', '/engineHours', { value: 5_000.5, dateTime: iso(3_600) })
    const off = along([3_660, 10_800], [0, 0], { ignition: false }, 60)
    const again = along([10_860, 12_660], [0, 0], { ignition: true }, 60)
    await device.report([...off, ...again], 12_700)
    // A minute until it was reported off, and half an hour.
    expect(Math.round((await hours()).value * 3_600)).toBe(5_000.5 * 3_600 + 60 + 1_800)
    const { readings } = (await device.call('GET', '/engineHours/readings')).body
    expect(readings).toMatchObject([{ value: 5_000.5, computed: null, factor: null }])
    expect((await odometer()).reading).toBeNull()
  })
})

test('totals and bases follow every correction', { timeout: 1_800_000 }, async () => {
  const query = async (text: string, deviceNumber: number) =>
    (await world.superuser.query(text, [deviceNumber])).rows
  let moved = 0
  await fc.assert(
    fc.asyncProperty(
      madeTrack({ phases: [6, 12], nights: true }),
      delivery,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      async ({ rows: made }, order, shares) => {
        const tracked = await trackedDevice(world, account)
        const nowMs = secondMs(30 * daySeconds)
        world.clock.hold(new Date(nowMs))
        const laterMs = nowMs - 60_000 - made.at(-1)!.fixedAtMs
        const rows = made.map((row) => ({
          ...row,
          fixedAtMs: row.fixedAtMs + laterMs,
          receivedAtMs: row.receivedAtMs + laterMs,
        }))
        const waiting = [...shares]
        for (const [index, block] of blocksOf(rows, order).entries()) {
          await tracked.store(block)
          if (index % 3 !== 0) continue
          await tracked.process()
          const share = waiting.pop()
          if (share === undefined) continue
          const { fixedAtMs } = rows[Math.min(rows.length - 1, Math.floor(share * rows.length))]!
          const body = { value: 1_000, dateTime: new Date(fixedAtMs).toISOString() }
          expect((await tracked.call('PUT', '/odometer', body)).status).toBe(200)
          expect((await tracked.call('PUT', '/engineHours', body)).status).toBe(200)
        }
        await tracked.process()
        const [totals] = await query(
          `select s.total_cm::int as cm, coalesce(s.total_engine_seconds, 0)::int as engine,
             coalesce(sum(d.cm), 0)::int as days_cm, coalesce(sum(d.engine_seconds), 0)::int as days_engine
           from trip_states s left join device_days d using (account_id, device_number)
           where s.device_number = $1 group by s.account_id, s.device_number`,
          tracked.deviceNumber,
        )
        expect([totals.cm, totals.engine]).toEqual([totals.days_cm, totals.days_engine])
        const readings = await query(
          `select r.base::int as base, coalesce(sum(case r.meter when 'odometer' then d.cm else d.engine_seconds end), 0)::int as sum
           from meter_readings r left join device_days d
             on d.account_id = r.account_id and d.device_number = r.device_number and d.day < r.day
           where r.device_number = $1 group by r.number, r.base`,
          tracked.deviceNumber,
        )
        expect(readings.map(({ base }) => base)).toEqual(readings.map(({ sum }) => sum))
        moved += readings.filter(({ base }) => base > 0).length
      },
    ),
    { numRuns: isFullLane ? 200 : 40, seed: laneSeed },
  )
  expect(moved).toBeGreaterThan(5)
})
