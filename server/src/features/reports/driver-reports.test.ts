// Work time and logbook: what they show agrees with the trips and the odometer of the API.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { along, at, secondMs } from '../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../test/trips/tracked-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let account: MadeAccount
let van: TrackedDevice
let truck: TrackedDevice

const on = { ignition: true }
const off = { ignition: false, kmh: 0 }
/** On Monday, 8:00: Ana drives the van, then Bea; a manoeuvre between them. */
const vanTrack = [
  ...along([0, 600], [0, 10_000], { ...on, driverTag: 'ANA' }),
  ...along([630, 1_500], [10_000, 10_000], off),
  at(1_530, 10_100, { ...on, kmh: 12 }),
  at(1_545, 10_180, { ...on, kmh: 12 }),
  ...along([1_560, 2_400], [10_200, 10_200], off),
  ...along([2_430, 3_030], [10_700, 20_000], { ...on, driverTag: 'BEA' }),
  ...along([3_060, 4_000], [20_000, 20_000], off),
]
/** Ana drives the truck an hour later. */
const truckTrack = [
  ...along([3_600, 4_200], [0, 10_000], { ...on, driverTag: 'ANA' }),
  ...along([4_230, 5_100], [10_000, 10_000], off),
]

const token = () => world.make.token(account.userName, account.apiKey)
const call = async (method: string, path: string, body?: unknown): Promise<Json> =>
  (await world.call(method, `/api/${path}`, { token: await token(), body })).body

async function preview(fields: object): Promise<Json> {
  const answer = await call('POST', 'reports/preview', { from: '2026-06-15', to: '2026-06-15', ...fields })
  expect(answer.success).toBe(true)
  return answer.preview
}

const column = ({ columns, rows }: Json, key: string, type = 'row') => {
  const index = columns.findIndex((one: Json) => one.key === key)
  return rows.filter((one: Json) => one.type === type).map((one: Json) => one.cells[index])
}

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(-60)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  van = await trackedDevice(world, account, { name: 'Van' })
  truck = await trackedDevice(world, account, { name: 'Truck' })
  for (const name of ['Ana', 'Bea']) {
    const { id } = await call('POST', 'drivers', { name })
    await call('POST', `drivers/${id}/tags`, { tag: name.toUpperCase() })
  }
  await van.report(vanTrack, 4_010)
  await truck.report(truckTrack, 5_110)
})
afterAll(() => world.close())

test('work time by driver sums the trips of several devices', async () => {
  const report = await preview({ report: 'workTime' })
  expect(column(report, 'device').length).toBe(2)
  expect(report.rows.filter(({ type }: Json) => type === 'group').map((one: Json) => one.cells[0])).toEqual([
    'Ana',
    'Bea',
  ])
  expect(column(report, 'device')).toEqual(['Truck, Van', 'Van'])
  expect(column(report, 'trips')).toEqual([2, 1])
  const { trips } = await call('GET', 'trips')
  const seconds = trips.reduce((sum: number, { duration }: Json) => sum + duration, 0)
  expect(column(report, 'tripTime', 'total')).toEqual([seconds])
  const [ana] = [column(report, 'span')[0]]
  expect(ana).toBe(column(report, 'tripTime')[0] + column(report, 'breaks')[0])
  expect(column(report, 'outsideHours')).toEqual([0, 0])
  const metres = trips.reduce((sum: number, { distance }: Json) => sum + Math.round(distance * 100), 0) / 100
  expect(column(report, 'distance', 'total')).toEqual([metres])
})

test('work time without a driver has no start and no breaks: it is of many devices at once', async () => {
  const device = await trackedDevice(world, account, { name: 'Bus' })
  await device.report(
    truckTrack.map((location) => ({ ...location, driverTag: null })),
    5_110,
  )
  const report = await preview({ report: 'workTime', deviceIds: [device.id] })
  expect(column(report, 'device')).toEqual(['Bus'])
  expect(column(report, 'tripTime')[0]).toBeGreaterThan(0)
  for (const key of ['start', 'end', 'span', 'breaks']) expect(column(report, key)).toEqual([null])
  await call('DELETE', `devices/${device.id}`)
})

test('work time by device has the same total', async () => {
  const [byDriver, byDevice] = [
    await preview({ report: 'workTime' }),
    await preview({ report: 'workTime', groupBy: 'device' }),
  ]
  expect(column(byDevice, 'driver')).toEqual(['Ana', 'Ana, Bea'])
  expect(column(byDevice, 'distance', 'total')).toEqual(column(byDriver, 'distance', 'total'))
  expect(column(byDevice, 'tripTime', 'total')).toEqual(column(byDriver, 'tripTime', 'total'))
})

test('the logbook has odometer, purpose, driver and every change', async () => {
  await van.call('PUT', '/odometer', { value: 1_000, dateTime: new Date(secondMs(-30)).toISOString() })
  const { trips } = await van.call('GET', '/trips').then(({ body }) => body)
  const [second, first] = trips
  await call('PATCH', `trips/${first.id}`, { purpose: 'private' })
  await call('PATCH', `trips/${first.id}`, { purpose: 'business', note: 'Customer' })
  const report = await preview({ report: 'logbook', deviceIds: [van.id] })
  expect(column(report, 'purpose')).toEqual(['Business', null])
  expect(column(report, 'driver')).toEqual(['Ana', 'Bea'])
  expect(column(report, 'note')).toEqual(['Customer', null])
  expect(column(report, 'changes')[0]).toMatch(
    /^15 Jun 2026 09:\d\d .*: Private; 15 Jun 2026 09:\d\d .*: Business, Customer$/,
  )
  expect(column(report, 'changes')[1]).toBeNull()
  const [starts, ends] = [column(report, 'odometerStart'), column(report, 'odometerEnd')]
  for (const [index, trip] of [first, second].entries()) {
    const odometerAt = async (instant: string) =>
      (await van.call('GET', `/odometer?dateTime=${encodeURIComponent(instant)}`)).body.value
    expect(starts[index] / 1_000).toBeCloseTo(await odometerAt(trip.start.dateTime), 5)
    expect(ends[index] / 1_000).toBeCloseTo(await odometerAt(trip.end.dateTime), 5)
    expect(ends[index] - starts[index]).toBeCloseTo(trip.distance, 2)
  }
  expect(starts[1]).toBeGreaterThanOrEqual(ends[0])
})

test('a reading between two trips moves the odometer of the second', async () => {
  await van.call('PUT', '/odometer', { value: 5_000, dateTime: new Date(secondMs(1_000)).toISOString() })
  const report = await preview({ report: 'logbook', deviceIds: [van.id] })
  expect(column(report, 'odometerStart')[1]).toBeGreaterThanOrEqual(5_000_000)
  expect(column(report, 'odometerEnd')[0]).toBeLessThan(1_100_000)
})

test('trips show drivers, if the columns are chosen', async () => {
  const report = await preview({ report: 'trips', columns: ['device', 'driver', 'purpose', 'note'] })
  expect(column(report, 'driver')).toEqual(['Ana', 'Ana', 'Bea'])
})

const groupsOf = ({ rows }: Json) =>
  rows.filter(({ type }: Json) => type === 'group').map((one: Json) => one.cells[0])

test('trips are grouped by driver, those without one last', async () => {
  const byDriver = await preview({ report: 'trips', groupBy: 'driver' })
  expect(groupsOf(byDriver)).toEqual(['Ana', 'Bea'])
  expect(column(byDriver, 'device')).toEqual(['Truck', 'Van', 'Van'])
  const byDevice = await preview({ report: 'trips' })
  for (const key of ['distance', 'duration']) {
    expect(column(byDriver, key, 'total')).toEqual(column(byDevice, key, 'total'))
  }
  const [ana, bea] = column(byDriver, 'distance', 'subtotal')
  const [truckTrip, first, second] = column(byDriver, 'distance')
  expect(ana).toBeCloseTo(truckTrip + first, 5)
  expect(bea).toBe(second)
})

test('the fleet summary by driver has the sums of the trips', async () => {
  const report = await preview({ report: 'fleetSummary', groupBy: 'driver' })
  expect(groupsOf(report)).toEqual(['Ana', 'Bea'])
  expect(column(report, 'device')).toEqual(['Truck', 'Van', 'Van'])
  expect(column(report, 'trips', 'subtotal')).toEqual([2, 1])
  const trips = await preview({ report: 'trips', groupBy: 'driver' })
  expect(column(report, 'distance')).toEqual(column(trips, 'distance'))
  expect(column(report, 'tripTime')).toEqual(column(trips, 'duration'))
  expect(column(report, 'idle', 'total')).toEqual(column(trips, 'idle', 'total'))
  expect(column(report, 'maxSpeed', 'total')).toEqual(column(trips, 'maxSpeed', 'total'))
  expect(column(report, 'firstStart')).toEqual(column(trips, 'start'))
  expect(column(report, 'lastEnd')).toEqual(column(trips, 'end'))
  expect(column(report, 'stopTime')).toEqual([null, null, null])
  expect(report.footnotes[0]).toMatch(/^Sums by driver/)
})

test('drivers of the same name are groups of their own', async () => {
  const { id } = await call('POST', 'drivers', { name: 'Ana' })
  const { trips } = await van.call('GET', '/trips').then(({ body }) => body)
  const first = trips.at(-1)
  await call('PATCH', `trips/${first.id}`, { driverId: id })
  try {
    for (const report of ['trips', 'fleetSummary', 'workTime']) {
      const grouped = await preview({ report, groupBy: 'driver' })
      expect(groupsOf(grouped), report).toEqual(['Ana', 'Ana', 'Bea'])
    }
  } finally {
    await call('PATCH', `trips/${first.id}`, { driverId: null })
    await call('DELETE', `drivers/${id}`)
  }
})

test('only drivers of the chosen devices are listed', async () => {
  const limited = await preview({ report: 'trips', groupBy: 'driver', deviceIds: [truck.id] })
  expect(groupsOf(limited)).toEqual(['Ana'])
  expect(column(limited, 'device')).toEqual(['Truck'])
})

test('working hours are chosen, and shown', async () => {
  const outside = async (workingHours?: object) => {
    const report = await preview({ report: 'workTime', ...(workingHours && { workingHours }) })
    const fact = report.facts.find(({ label }: Json) => label === 'Working hours')
    return [column(report, 'outsideHours', 'total')[0], fact.value]
  }
  const { trips } = await call('GET', 'trips')
  const seconds = trips.reduce((sum: number, { duration }: Json) => sum + duration, 0)
  expect(await outside()).toEqual([0, 'Mon, Tue, Wed, Thu, Fri 07:00–19:00'])
  const monday = { days: ['monday'], from: '22:00', to: '06:00' }
  expect(await outside(monday)).toEqual([seconds, 'Mon 22:00–06:00'])
  expect(await outside({ days: ['monday', 'sunday'], from: '00:00', to: '00:00' })).toEqual([
    0,
    'Mon, Sun 00:00–00:00',
  ])
  const other = await call('POST', 'reports/preview', {
    ...{ report: 'trips', from: '2026-06-15', to: '2026-06-15', workingHours: monday },
  })
  expect(other.details).toEqual([{ path: 'workingHours', message: 'is of the report workTime' }])
})

test('trips of a deleted driver keep the name', async () => {
  const drivers = (await call('GET', 'drivers')).drivers as Json[]
  const idOf = (name: string) => drivers.find((one) => one.name === name).id
  const { trips } = await van.call('GET', '/trips').then(({ body }) => body)
  // By tag, and as a user states.
  await call('PATCH', `trips/${trips[0].id}`, { driverId: idOf('Ana') })
  await call('DELETE', `drivers/${idOf('Ana')}`)
  expect((await call('GET', 'drivers')).drivers.map(({ name }: Json) => name)).toEqual(['Bea'])
  await call('PATCH', `trips/${trips[0].id}`, { note: 'Changed later' })
  const report = await preview({ report: 'trips', groupBy: 'driver' })
  expect(groupsOf(report)).toEqual(['Ana'])
  expect(column(report, 'device')).toEqual(['Truck', 'Van', 'Van'])
  expect(groupsOf(await preview({ report: 'workTime' }))).toEqual(['Ana'])
  await call('PATCH', `trips/${trips[0].id}`, { driverId: null })
  expect(groupsOf(await preview({ report: 'trips', groupBy: 'driver' }))).toEqual(['Ana', 'Bea'])
})
