import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { along, secondMs } from '../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../test/trips/tracked-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { writeNext } from './reporter.api.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const degreesPerMetre = 180 / (Math.PI * 6_378_137)
const circleAt = (metres: number, radius = 100) => ({
  geometry: { type: 'Point', coordinates: [metres * degreesPerMetre, 0] },
  radius,
})
const dayOf = (seconds: number) => new Date(secondMs(seconds)).toISOString().slice(0, 10)

let world: World
let account: MadeAccount
let group: { id: string }
let port: { id: string }
let van: TrackedDevice

/** Through the depot, from 905 to 1,105 m, where they stay for 5 minutes, to the port, from 4,000 to 6,000 m. */
const drive = [
  ...along([0, 100], [0, 1_000], {}, 10),
  ...along([110, 390], [1_000, 1_000], {}, 10),
  ...along([400, 800], [1_000, 5_000], {}, 10),
  ...along([810, 2_400], [5_000, 5_000]),
]

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(-3_600)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  group = await world.make.group(account)
  await world.make.geofence(account, { name: 'Depot', ...circleAt(1_005) })
  port = await world.make.geofence(account, { name: 'Port', ...circleAt(5_000, 1_000) })
  await world.make.geofence(account, { name: 'Nobody', ...circleAt(90_000) })
  van = await trackedDevice(world, account, { name: 'Van', groups: [group.id] })
  const truck = await trackedDevice(world, account, { name: 'Truck' })
  for (const device of [van, truck]) await device.report(drive, 2_400)
})
afterAll(() => world.close())

async function preview(fields: object, given?: string): Promise<Json> {
  const token = given ?? (await world.make.token(account.userName, account.apiKey))
  const body = { report: 'visits', from: dayOf(0), to: dayOf(0), ...fields }
  const answer = await world.call('POST', '/api/reports/preview', { token, body })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.preview
}
const column = ({ columns, rows }: Json, key: string, type = 'row') => {
  const index = columns.findIndex((one: Json) => one.key === key)
  return rows.filter((one: Json) => one.type === type).map((one: Json) => one.cells[index])
}
const groupsOf = ({ rows }: Json) =>
  rows.filter(({ type }: Json) => type === 'group').map(({ cells }: Json) => cells[0])

describe('visits', () => {
  test('are grouped by geofence, with the values of the API', async () => {
    const found = await preview({})
    expect(groupsOf(found)).toEqual(['Depot', 'Port'])
    expect(column(found, 'device')).toEqual(['Van', 'Truck', 'Van', 'Truck'])
    expect(found.columns.map(({ key }: Json) => key)).not.toContain('geofence')
    const token = await world.make.token(account.userName, account.apiKey)
    const { visits } = (await world.call('GET', '/api/visits', { token })).body
    const sum = (key: string) => visits.reduce((total: number, visit: Json) => total + visit[key], 0)
    expect(column(found, 'stay', 'total')).toEqual([sum('duration')])
    expect(column(found, 'distanceInside', 'total')[0]).toBeCloseTo(sum('distance'), 2)
    // Still inside the port.
    expect(column(found, 'left').map((value: Json) => value === null)).toEqual([false, false, true, true])
    expect(found.rows.find(({ type }: Json) => type === 'row').path).toMatch(/^\/history\/dev_/)
  })

  test('are grouped by device and by group, or not at all', async () => {
    expect(groupsOf(await preview({ groupBy: 'device' }))).toEqual(['Truck', 'Van'])
    expect(groupsOf(await preview({ groupBy: 'group' }))).toHaveLength(2)
    const all = await preview({ groupBy: 'none', columns: ['device', 'geofence', 'visitType', 'count'] })
    expect(column(all, 'geofence')).toEqual(['Depot', 'Port', 'Depot', 'Port'])
    expect(column(all, 'count', 'total')).toEqual([4])
    expect(column(all, 'visitType')[0]).toBe('Stay')
  })

  test('of a period that cuts them count with their part', async () => {
    // Two days later, they are still inside as far as is known.
    world.clock.hold(new Date(secondMs(3 * 86_400)))
    await van.report(along([3 * 86_400 - 600, 3 * 86_400], [5_000, 5_000]), 3 * 86_400)
    const found = await preview({ from: dayOf(86_400), to: dayOf(86_400), groupBy: 'device' })
    expect(groupsOf(found)).toEqual(['Van'])
    expect(column(found, 'stay')).toEqual([86_400])
    expect(column(found, 'distanceInside')).toEqual([null])
    const byGeofence = await preview({ from: dayOf(86_400), to: dayOf(86_400) })
    expect(column(byGeofence, 'stay', 'total')).toEqual([86_400])
  })

  test('of geofences that a user does not see are left out', async () => {
    account.token = await world.make.token(account.userName, account.apiKey)
    const privileges = ['reports.read']
    const user = await world.make.user(account, { groupIds: [group.id], privileges })
    expect(groupsOf(await preview({}, user.token))).toEqual([])
    const manager = await world.make.user(account, {
      groupIds: [group.id],
      privileges: [...privileges, 'geofences.manage'],
    })
    expect(groupsOf(await preview({}, manager.token))).toEqual(['Depot', 'Port'])
    expect(new Set(column(await preview({}, manager.token), 'device'))).toEqual(new Set(['Van']))
    const token = await world.make.token(account.userName, account.apiKey)
    await world.call('DELETE', `/api/geofences/${port.id}`, { token })
    expect(groupsOf(await preview({}))).toEqual(['Depot'])
  })
})

describe('engine hours', () => {
  test('compare the use with planned hours', async () => {
    const period = { from: dayOf(0), to: dayOf(86_400) }
    const found = await preview({ report: 'engineHours', ...period, plannedHoursPerDay: 0.5 })
    expect(found.facts).toContainEqual({ label: 'Planned hours per day', value: '0.5 h' })
    const trips = column(found, 'tripTime') as number[]
    expect(trips[0]).toBeGreaterThan(0)
    // Without an ignition, the time of trips is the use.
    expect(column(found, 'engine')).toEqual([null, null])
    expect(column(found, 'plannedShare')).toEqual(trips.map((seconds) => seconds / 3_600))
    const total = trips.reduce((sum, one) => sum + one, 0)
    expect(column(found, 'plannedShare', 'total')).toEqual([total / 7_200])
    expect(column(found, 'daysUsed')).toEqual([1, 1])
    expect(column(found, 'daysUnused')).toEqual([1, 1])
  })
})

describe('days', () => {
  test('contain distance, or time', async () => {
    const of = async (fields: object) => preview({ report: 'days', ...fields })
    const distance = await of({})
    expect(distance.columns.at(-1)).toMatchObject({ key: 'distance', type: 'distance' })
    expect(distance.columns[1].title).toMatch(/^\d{1,2} [A-Z][a-z]{2}$/)
    expect((await of({ language: 'es' })).columns[1].title).toMatch(/^\d{1,2}\/\d{1,2}$/)
    const time = await of({ dayValue: 'tripTime' })
    expect(time.columns.at(-1)).toMatchObject({ key: 'tripTime', type: 'duration', title: 'Trip time' })
    expect(time.footnotes).toEqual([])
    const fleet = await preview({ report: 'fleetSummary' })
    expect(column(time, 'tripTime')).toEqual(column(fleet, 'tripTime'))
    expect(column(time, dayOf(0))).toEqual(column(fleet, 'tripTime'))
  })

  test('options of another report are refused', async () => {
    const token = await world.make.token(account.userName, account.apiKey)
    const body = { report: 'trips', from: dayOf(0), to: dayOf(0), dayValue: 'idle' }
    const { status, body: answer } = await world.call('POST', '/api/reports/preview', { token, body })
    expect([status, answer.details]).toEqual([400, [{ path: 'dayValue', message: 'is of the report days' }]])
  })
})

describe('the file of trips', () => {
  test('has a picture of each track in PDF and HTML, and nothing of it in others', async () => {
    const token = await world.make.token(account.userName, account.apiKey)
    const fileOf = async (format: string) => {
      const body = { report: 'trips', from: dayOf(0), to: dayOf(0), format }
      const { id } = (await world.call('POST', '/api/reportRuns', { token, body })).body.reportRun
      await writeNext(world.ctx)
      const url = `/api/reportRuns/${id}/file`
      const answer = await world.app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([format, answer.statusCode]).toEqual([format, 200])
      return answer.rawPayload.toString()
    }
    const html = await fileOf('html')
    const pictures = html.match(/<figure class="track">.*?<\/figure>/gs) ?? []
    expect(pictures).toHaveLength(2)
    expect(pictures[0]).toContain('<figcaption>Truck</figcaption>')
    expect(pictures[0]).toMatch(/>1<\/text><text [^>]+>[^<]+ · \d+:\d\d h</)
    // A straight line needs its ends only.
    const [, points] =
      /<polyline points="([^"]*)" fill="none" stroke="[^"]*" stroke-width="1.4"/.exec(pictures[0]!) ?? []
    expect(points?.split(' ').length).toBeLessThan(10)
    expect(await fileOf('json')).toContain('"figures":[]')
  })
})
