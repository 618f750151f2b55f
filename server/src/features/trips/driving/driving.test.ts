import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { along, at, secondMs } from '../../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../../test/trips/tracked-device.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()

let world: World
let account: MadeAccount
let van: TrackedDevice
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.hold(new Date(secondMs(0)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  van = await trackedDevice(world, account)
})
afterAll(() => world.close())

/** With a new token, because the clock jumps. */
const token = () => world.make.token(account.userName, account.apiKey)
const call = async (method: string, path: string, body?: unknown, as?: string): Promise<Json> => {
  const answer = await world.call(method, `/api/${path}`, { token: as ?? (await token()), body })
  return { status: answer.status, ...answer.body }
}
const makeDriver = async (name: string): Promise<Json> => call('POST', 'drivers', { name })
const give = (driver: Json, tag: string, period: object = {}) =>
  call('POST', `drivers/${driver.id}/tags`, { tag, ...period })
const trips = async (query = ''): Promise<Json[]> => (await call('GET', `trips?${query}`)).trips
const names = (list: Json[]) => list.map(({ driver }) => driver?.name ?? null)
const eventsOf = async ({ deviceNumber }: TrackedDevice): Promise<Json[]> => {
  const { rows } = await world.superuser.query(
    `select type, data from outbox where device_number = $1 and type = 'driver.changed' order by number`,
    [deviceNumber],
  )
  return rows.map(({ data }) => data)
}

const on = { ignition: true }
const off = { ignition: false, kmh: 0 }
/** Two drives with a stop of ten minutes between them; the second one by another driver after five minutes. */
const day = [
  ...along([0, 600], [0, 10_000], { ...on, driverTag: 'A1' }),
  ...along([630, 1_200], [10_000, 10_000], { ...off }),
  ...along([1_230, 1_530], [10_000, 15_000], { ...on, driverTag: 'A1' }),
  ...along([1_560, 2_130], [15_500, 25_000], { ...on, driverTag: 'B2' }),
  ...along([2_160, 3_000], [25_000, 25_000], { ...off }),
]

describe('trips', () => {
  test('have the driver of the tag, also of one that is given back in time', async () => {
    await van.report(day, 3_010)
    expect(names(await trips())).toEqual([null, null, null])
    expect((await trips()).map(({ driverTag }) => driverTag)).toEqual(['B2', 'A1', 'A1'])
    const [ana, bea] = [await makeDriver('Ana'), await makeDriver('Bea')]
    expect((await give(ana, 'A1')).status).toBe(201)
    expect((await give(bea, 'B2', { from: iso(1_000) })).status).toBe(201)
    expect(names(await trips())).toEqual(['Bea', 'Ana', 'Ana'])
    const [last] = await trips()
    expect(last.driver).toEqual({ id: bea.id, name: 'Bea', source: 'tag' })
    expect([last.start.dateTime, last.beganBy]).toEqual([iso(1_560), 'driver'])
    expect((await call('GET', `trips/${last.id}`)).driver.name).toBe('Bea')
    expect(names(await trips(`driver=${ana.id}`))).toEqual(['Ana', 'Ana'])
    expect(names((await call('GET', `drivers/${bea.id}/trips`)).trips)).toEqual(['Bea'])
    expect(await trips('driver=drv_0000000000000000000000')).toEqual([])
  })

  test('of a tag that changes its owner have the owner of their time', async () => {
    await van.report(day, 3_010)
    const [ana, bea] = [await makeDriver('Ana'), await makeDriver('Bea')]
    await give(ana, 'A1', { to: iso(1_000) })
    await give(bea, 'A1', { from: iso(1_000) })
    expect(names(await trips())).toEqual([null, 'Bea', 'Ana'])
  })

  test('without a tag have the driver who is assigned', async () => {
    const plain = day.map(({ driverTag: _, ...row }) => row)
    await van.report(plain, 3_010)
    const [ana, bea] = [await makeDriver('Ana'), await makeDriver('Bea')]
    const assign = (body: object) => call('PUT', `devices/${van.id}/driver`, body)
    await assign({ driverId: ana.id, from: iso(-100) })
    expect(names(await trips())).toEqual(['Ana', 'Ana'])
    await assign({ driverId: bea.id, from: iso(1_100), to: iso(1_400) })
    expect(names(await trips())).toEqual(['Bea', 'Ana'])
    const { assignments, driver } = await call('GET', `devices/${van.id}/driver`)
    expect(driver).toEqual({ id: ana.id, name: 'Ana', source: 'assignment' })
    expect(assignments).toMatchObject([
      { driverName: 'Ana', from: iso(1_400), to: null },
      { driverName: 'Bea', from: iso(1_100), to: iso(1_400) },
      { driverName: 'Ana', from: iso(-100), to: iso(1_100) },
    ])
    await assign({ driverId: null, from: iso(-1_000) })
    expect(names(await trips())).toEqual([null, null])
    expect((await assign({ driverId: ana.id, from: iso(10), to: iso(5) })).status).toBe(400)
    expect((await assign({ driverId: 'drv_0000000000000000000000' })).status).toBe(400)
  })

  test('change their drivers with late locations', async () => {
    const [ana, bea] = [await makeDriver('Ana'), await makeDriver('Bea')]
    await give(ana, 'A1')
    await give(bea, 'B2')
    const isSecond = (atMs: number) => atMs >= secondMs(1_230) && atMs < secondMs(1_560)
    const lost = day.map((row) => (isSecond(row.fixedAtMs) ? { ...row, driverTag: null } : row))
    await van.report(lost, 3_010)
    expect(names(await trips())).toEqual(['Bea', null, 'Ana'])
    // Bea was in the car from the beginning of the second drive, which is one trip therefore.
    await van.report([at(1_235, 10_083, { ...on, kmh: 60, driverTag: 'B2' })], 3_020)
    expect(names(await trips())).toEqual(['Bea', 'Ana'])
    expect(await van.causes()).toEqual(['late'])
  })
})

describe('purpose, note and driver of a trip', () => {
  const patch = async (id: string, body: unknown) => call('PATCH', `trips/${id}`, body)

  test('are set, listed, audited, and stay when the trip is computed again', async () => {
    await van.report(day, 3_010)
    const ana = await makeDriver('Ana')
    const [, , first] = await trips()
    expect(first).toMatchObject({ purpose: 'unset', note: null })
    const changed = await patch(first.id, { purpose: 'business', note: 'Customer' })
    expect(changed).toMatchObject({ status: 200, purpose: 'business', note: 'Customer', driver: null })
    const [operation] = [{ op: 'replace', path: '/driverId', value: ana.id }]
    expect((await patch(first.id, [operation])).driver).toEqual({
      id: ana.id,
      name: 'Ana',
      source: 'user',
    })
    // Half a minute earlier, and cut in two later.
    await van.report(along([-60, -30], [-1_000, -500], { ...on, driverTag: 'A1' }), 3_020)
    const after = (await trips()).at(-1)
    expect(after.start.dateTime).toBe(iso(-60))
    expect(after).toMatchObject({ purpose: 'business', note: 'Customer', driver: { name: 'Ana' } })

    const { changes } = await call('GET', `trips/${after.id}/changes`)
    expect(changes).toMatchObject([
      { purpose: 'business', driver: null, note: 'Customer', changedBy: account.ownerId },
      { purpose: 'business', driver: { name: 'Ana' }, note: 'Customer' },
    ])
    const audit = await call('GET', `audit?targetId=${first.id}`)
    expect(audit.changes).toMatchObject([
      { action: 'trips.changed', before: { driverId: null }, after: { driverId: ana.id } },
      { action: 'trips.changed', before: { purpose: 'unset' }, after: { purpose: 'business' } },
    ])
  })

  test('are refused for a stop, an unknown driver and an unknown purpose', async () => {
    await van.report(day, 3_010)
    const { stops } = await call('GET', 'stops')
    expect(await patch(stops[0].id, { purpose: 'private' })).toMatchObject({ code: 'trips.not_a_trip' })
    const [trip] = await trips()
    expect((await patch(trip.id, { purpose: 'holiday' })).status).toBe(400)
    expect((await patch(trip.id, { driverId: 'drv_0000000000000000000000' })).status).toBe(400)
    expect((await patch(trip.id, { purpose: 'unset' })).status).toBe(200)
    expect((await call('GET', `trips/${trip.id}/changes`)).changes).toEqual([])
  })
})

describe('sessions', () => {
  test('are listed, tags of nobody too, and changes are published', async () => {
    const bea = await makeDriver('Bea')
    await give(bea, 'B2')
    await van.report(day, 3_010)
    const { sessions } = await call('GET', `drivers/${bea.id}/sessions`)
    expect(sessions).toEqual([
      {
        deviceId: van.id,
        deviceName: expect.any(String),
        source: 'tag',
        tag: 'B2',
        startedAt: iso(1_560),
        endedAt: iso(2_160),
      },
    ])
    const { unknownTags } = await call('GET', 'drivers/unknownTags')
    expect(unknownTags).toMatchObject([{ tag: 'A1', sessions: 2, deviceId: van.id, lastSeenAt: iso(1_230) }])
    expect(await eventsOf(van)).toMatchObject([
      { driverId: null, tag: 'A1', drivingSince: iso(0) },
      { driverId: null, tag: null, drivingSince: iso(630) },
      { driverId: null, tag: 'A1', drivingSince: iso(1_230) },
      { driverId: bea.id, tag: 'B2', drivingSince: iso(1_560) },
      { driverId: null, tag: null, drivingSince: iso(2_160) },
    ])
    const ana = await makeDriver('Ana')
    await give(ana, 'A1')
    expect((await call('GET', 'drivers/unknownTags')).unknownTags).toEqual([])
    expect((await call('GET', `drivers/${ana.id}/sessions`)).sessions).toHaveLength(2)
    const page = await call('GET', `drivers/${ana.id}/sessions?limit=1`)
    expect(page.sessions).toMatchObject([{ startedAt: iso(1_230) }])
    const rest = await call('GET', `drivers/${ana.id}/sessions?limit=1&cursor=${page.nextCursor}`)
    expect([rest.sessions[0].startedAt, rest.nextCursor]).toEqual([iso(0), undefined])
  })

  test('of devices out of scope are hidden, and so are their drivers', async () => {
    const owner = { ...account, token: await token() }
    const group = await world.make.group(owner, { devices: [van.id] })
    const empty = await world.make.group(owner, {})
    await van.report(day, 3_010)
    const bea = await makeDriver('Bea')
    await give(bea, 'B2')
    const now = { ...account, token: await token() }
    const reader = await world.make.user(now, { groupIds: [group.id] })
    const outsider = await world.make.user(now, { groupIds: [empty.id] })
    const seen = await call('GET', `drivers/${bea.id}/sessions`, undefined, reader.token)
    expect([seen.status, seen.sessions.length]).toEqual([200, 1])
    expect((await call('GET', 'drivers', undefined, outsider.token)).drivers).toEqual([])
    for (const path of ['', '/sessions', '/trips', '/tags']) {
      const { status } = await call('GET', `drivers/${bea.id}${path}`, undefined, outsider.token)
      expect([path, status]).toEqual([path, 404])
    }
    expect((await call('GET', 'drivers/unknownTags', undefined, outsider.token)).unknownTags).toEqual([])
  })
})
