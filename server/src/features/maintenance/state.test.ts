import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Maintained } from '../../../test/maintenance/maintained.ts'
import { maintainedAccount } from '../../../test/maintenance/maintained.ts'
import { along, secondMs } from '../../../test/trips/short-track.ts'
import { trackedDevice } from '../../../test/trips/tracked-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let fleet: Maintained
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold('2026-06-15T08:00:00Z')
  fleet = await maintainedAccount(world)
})
afterEach(() => world.clock.release())

const cmPerKm = 100_000
const dayMs = 86_400_000

describe('the state by distance', () => {
  test.each([
    ['more than the warning', 900 * cmPerKm - 1, 'ok'],
    ['the warning', 900 * cmPerKm, 'soon'],
    ['a centimetre', 1_000 * cmPerKm - 1, 'soon'],
    ['nothing', 1_000 * cmPerKm, 'due'],
    ['exceeded by the warning', 1_100 * cmPerKm, 'due'],
    ['exceeded by more', 1_100 * cmPerKm + 1, 'overdue'],
  ])('%s remains', async (_what, usedCm, state) => {
    const { id, number } = await fleet.device()
    const plan = await fleet.plan({ everyKm: 1_000, warnKm: 100, devices: [id] })
    await fleet.check()
    await fleet.count(number, { cm: usedCm })
    expect(await fleet.states()).toMatchObject([
      { deviceId: id, planId: plan.id, state, remainingKm: (1_000 * cmPerKm - usedCm) / cmPerKm },
    ])
  })
})

describe('the state by engine hours', () => {
  test.each([
    ['more than the warning', 90 * 3_600 - 1, 'ok'],
    ['the warning', 90 * 3_600, 'soon'],
    ['nothing', 100 * 3_600, 'due'],
    ['exceeded by more than the warning', 110 * 3_600 + 1, 'overdue'],
  ])('%s remains', async (_what, engineSeconds, state) => {
    const { id, number } = await fleet.device()
    await fleet.plan({ everyHours: 100, warnHours: 10, devices: [id] })
    await fleet.count(number, { engineSeconds: 0 })
    await fleet.check()
    await fleet.count(number, { engineSeconds })
    expect(await fleet.states()).toMatchObject([
      { state, remainingHours: (100 * 3_600 - engineSeconds) / 3_600 },
    ])
  })

  test('is unknown if nothing is known of the engine, unless another measure is known', async () => {
    const { id } = await fleet.device()
    await fleet.plan({ name: 'Hours', everyHours: 100, devices: [id] })
    await fleet.plan({ name: 'Both', everyHours: 100, everyDays: 10, devices: [id] })
    await fleet.check()
    expect(await fleet.states()).toMatchObject([
      { planName: 'Both', state: 'ok', remainingHours: null, remainingDays: 10 },
      { planName: 'Hours', state: 'unknown', remainingHours: null, engineHours: null },
    ])
  })
})

describe('the state by days', () => {
  // The clock changes at 01:00 UTC on these days, or there is no such day.
  test.each([
    ['Europe/Madrid', '2026-03-28T22:30:00Z', '2026-03-30T21:59:59Z', '2026-03-30T22:00:00Z'],
    ['Europe/Madrid', '2026-10-24T21:30:00Z', '2026-10-26T22:59:59Z', '2026-10-26T23:00:00Z'],
    ['Asia/Kathmandu', '2026-05-01T18:14:00Z', '2026-05-03T18:14:59Z', '2026-05-03T18:15:00Z'],
    ['Australia/Lord_Howe', '2026-04-03T12:30:00Z', '2026-04-05T13:29:59Z', '2026-04-05T13:30:00Z'],
  ])('is due on the third local day in %s', async (timeZone, doneAt, before, at) => {
    fleet = await maintainedAccount(world, { timeZone })
    world.clock.hold(doneAt)
    const { id } = await fleet.device()
    const plan = await fleet.plan({ everyDays: 3, warnDays: 1, devices: [id] })
    await fleet.done(id, plan.id)
    const [first] = await fleet.states()
    expect(first).toMatchObject({ state: 'ok', remainingDays: 3 })
    const shift = (instant: string, ms: number) => new Date(Date.parse(instant) + ms)
    world.clock.hold(shift(before, 0))
    expect(await fleet.states()).toMatchObject([{ remainingDays: 1 }])
    world.clock.hold(shift(at, 0))
    expect(await fleet.states()).toMatchObject([{ state: 'due', remainingDays: 0 }])
    world.clock.hold(shift(at, 2 * dayMs + 3_700_000))
    expect(await fleet.states()).toMatchObject([{ state: 'overdue', remainingDays: -2 }])
  })
})

test('the measure that comes first decides', async () => {
  const { id, number } = await fleet.device()
  await fleet.plan({ everyKm: 1_000, everyDays: 10, warnDays: 2, devices: [id] })
  await fleet.check()
  world.clock.hold('2026-06-24T12:00:00Z')
  expect(await fleet.states()).toMatchObject([{ state: 'soon', remainingKm: 1_000, remainingDays: 1 }])
  await fleet.count(number, { cm: 1_000 * cmPerKm })
  expect(await fleet.states()).toMatchObject([{ state: 'due', remainingKm: 0, remainingDays: 1 }])
})

test('the worst is first, in pages, by state, plan and group, and counted', async () => {
  const group = await world.make.group({
    token: await world.make.token(fleet.account.userName, fleet.account.apiKey),
  })
  const [a, b, c] = [await fleet.device({ groups: [group.id] }), await fleet.device(), await fleet.device()]
  const oil = await fleet.plan({ name: 'Oil', everyKm: 1_000, warnKm: 100 })
  const belt = await fleet.plan({ name: 'Belt', everyKm: 2_000, warnKm: 100, devices: [b.id] })
  await fleet.check()
  await fleet.count(a.number, { cm: 950 * cmPerKm })
  await fleet.count(b.number, { cm: 1_950 * cmPerKm })
  const shown = (list: { planId: string; deviceId: string; state: string }[]) =>
    list.map(({ planId, deviceId, state }) => [planId, deviceId, state])
  const expected = [
    [oil.id, b.id, 'overdue'],
    [belt.id, b.id, 'soon'],
    [oil.id, a.id, 'soon'],
    [oil.id, c.id, 'ok'],
  ]
  expect(shown(await fleet.states())).toEqual(expected)
  const paged: unknown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await fleet.call('GET', `/api/maintenance?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...shown(body.maintenance))
    cursor = body.nextCursor
  }
  expect(paged).toEqual(expected)
  expect(shown(await fleet.states('?state=soon'))).toEqual(expected.slice(1, 3))
  expect(shown(await fleet.states(`?planId=${belt.id}`))).toEqual([expected[1]])
  expect(shown(await fleet.states(`?groupId=${group.id}`))).toEqual([expected[2]])
  expect((await fleet.call('GET', '/api/maintenance?cursor=none')).status).toBe(400)
  expect((await fleet.call('GET', '/api/maintenance/counts')).body.counts).toEqual({
    ok: 1,
    soon: 2,
    due: 0,
    overdue: 1,
    unknown: 0,
  })
  expect((await fleet.call('GET', `/api/devices/${b.id}/maintenance`)).body.maintenance).toHaveLength(2)
})

test('users see the states of their devices, and no plans', async () => {
  const { account } = fleet
  const group = await world.make.group({ token: await world.make.token(account.userName, account.apiKey) })
  const [seen, unseen] = [await fleet.device({ groups: [group.id] }), await fleet.device()]
  const plan = await fleet.plan({ everyDays: 100 })
  await fleet.check()
  const owner = { ...account, token: await world.make.token(account.userName, account.apiKey) }
  const user = await world.make.user(owner, { groupIds: [group.id], privileges: ['fleet.manage'] })
  const ask = (method: string, path: string, body?: object) =>
    world.call(method, path, { token: user.token, body })
  expect((await ask('GET', '/api/maintenance')).body.maintenance).toMatchObject([{ deviceId: seen.id }])
  expect((await ask('GET', '/api/maintenance/counts')).body.counts.ok).toBe(1)
  expect((await ask('GET', `/api/devices/${unseen.id}/maintenance`)).status).toBe(404)
  expect((await ask('POST', `/api/devices/${unseen.id}/maintenance/${plan.id}/done`, {})).status).toBe(404)
  expect((await ask('POST', `/api/devices/${seen.id}/maintenance/${plan.id}/done`, {})).status).toBe(201)
  expect((await ask('GET', '/api/maintenancePlans')).body.maintenancePlans).toEqual([])
  expect((await ask('POST', '/api/maintenancePlans', { name: 'x', everyKm: 1 })).status).toBe(403)
  const reader = await world.make.user(owner, { groupIds: [group.id] })
  const refused = await world.call('POST', `/api/devices/${seen.id}/maintenance/${plan.id}/done`, {
    token: reader.token,
    body: {},
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'access.privilege_missing'])
})

describe('the forecast', () => {
  test('is by the mean of the last 28 days, of the measure that comes first', async () => {
    const { id, number } = await fleet.device()
    await fleet.plan({ everyKm: 1_000, everyDays: 100, devices: [id] })
    await fleet.check()
    expect(await fleet.states()).toMatchObject([{ forecastOn: '2026-09-23' }])
    const addDay = (day: string, km: number) =>
      world.superuser.query(
        `insert into device_days (account_id, device_number, day, zone, cm) values ($1, $2, $3, 'UTC', $4)`,
        [fleet.account.accountId, number, day, km * cmPerKm],
      )
    // Today, and what is older than 28 days, do not count.
    await addDay('2026-06-15', 900)
    await addDay('2026-05-17', 900)
    await addDay('2026-05-18', 280)
    await addDay('2026-06-14', 280)
    expect(await fleet.states()).toMatchObject([{ remainingKm: 1_000, forecastOn: '2026-08-04' }])
  })

  test('is null if nothing is driven, or it is due already', async () => {
    const { id, number } = await fleet.device()
    await fleet.plan({ everyKm: 1_000, devices: [id] })
    await fleet.check()
    expect(await fleet.states()).toMatchObject([{ state: 'ok', forecastOn: null }])
    await fleet.count(number, { cm: 1_000 * cmPerKm })
    expect(await fleet.states()).toMatchObject([{ state: 'due', forecastOn: null }])
  })
})

describe('a driven device', () => {
  const drive = (from: number, km: number, startKm: number) =>
    along([from, from + 600], [startKm * 1_000, (startKm + km) * 1_000])
  const stand = (from: number, atKm: number) => along([from, from + 600], [atKm * 1_000, atKm * 1_000])

  async function driven() {
    const truck = await trackedDevice(world, fleet.account)
    const plan = await fleet.plan({ everyKm: 100, warnKm: 10, devices: [truck.id] })
    const remaining = async () => {
      const [state] = await fleet.states()
      return Math.round(state!.remainingKm!)
    }
    return { truck, plan, remaining }
  }

  test('counts from the beginning of the day on which the plan began', async () => {
    const { truck, remaining } = await driven()
    await truck.report([...drive(0, 20, 0), ...stand(630, 20)], 1_300)
    await fleet.check()
    expect(await remaining()).toBe(80)
    // A day later for another plan.
    world.clock.hold(new Date(secondMs(0) + dayMs))
    await fleet.plan({ name: 'Later', everyKm: 100, devices: [truck.id] })
    await fleet.check()
    const later = (await fleet.states()).find(({ planName }) => planName === 'Later')
    expect(later).toMatchObject({ remainingKm: 100, countedSince: '2026-06-16T00:00:00.000Z' })
  })

  test('starts again when the work is done, also in the middle of a trip', async () => {
    const { truck, plan, remaining } = await driven()
    await fleet.check()
    await truck.report([...drive(0, 20, 0)], 610)
    const doneAt = new Date(secondMs(300)).toISOString()
    expect((await fleet.done(truck.id, plan.id, { doneAt })).status).toBe(201)
    expect(await remaining()).toBe(90)
    await truck.report([...drive(630, 30, 20), ...stand(1_260, 50)], 1_900)
    await fleet.check()
    expect(await remaining()).toBe(60)
  })

  test('has the right state after late data of before and after the work', async () => {
    const { truck, plan, remaining } = await driven()
    await fleet.check()
    await truck.report([...drive(0, 10, 0), ...stand(630, 10)], 1_300)
    const doneAt = new Date(secondMs(1_200)).toISOString()
    await fleet.done(truck.id, plan.id, { doneAt })
    // A day later it stands 40 km away. What was driven in between, and a detour before the work, come late.
    const next = 86_400
    await truck.report([...drive(next, 5, 50), ...stand(next + 630, 55)], next + 1_300)
    await fleet.check()
    const before = await remaining()
    await truck.report(along([7_200, 9_600], [10_000, 50_000]), next + 1_400)
    await fleet.check()
    expect(await remaining()).toBe(55)
    expect(before).toBeLessThanOrEqual(95)
    await truck.report(
      [...along([330, 450], [5_000, 12_000]), ...along([480, 570], [11_000, 9_800])],
      next + 1_500,
    )
    await fleet.check()
    expect(await remaining()).toBe(55)
  })

  test('follows readings of the odometer that are set later', async () => {
    const { truck, plan, remaining } = await driven()
    await fleet.check()
    await truck.report([...drive(0, 10, 0), ...stand(630, 10)], 1_300)
    const at = (seconds: number) => new Date(secondMs(seconds)).toISOString()
    await fleet.done(truck.id, plan.id, { doneAt: at(1_210), odometer: 5_000 })
    await truck.report([...drive(1_260, 20, 10), ...stand(1_890, 30)], 2_600)
    expect(await remaining()).toBe(80)
    const [state] = await fleet.states()
    expect(Math.round(state!.odometer)).toBe(5_020)
    // It was driven without its tracker.
    await truck.call('PUT', '/odometer', { value: 5_070, dateTime: at(2_500) })
    expect(await remaining()).toBe(30)
    const { body } = await truck.call('GET', '/maintenanceWork')
    expect(body.maintenanceWork).toMatchObject([{ odometer: 5_000, doneAt: at(1_210) }])
  })

  test('does not take the first reading of the odometer for a distance', async () => {
    const { truck, remaining } = await driven()
    await truck.report([...drive(0, 10, 0), ...stand(630, 10)], 1_300)
    await fleet.check()
    const at = (seconds: number) => new Date(secondMs(seconds)).toISOString()
    await truck.call('PUT', '/odometer', { value: 120_000, dateTime: at(1_210) })
    expect(await remaining()).toBe(90)
    await truck.report([...drive(1_260, 20, 10), ...stand(1_890, 30)], 2_600)
    expect(await remaining()).toBe(70)
    // It was driven without its tracker.
    await truck.call('PUT', '/odometer', { value: 120_070, dateTime: at(2_500) })
    expect(await remaining()).toBe(20)
  })
})
