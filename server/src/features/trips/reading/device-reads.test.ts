import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { compute, merging, twoTrips } from '../../../../test/trips/driven.ts'
import { along, at, secondMs } from '../../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import type { KnownDevice } from '../../recorder/storable-row.types.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let account: MadeAccount
let device: KnownDevice
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(3_060)))
  account = await world.make.account({ licenses: 1_000, timeZone: 'Europe/Madrid' })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold(new Date(secondMs(3_060)))
  const { id } = await world.make.device(account)
  device = await knownDevice(world, account.accountId, id)
})

async function read(path: string) {
  // The clock may have been moved on by days.
  const token = await world.make.token(account.userName, account.apiKey)
  const answer = await world.call('GET', `/api/devices/${device.deviceId}/${path}`, { token })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const computeAll = () => compute(world.ctx, account.accountId, device.deviceNumber)
const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()
const outline = (segments: Json[]) =>
  segments
    .toReversed()
    .map(({ type, state, start, end }) => {
      const seconds = (place: { dateTime: string } | null) =>
        place ? (Date.parse(place.dateTime) - secondMs(0)) / 1_000 : state
      return `${type} ${seconds(start)}-${seconds(end)}`
    })
    .join(', ')

describe('the timeline of a device', () => {
  test('is complete before anything was computed, and the same afterwards', async () => {
    await store(world, device, twoTrips())
    const before = await read('timeline')
    expect(outline(before.timeline)).toBe(
      'stop 0-600, trip 600-1230, stop 1230-1830, trip 1830-2430, stop 2430-open',
    )
    await computeAll()
    const after = await read('timeline')
    expect(after.timeline).toEqual(before.timeline)
  })

  test('has the identifiers that are stored later, also of what follows the stored state', async () => {
    const rows = twoTrips()
    await store(world, device, rows.slice(0, 40))
    await computeAll()
    await store(world, device, rows.slice(40))
    const before = await read('timeline')
    await computeAll()
    expect(await read('timeline')).toMatchObject({ timeline: before.timeline })
    const { rows: stored } = await world.superuser.query('select id from segments where device_number = $1', [
      device.deviceNumber,
    ])
    expect(stored).toHaveLength(5)
  })

  test('is read without writing anything', async () => {
    await store(world, device, twoTrips())
    await read('timeline')
    const { rows } = await world.superuser.query(
      `select (select count(*) from segments where device_number = $1)
         + (select count(*) from trip_states where device_number = $1) as count`,
      [device.deviceNumber],
    )
    expect(Number(rows[0].count)).toBe(0)
  })

  test('includes at most 5,000 locations that are not computed yet', async () => {
    const rows = along([-60_000, 0], [0, 0], {}, 10)
    await store(world, device, rows.slice(0, 3_000))
    await store(world, device, rows.slice(3_000))
    const { timeline } = await read('timeline')
    expect(rows).toHaveLength(6_001)
    expect(timeline[0].locations).toBe(5_000)
    await computeAll()
    expect((await read('timeline')).timeline[0].locations).toBe(6_001)
  })

  test('of a device without locations is empty', async () => {
    expect((await read('timeline')).timeline).toEqual([])
    expect((await read('days?from=2026-06-01&to=2026-06-30')).days).toEqual([])
  })
})

describe('trips and stops of a device', () => {
  test('have the fields of their kind', async () => {
    await store(world, device, twoTrips())
    await computeAll()
    const { trips } = await read('trips')
    expect(trips).toHaveLength(2)
    expect(trips[1]).toMatchObject({
      id: expect.stringMatching(/^trp_\w{22}$/),
      deviceId: device.deviceId,
      type: 'trip',
      state: 'ended',
      start: { dateTime: iso(600), latitude: 0, longitude: 0 },
      end: { dateTime: iso(1_230), latitude: 0 },
      duration: 630,
      drivingSeconds: 630,
      engineSeconds: null,
      deviceDistance: null,
      beganBy: 'moved',
      endedBy: 'stayed',
      coarse: false,
      corrections: 0,
      correctedAt: null,
    })
    expect(Math.abs(trips[1].distance - 10_000)).toBeLessThan(60)
    expect(trips[1].averageSpeed).toBeCloseTo(trips[1].distance / 630, 1)
    expect(trips[1].maxSpeed).toBeCloseTo(60 / 3.6, 1)
    const { stops } = await read('stops')
    expect(outline(stops)).toBe('stop 0-600, stop 1230-1830, stop 2430-open')
    expect(stops[0]).toMatchObject({ end: null, endedBy: null, drivingSeconds: 0, averageSpeed: null })
  })

  test('come in pages, newest first, without repetition', async () => {
    await store(world, device, twoTrips().slice(0, 60))
    await computeAll()
    await store(world, device, twoTrips().slice(60))
    const all = (await read('timeline')).timeline
    for (const limit of [1, 2, 3, 5, 6]) {
      const found = []
      let cursor = ''
      do {
        const page = await read(`timeline?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(page.timeline.length).toBeLessThanOrEqual(limit)
        found.push(...page.timeline)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect(found).toEqual(all)
    }
    const { status, body } = await world.call('GET', `/api/devices/${device.deviceId}/trips?cursor=AAAA`, {
      token: account.token,
    })
    expect([status, body.code]).toEqual([400, 'query.invalid'])
  })

  test('are those that overlap the period, and show their part in it', async () => {
    await store(world, device, twoTrips())
    await computeAll()
    const within = (from: number, to: number) => read(`timeline?from=${iso(from)}&to=${iso(to)}`)
    const { timeline } = await within(900, 1_900)
    expect(outline(timeline)).toBe('trip 600-1230, stop 1230-1830, trip 1830-2430')
    expect(timeline.map(({ cut }: { cut?: true }) => cut)).toEqual([true, undefined, true])
    expect(timeline[2].within.seconds).toBe(330)
    expect(timeline[2].within.distance).toBeCloseTo((timeline[2].distance * 330) / 630, 1)
    expect(outline((await within(1_230, 1_830)).timeline)).toBe('stop 1230-1830')
    expect(outline((await within(2_900, 9_000)).timeline)).toBe('stop 2430-open')
    expect((await within(5_000, 9_000)).timeline).toEqual([])
    expect((await within(-900, 0)).timeline).toEqual([])
    const { status } = await world.call(
      'GET',
      `/api/devices/${device.deviceId}/trips?from=${iso(9)}&to=${iso(9)}`,
      {
        token: account.token,
      },
    )
    expect(status).toBe(400)
  })

  test('are silent after gapSeconds by the clock, and open again with the next location', async () => {
    const rows = twoTrips().filter(({ fixedAtMs }) => fixedAtMs <= secondMs(900))
    await store(world, device, rows)
    await computeAll()
    const stateAt = async (seconds: number) => {
      world.clock.hold(new Date(secondMs(seconds)))
      return (await read('trips')).trips[0].state
    }
    expect(await stateAt(1_800)).toBe('open')
    expect(await stateAt(1_801)).toBe('silent')
    await store(world, device, [at(1_700, 17_000, { kmh: 60 })])
    expect(await stateAt(1_801)).toBe('open')
    expect(await stateAt(2_601)).toBe('silent')
  })

  test('are found by the kind of their identifier, and in the scope only', async () => {
    await store(world, device, twoTrips())
    await computeAll()
    const { trips } = await read('trips')
    const group = await world.make.group(account)
    const user = await world.make.user(account, { groupIds: [group.id] })
    for (const path of [`devices/${device.deviceId}/trips`, `trips/${trips[0].id}`]) {
      const { status } = await world.call('GET', `/api/${path}`, { token: user.token })
      expect([path, status]).toEqual([path, 404])
    }
    const asStop = trips[0].id.replace('trp_', 'sto_')
    const { status, body } = await world.call('GET', `/api/trips/${asStop}`, { token: account.token })
    expect([status, body.code]).toEqual([404, 'trips.not_found'])
  })
})

describe('the days of a device', () => {
  test('contain what the segments contain, before and after it is computed', async () => {
    await store(world, device, twoTrips())
    const before = (await read('days?from=2026-06-14&to=2026-06-16')).days
    await computeAll()
    const { days } = await read('days?from=2026-06-14&to=2026-06-16')
    expect(days).toEqual(before)
    const { timeline } = await read('timeline')
    const sum = (name: string, kind?: string) =>
      timeline
        .filter((one: Json) => !kind || one.type === kind)
        .reduce((total: number, one: Json) => total + Math.round(one[name] * 100), 0) / 100
    expect(days).toEqual([
      {
        deviceId: device.deviceId,
        day: '2026-06-15',
        timeZone: 'Europe/Madrid',
        trips: 2,
        stops: 3,
        distance: sum('distance'),
        tripDistance: sum('distance', 'trip'),
        bridgedDistance: 0,
        tripSeconds: sum('duration', 'trip'),
        stopSeconds: sum('duration', 'stop'),
        gapSeconds: 0,
        idleSeconds: 0,
        idlings: 0,
        engineSeconds: null,
        maxSpeed: expect.any(Number),
        firstStartAt: iso(600),
        lastEndAt: iso(2_430),
        locations: twoTrips().length,
        unusable: { ahead: 0, coordinates: 0, accuracy: 0, jump: 0 },
      },
    ])
  })

  test('without a location belong to the segment that lasts over them', async () => {
    const dayS = 86_400
    await store(world, device, [...twoTrips(), ...along([3 * dayS, 3 * dayS + 600], [20_000, 20_000])])
    await computeAll()
    world.clock.hold(new Date(secondMs(3 * dayS + 700)))
    const { days } = await read('days?from=2026-06-01&to=2026-06-30')
    expect(days.map(({ day }: { day: string }) => day)).toEqual([
      '2026-06-15',
      '2026-06-16',
      '2026-06-17',
      '2026-06-18',
    ])
    expect(days[1]).toMatchObject({ stopSeconds: dayS, tripSeconds: 0, locations: 0, trips: 0, stops: 0 })
    expect(days[2]).toMatchObject({ stopSeconds: dayS })
  })

  test('are at most 400, from an earlier to a later one', async () => {
    const statusOf = async (from: string, to: string) =>
      (
        await world.call('GET', `/api/devices/${device.deviceId}/days?from=${from}&to=${to}`, {
          token: account.token,
        })
      ).status
    expect(await statusOf('2025-01-01', '2026-02-04')).toBe(200)
    expect(await statusOf('2025-01-01', '2026-02-05')).toBe(400)
    expect(await statusOf('2026-01-02', '2026-01-01')).toBe(400)
    expect(await statusOf('2026-02-30', '2026-03-01')).toBe(400)
  })

  test('change with locations that came late', async () => {
    await store(world, device, twoTrips())
    await computeAll()
    const [before] = (await read('days?from=2026-06-15&to=2026-06-15')).days
    await store(world, device, merging())
    await computeAll()
    const [after] = (await read('days?from=2026-06-15&to=2026-06-15')).days
    expect([before.trips, after.trips]).toEqual([2, 1])
    expect(after.distance).toBeGreaterThan(before.distance)
    expect(after.tripSeconds + after.stopSeconds).toBe(before.tripSeconds + before.stopSeconds)
  })
})
