import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { along, at, secondMs } from '../../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../../test/trips/tracked-device.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import type { TrackLocation } from '../detection/detection.types.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const degreesPerMetre = 180 / (Math.PI * 6_378_137)
const circleAt = (metres: number, radius = 100) => ({
  geometry: { type: 'Point', coordinates: [metres * degreesPerMetre, 0] },
  radius,
})
const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()

let world: World
let account: MadeAccount
let groups: { id: string }[]
let depot: { id: string }
let port: { id: string }
let van: TrackedDevice
let truck: TrackedDevice

/** With a new token, because the clock jumps. */
const owner = async (): Promise<MadeAccount> => ({
  ...account,
  token: await world.make.token(account.userName, account.apiKey),
})
const call = async (path: string, token?: string): Promise<Json> => {
  const answer = await world.call('GET', `/api/${path}`, { token: token ?? (await owner()).token })
  return { status: answer.status, ...answer.body }
}
const list = async (path: string, token?: string): Promise<Json[]> => (await call(path, token)).visits
const eventsOf = async ({ deviceNumber }: TrackedDevice): Promise<Json[]> => {
  const { rows } = await world.superuser.query(
    `select type, at, data from outbox where device_number = $1 and type like 'visit.%' order by number`,
    [deviceNumber],
  )
  return rows
}

/** To the depot, which is from 905 to 1,105 m, and on to the port, from 4,000 to 6,000 m, where it stays. */
const drive = [
  ...along([0, 100], [0, 1_000], {}, 10),
  ...along([110, 390], [1_000, 1_000], {}, 10),
  ...along([400, 800], [1_000, 5_000], {}, 10),
  ...along([810, 2_400], [5_000, 5_000]),
]
const part = (rows: TrackLocation[], from: number, to: number) =>
  rows.filter(({ fixedAtMs }) => fixedAtMs > secondMs(from) && fixedAtMs <= secondMs(to))

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(-3_600)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  groups = [await world.make.group(account), await world.make.group(account)]
  depot = await world.make.geofence(account, { name: 'Depot', ...circleAt(1_005) })
  port = await world.make.geofence(account, { name: 'Port', ...circleAt(5_000, 1_000) })
  van = await trackedDevice(world, account, { groups: [groups[0]!.id] })
  truck = await trackedDevice(world, account, { groups: [groups[1]!.id] })
})
afterAll(() => world.close())

describe('visits of a van', () => {
  test('begin a minute after it has entered', async () => {
    await van.report(part(drive, -1, 120), 120)
    expect(await list('visits')).toEqual([])
    await van.report(part(drive, 120, 200), 200)
    const [visit, ...others] = await list(`geofences/${depot.id}/present`)
    expect(others).toEqual([])
    expect(visit).toEqual({
      geofenceId: depot.id,
      deviceId: van.id,
      enteredAt: expect.stringMatching(/:01:30\.[45]\d\dZ$/),
      leftAt: null,
      type: 'stayed',
      duration: 110,
      distance: expect.closeTo(95, 0),
      idleSeconds: 0,
      version: 1,
    })
    expect(await eventsOf(van)).toMatchObject([
      { type: 'visit.started', data: { geofenceId: depot.id, version: 1, enteredAt: visit.enteredAt } },
    ])
  })

  test('end where it has left, and the next one begins', async () => {
    await van.report(part(drive, 200, 2_400), 2_400)
    const visits = await list('visits')
    expect(visits).toMatchObject([
      { geofenceId: port.id, leftAt: null, type: 'stayed', version: 1, distance: expect.closeTo(1_000, 0) },
      { geofenceId: depot.id, type: 'stayed', version: 2, duration: 320, distance: expect.closeTo(200, 0) },
    ])
    expect(await list(`geofences/${depot.id}/present`)).toEqual([])
    expect(await list(`geofences/${port.id}/present`)).toEqual([visits[0]])
    expect(await list(`geofences/${depot.id}/visits`)).toEqual([visits[1]])
    expect(await list(`visits?deviceId=${van.id}&geofenceId=${port.id}`)).toEqual([visits[0]])
    expect((await eventsOf(van)).map(({ type }) => type)).toEqual([
      'visit.started',
      'visit.ended',
      'visit.started',
    ])
    const [, ended] = await eventsOf(van)
    expect(ended.data).toEqual({
      geofenceId: depot.id,
      version: 2,
      enteredAt: visits[1].enteredAt,
      leftAt: visits[1].leftAt,
      type: 'stayed',
      duration: 320,
      distance: visits[1].distance,
      idleSeconds: 0,
      late: true,
    })
  })

  test('are corrected by late locations', async () => {
    // It had left the depot twice.
    await van.report([at(205, 1_250, { kmh: 90 }), at(215, 1_250, { kmh: 90 })], 2_460)
    const visits = await list(`geofences/${depot.id}/visits`)
    expect(visits.length).toBe(3)
    expect(visits.map(({ version }: Json) => version).sort()).toEqual([1, 1, 3])
    expect((await eventsOf(van)).filter(({ type }) => type === 'visit.ended')).toHaveLength(3)
  })
})

describe('lists', () => {
  beforeAll(async () => {
    // Through the depot and the port, without a stop.
    await truck.report(along([2_400, 3_100], [0, 7_000], {}, 10), 3_100)
  })

  test('overlap the period', async () => {
    const within = async (from: number, to: number) =>
      (await list(`geofences/${port.id}/visits?from=${iso(from)}&to=${iso(to)}`)).map(
        ({ deviceId }: Json) => deviceId,
      )
    expect(await within(0, 600)).toEqual([])
    expect(await within(0, 2_000)).toEqual([van.id])
    expect(await within(2_000, 2_300)).toEqual([van.id])
    expect(await within(2_000, 3_100)).toEqual([truck.id, van.id])
    expect(await within(2_850, 2_950)).toEqual([truck.id, van.id])
  })

  test('filter by type, and come in pages', async () => {
    const all = await list('visits')
    expect(all.filter(({ type }) => type === 'passed')).toEqual(await list('visits?type=passed'))
    expect((await list('visits?type=passed')).map(({ deviceId }) => deviceId)).toContain(truck.id)
    for (const limit of [1, 2, 100]) {
      const found: Json[] = []
      let cursor = ''
      do {
        const page = await call(`visits?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(page.visits.length).toBeLessThanOrEqual(limit)
        found.push(...page.visits)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect(found).toEqual(all)
    }
  })

  test('have the devices and geofences that the caller sees', async () => {
    const manager = await world.make.user(await owner(), {
      groupIds: [groups[1]!.id],
      privileges: ['geofences.manage'],
    })
    const seen = await list('visits', manager.token)
    expect(new Set(seen.map(({ deviceId }) => deviceId))).toEqual(new Set([truck.id]))
    expect(await list(`visits?deviceId=${van.id}`, manager.token)).toEqual([])
    expect(await list(`geofences/${port.id}/present`, manager.token)).toEqual([])
    const reader = await world.make.user(await owner(), { groupIds: [groups[1]!.id] })
    expect(await list('visits', reader.token)).toEqual([])
    expect((await call(`geofences/${port.id}/visits`, reader.token)).status).toBe(404)
    expect(await list(`visits?geofenceId=${port.id}`, reader.token)).toEqual([])
    await world.make.rule(await owner(), {
      type: 'geofence',
      settings: { on: 'entered' },
      geofences: [port.id],
      devices: [truck.id],
    })
    expect(await list('visits', reader.token)).toEqual(
      seen.filter(({ geofenceId }) => geofenceId === port.id),
    )
  })

  test('have the visits of a deleted geofence, for those who see all', async () => {
    const before = (await list('visits')).length
    await world.superuser.query('delete from rule_geofences')
    const { token } = await owner()
    expect((await world.call('DELETE', `/api/geofences/${port.id}`, { token })).status).toBe(200)
    expect((await call(`geofences/${port.id}/present`)).status).toBe(404)
    expect(await list('visits')).toHaveLength(before)
  })
})

describe('a shape', () => {
  test('is kept with its times, and ends when it is changed', async () => {
    world.clock.hold(new Date(secondMs(5_000)))
    const { token } = await owner()
    await world.call('PATCH', `/api/geofences/${depot.id}`, { token, body: { name: 'Other name' } })
    await world.call('PATCH', `/api/geofences/${depot.id}`, { token, body: { radius: 50 } })
    const { rows } = await world.superuser.query(
      `select radius_m, counts_from, counts_until = 'infinity' as counts from geofence_shapes
       where geofence_id = $1 order by number`,
      [depot.id],
    )
    expect(rows).toMatchObject([
      { radius_m: 100, counts_from: new Date(secondMs(-3_600)), counts: false },
      { radius_m: 50, counts_from: new Date(secondMs(5_000)), counts: true },
    ])
  })

  test('that is drawn while a device is processed counts for it', async () => {
    const device = await trackedDevice(world, account)
    await device.report(along([5_000, 6_000], [20_000, 20_000]), 6_000)
    // Its instant is before locations that were processed without it.
    world.clock.hold(new Date(secondMs(5_986)))
    const yard = await world.make.geofence(await owner(), { name: 'Yard', ...circleAt(20_000) })
    await device.report(along([6_020, 6_200], [20_000, 20_000]), 6_200)
    expect(await list(`geofences/${yard.id}/present`)).toMatchObject([{ enteredAt: iso(5_990) }])
  })
})
