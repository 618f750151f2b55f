import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { beginningAt, compute } from '../../../test/trips/driven.ts'
import { along, at } from '../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { TrackLocation } from '../trips/detection/detection.types.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const hourMs = 3_600_000
const timeZone = 'America/Sao_Paulo'
/** 07:06 in São Paulo. */
const nowMs = Date.parse('2026-06-30T10:06:00Z')

let world: World
let account: MadeAccount
let land: { id: string }
let sea: { id: string }
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(nowMs))
  account = await world.make.account({ licenses: 100, timeZone })
  land = await world.make.group(account, { name: 'Land' })
  sea = await world.make.group(account, { name: 'Sea' })
  // Drives now.
  await makeDevice('driving', [land.id, sea.id], daily([8, 10]))
  await makeDevice('standing', [sea.id], daily([2, 14]))
  // On one trip since yesterday evening, across midnight. Its engine is on, and it does not move.
  const since = nowMs - 9 * hourMs
  const overnight = [
    ...along([0, 600], [0, 0]),
    ...along([630, 32_370], [500, 640_000]),
    at(32_400, 640_000, { kmh: 0, ignition: true }),
  ]
  await makeDevice('idling', [land.id], beginningAt(overnight, since))
  // Was somewhere else after five days, and has not reported for two weeks.
  const before = Date.parse('2026-06-10T12:00:00Z')
  const back = before + 5 * 24 * hourMs
  await makeDevice(
    'silent',
    [],
    [
      ...beginningAt(along([0, 3_000], [0, 0]), before),
      ...beginningAt(along([0, 3_000], [900_000, 900_000]), back),
    ],
  )
  await makeDevice('expired', [], [], { expires: true, expirationDate: '2020-01-01' })
  await makeDevice('never', [], [])
})
afterAll(() => world.close())

/** Up to now, since six weeks ago. */
function daily(hours: number[]): TrackLocation[] {
  const fromMs = Date.parse('2026-05-18T00:00:00Z')
  return drivenTrack({ fromMs, days: 44, hours }).filter(({ fixedAtMs }) => fixedAtMs <= nowMs)
}

async function makeDevice(
  name: string,
  groups: string[],
  track: TrackLocation[],
  limits?: object,
): Promise<void> {
  const { id } = await world.make.device(account, { name, groups, ...(limits && { limits }) })
  ids[name] = id
  const device = await knownDevice(world, account.accountId, id)
  if (track.length === 0) return
  await store(world, device, track)
  await compute(world.ctx, account.accountId, device.deviceNumber)
}

async function read(path: string, token = account.token): Promise<Json> {
  const answer = await world.call('GET', `/api/${path}`, { token })
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text])
  return answer.body
}
const readDashboard = async (query = '', token?: string): Promise<Json> =>
  (await read(`fleet/dashboard${query}`, token)).dashboard
/** Tokens are valid for an hour. */
async function readAt(instant: string | Date, { userName, apiKey }: MadeAccount): Promise<Json> {
  world.clock.hold(instant)
  const { body } = await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })
  const shown = await readDashboard('', body.token)
  world.clock.hold(new Date(nowMs))
  return shown
}
const sum = (list: Json[], pick: (one: Json) => number) => list.reduce((total, one) => total + pick(one), 0)

/** What other calls of the API add up to. */
async function expectSums(shown: Json, names: string[], group = '') {
  const { from, to, previousFrom, today } = shown
  const query = group && `&group=${group}`
  const byDay = (await read(`summaries?from=${previousFrom}&to=${today.day}&by=day${query}`)).summaries
  const metres = byDay.map(({ distance }: Json) => Math.round(distance))
  expect(shown.days.map(({ previousDistance }: Json) => previousDistance)).toEqual(metres.slice(0, 28))
  expect(shown.days.map(({ distance }: Json) => distance)).toEqual(metres.slice(28, 56))
  expect(today.distance).toBe(metres[56])
  const byDevice: Json[] = (await read(`summaries?from=${from}&to=${to}&by=device${query}`)).summaries
  const total = (name: string) => sum(byDevice, (one) => one[name] ?? 0)
  const known = byDevice.filter(({ engineSeconds }) => engineSeconds !== null)
  const days = await Promise.all(names.map((name) => read(`devices/${ids[name]}/days?from=${from}&to=${to}`)))
  expect(shown.distance).toBe(Math.round(total('distance')))
  expect(shown.use).toEqual({
    devices: names.length,
    distance: shown.distance,
    tripSeconds: total('tripSeconds'),
    idleSeconds: total('idleSeconds'),
    engineSeconds: known.length === 0 ? null : total('engineSeconds'),
    engineTripSeconds: sum(known, ({ tripSeconds }) => tripSeconds),
    engineIdleSeconds: sum(known, ({ idleSeconds }) => idleSeconds),
    usedDays: sum(days, (one) => one.days.filter(({ tripSeconds }: Json) => tripSeconds > 0).length),
  })
  expect(shown.quality).toMatchObject({
    knownSeconds: total('tripSeconds') + total('stopSeconds') + total('gapSeconds'),
    gapSeconds: total('gapSeconds'),
    locations: total('locations'),
  })
}

describe('the dashboard', () => {
  test('takes the ignition from a heartbeat if the newest location has none', async () => {
    const { now } = await readDashboard()
    await world.superuser.query(
      `with located as (
         update newest_locations n set more = n.more - 'ignition' from devices d
         where d.id = $1 and n.account_id = d.account_id and n.device_number = d.number
         returning n.account_id, n.device_number, n.fixed_at)
       insert into newest_statuses (account_id, device_number, ignition, ignition_at)
       select account_id, device_number, true, fixed_at - interval '1 minute' from located`,
      [ids.standing],
    )
    expect((await readDashboard()).now).toEqual({
      ...now,
      idling: now.idling + 1,
      standing: now.standing - 1,
    })
    await world.superuser.query('delete from newest_statuses')
  })

  test('counts the devices that need maintenance, of the group that is chosen', async () => {
    const none = { ok: 0, soon: 0, due: 0, overdue: 0, unknown: 0 }
    expect((await readDashboard()).maintenance).toEqual(none)
    const devices = [ids.driving, ids.standing, ids.never]
    const plan = await world.make.maintenancePlan(account, { everyKm: 100, warnKm: 10, devices })
    const doneAt = (at: string) => ({ doneAt: at })
    for (const [name, at] of [
      ['driving', '2026-05-20T00:00:00Z'],
      ['never', '2026-06-01T00:00:00Z'],
    ] as const) {
      const of = { deviceId: ids[name]!, planId: plan.id }
      await world.make.maintenanceWork(account, of, doneAt(at))
    }
    const { counts } = await read('maintenance/counts')
    const { maintenance } = await readDashboard()
    expect(maintenance).toEqual(counts)
    expect(maintenance).toMatchObject({ overdue: 1 })
    expect((await readDashboard(`?group=${land.id}`)).maintenance).toEqual({ ...none, overdue: 1 })
    const { overdue, ...others } = (await readDashboard(`?group=${sea.id}`)).maintenance
    expect([overdue, Object.values(others).reduce((sum: number, one) => sum + (one as number), 0)]).toEqual([
      1, 1,
    ])
    await world.call('DELETE', `/api/maintenancePlans/${plan.id}`, { token: account.token })
    expect((await readDashboard()).maintenance).toEqual(none)
  })

  test('counts each device in one state', async () => {
    const { now, openAlerts } = await readDashboard()
    expect(now).toEqual({ devices: 6, driving: 1, idling: 1, standing: 1, silent: 2, expired: 1 })
    expect(openAlerts).toBe(0)
    await world.make.alert(account, ids.standing!)
    const { body } = await world.call('GET', '/api/alerts', { token: account.token })
    expect((await readDashboard()).openAlerts).toBe(1)
    await world.call('POST', `/api/alerts/${body.alerts[0].id}/acknowledge`, {
      token: account.token,
      body: {},
    })
    expect((await readDashboard()).openAlerts).toBe(0)
  })

  test('calls a trip silent after gapSeconds, and everything else after a day', async () => {
    const nowAfter = async (ms: number) => (await readAt(new Date(nowMs + ms), account)).now
    expect(await nowAfter(901_000)).toMatchObject({ driving: 0, idling: 0, standing: 1, silent: 4 })
    expect(await nowAfter(25 * hourMs)).toMatchObject({ standing: 0, silent: 5 })

    // The settings of the time of the last location count.
    const longer = { gapSeconds: 3_600 }
    for (const [settings, driving] of [
      [
        [
          [null, {}],
          [nowMs - 1_000, longer],
        ],
        1,
      ],
      [
        [
          [null, longer],
          [nowMs + 1_000, {}],
        ],
        1,
      ],
      [
        [
          [nowMs + 1_000, longer],
          [nowMs + 2_000, {}],
        ],
        1,
      ],
      [
        [
          [null, {}],
          [nowMs + 1_000, longer],
        ],
        0,
      ],
      [[[null, { expectedSeconds: 900 }]], 1],
    ]) {
      await world.superuser.query(
        `update trip_states set settings = $2::jsonb where device_number = (select number from devices where id = $1)`,
        [ids.driving, JSON.stringify(settings)],
      )
      expect([settings, (await nowAfter(901_000)).driving]).toEqual([settings, driving])
    }
    await world.superuser.query('update trip_states set settings = null')
  })

  test('has 28 complete days in the time zone of the account, and those before', async () => {
    const shown = await readDashboard()
    expect(shown).toMatchObject({ timeZone, from: '2026-06-02', to: '2026-06-29' })
    expect(shown).toMatchObject({ previousFrom: '2026-05-05', previousTo: '2026-06-01' })
    expect([shown.days.length, shown.today.day]).toEqual([28, '2026-06-30'])
    expect(shown.days[0]).toMatchObject({ day: '2026-06-02', previousDay: '2026-05-05' })
    expect(shown.previousDistance).toBeGreaterThan(100_000)
  })

  test('adds up to the summaries of days and devices, to the metre and second', async () => {
    const shown = await readDashboard()
    await expectSums(shown, Object.keys(ids))
    expect(shown.quality.gapSeconds).toBeGreaterThan(4 * 86_400)
    expect(shown.today.distance).toBeGreaterThan(300_000)
    const { body } = await world.call('POST', '/api/reports/preview', {
      token: account.token,
      body: { report: 'dataQuality', from: shown.from, to: shown.to },
    })
    const { columns, rows } = body.preview
    const totals = rows.find(({ type }: Json) => type === 'total').cells
    const cell = (key: string) => totals[columns.findIndex((column: Json) => column.key === key)]
    expect(shown.quality).toMatchObject({
      gapSeconds: cell('gapTime'),
      unusableLocations: cell('unusable'),
      corrections: cell('corrections'),
    })
  })

  test('lists groups with their own sums', async () => {
    const { groups, groupCount } = await readDashboard()
    expect(groups.map(({ name, devices }: Json) => [name, devices])).toEqual([
      ['Land', 2],
      ['Sea', 2],
    ])
    expect(groupCount).toBe(2)
    for (const { groupId, name: _, ...use } of groups) {
      expect(use).toEqual((await readDashboard(`?group=${groupId}`)).use)
    }
  })

  test('of a group has its devices only', async () => {
    const shown = await readDashboard(`?group=${land.id}`)
    expect(shown.now.devices).toBe(2)
    expect(shown.groups.map(({ name }: Json) => name)).toEqual(['Land'])
    await expectSums(shown, ['driving', 'idling'], land.id)
    expect((await readDashboard('?group=grp_none')).now.devices).toBe(0)
    const { status } = await world.call('GET', '/api/fleet/dashboard?groups=x', { token: account.token })
    expect(status).toBe(400)
  })

  test('is limited to the scope: groups, one device, nothing, another account', async () => {
    const { computedAt: _at, ...ofSea } = await readDashboard(`?group=${sea.id}`)
    const one = await world.make.user(account, { groupIds: [sea.id] })
    const { computedAt: _then, ...seen } = await readDashboard('', one.token)
    expect(seen).toEqual(ofSea)
    expect(JSON.stringify(seen)).not.toContain(ids.idling)
    expect((await readDashboard(`?group=${land.id}`, one.token)).now.devices).toBe(0)

    const both = await world.make.user(account, { groupIds: [sea.id, land.id] })
    const union = await readDashboard('', both.token)
    expect(union.now).toMatchObject({ devices: 3, driving: 1, idling: 1, standing: 1 })
    const { days: _days, groups: _groups, ...whole } = await readDashboard()
    expect(union.use.tripSeconds).toBe(whole.use.tripSeconds)

    const single = await world.make.user(account, { deviceId: ids.standing })
    const ofOne = await readDashboard('', single.token)
    expect(ofOne).toMatchObject({ now: { devices: 1, standing: 1 }, groups: [], groupCount: 0 })
    const other = await world.make.account({ timeZone })
    for (const { token } of [await world.make.user(account), other]) {
      const nothing = await readDashboard('', token)
      expect(nothing.now).toEqual({ devices: 0, driving: 0, idling: 0, standing: 0, silent: 0, expired: 0 })
      expect(nothing).toMatchObject({ distance: 0, previousDistance: 0, groups: [], openAlerts: 0 })
      expect(nothing.use).toMatchObject({ devices: 0, engineSeconds: null, usedDays: 0 })
      expect(nothing.byDistance).toEqual({ top: [], bottom: [] })
      expect(sum(nothing.days, ({ distance, previousDistance }) => distance + previousDistance)).toBe(0)
    }
  })
})

describe('of a fleet that was added up by hand', () => {
  let fleet: MadeAccount
  /** Device n drives n km on each of the last ten complete days, and idles n of 100 minutes if it is odd. */
  beforeAll(async () => {
    fleet = await world.make.account({ licenses: 100, timeZone })
    await insertFleet(world.superuser, { accountId: fleet.accountId, active: 25 })
    await world.superuser.query(
      `insert into device_days (account_id, device_number, day, zone, trip_seconds, stop_seconds, gap_seconds, cm, idle_seconds,
         engine_seconds, locations, ahead, jump)
       select account_id, number, date '2026-06-29' - ago, 'America/Sao_Paulo', case when n > 5 then 3600 else 0 end, 80000, 2800,
         n * 100000, n * 60, case when n % 2 = 1 then 6000 end, 100, 1, 2
       from (select d.*, row_number() over (order by number) as n from devices d where account_id = $1) as d
       cross join generate_series(0, 9) as ago`,
      [fleet.accountId],
    )
    await world.superuser.query(
      `select refresh_recent_days($1, array_agg(number), array_agg('-infinity'::date), date '2026-06-30', 'America/Sao_Paulo')
       from devices where account_id = $1`,
      [fleet.accountId],
    )
  })

  test('has these sums', async () => {
    const shown = await readDashboard('', fleet.token)
    // 1 + 2 + … + 25 = 325 km a day.
    expect(shown).toMatchObject({ distance: 3_250_000, previousDistance: 0, today: { distance: 0 } })
    expect(shown.days.map(({ distance }: Json) => distance)).toEqual([
      ...Array.from({ length: 18 }, () => 0),
      ...Array.from({ length: 10 }, () => 325_000),
    ])
    // 13 odd numbers, whose sum is 169; ten of them are above 5.
    expect(shown.use).toEqual({
      devices: 25,
      distance: 3_250_000,
      tripSeconds: 20 * 10 * 3_600,
      idleSeconds: 325 * 60 * 10,
      engineSeconds: 13 * 10 * 6_000,
      engineTripSeconds: 10 * 10 * 3_600,
      engineIdleSeconds: 169 * 60 * 10,
      usedDays: 200,
    })
    expect(shown.quality).toEqual({
      knownSeconds: 20 * 10 * 3_600 + 25 * 10 * 82_800,
      gapSeconds: 25 * 10 * 2_800,
      locations: 25_000,
      unusableLocations: 750,
      corrections: 0,
    })
  })

  test('has these devices at its ends', async () => {
    const { byDistance, byIdle } = await readDashboard('', fleet.token)
    const names = (list: Json[]) => list.map(({ name }) => Number(name.slice('Boat '.length)))
    expect(names(byDistance.top)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16])
    expect(names(byDistance.bottom)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(names(byIdle.top)).toEqual([25, 23, 21, 19, 17, 15, 13, 11, 9, 7])
    expect(names(byIdle.bottom)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
    expect(byIdle.top[0]).toMatchObject({ idleSeconds: 15_000, engineSeconds: 60_000, distance: 250_000 })
    expect(byDistance.top[1].engineSeconds).toBeNull()
  })

  test('moves on with the day, without anything being written', async () => {
    const shown = await readAt('2026-07-03T10:00:00Z', fleet)
    expect(shown).toMatchObject({ from: '2026-06-05', to: '2026-07-02', distance: 3_250_000 })
    expect(shown.days.at(-4)).toMatchObject({ day: '2026-06-29', distance: 325_000 })
    expect(shown.days.at(-3)).toMatchObject({ day: '2026-06-30', distance: 0 })
    // Of the ten days from 20 June on, the last three are in the period, and the others before it.
    const later = await readAt('2026-07-25T10:00:00Z', fleet)
    expect(later).toMatchObject({ from: '2026-06-27', distance: 975_000, previousDistance: 2_275_000 })
  })
})
