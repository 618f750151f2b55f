// Driving behaviour and speeding agree with a plain computation over the same locations, also after late ones.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../../simulator/src/random.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { readCells } from '../../../test/reports/read-report.ts'
import { along, at, secondMs } from '../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../test/trips/tracked-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { TrackLocation } from '../trips/detection/detection.types.ts'
import { limitsBy, readIncidents } from '../trips/incidents/incident.api.ts'
import { writeNext } from './reporter.api.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const limitKmh = 90
const day = '2026-06-15'
let world: World
let account: MadeAccount
let van: TrackedDevice
let truck: TrackedDevice

/** Drives of Ana and Bea with changing speeds, a silence, and locations that cannot be relied on. */
function madeTrack(seed: number): TrackLocation[] {
  const random = createRandom(seed)
  const rows: TrackLocation[] = []
  let [seconds, metres] = [0, 0]
  for (const driverTag of ['ANA', 'BEA']) {
    for (let step = 0; step < 120; step += 1) {
      const kmh = Math.round(random.between(55, 125))
      const given = { ignition: true, driverTag, kmh }
      rows.push(at(seconds, metres, given))
      // Two of one instant.
      if (step % 29 === 14) rows.push(at(seconds, metres, { ...given, kmh: 95 }))
      if (step % 17 === 5) rows.push(at(seconds + 7, metres, { ...given, kmh: 140, accuracyM: 900 }))
      if (step % 23 === 9) rows.push(at(seconds + 9, null, { ...given, kmh: 130 }))
      const elapsed = step % 40 === 20 ? 400 : 30
      seconds += elapsed
      metres += (kmh / 3.6) * elapsed
    }
    rows.push(...along([seconds, seconds + 900], [metres, metres], { ignition: false, kmh: 0 }))
    seconds += 930
  }
  return rows
}

const track = madeTrack(7)
const lastSeconds = (track.at(-1)!.fixedAtMs - secondMs(0)) / 1_000
/** By index in the track. */
const harsh: [index: number, alerts: string[]][] = [
  [12, ['harshBraking']],
  [60, ['harshBraking', 'harshCornering']],
  // At the stop between the drives.
  [150, ['harshCornering']],
  [200, ['harshAcceleration']],
  [track.length - 3, ['harshBraking']],
]

const token = () => world.make.token(account.userName, account.apiKey)
const call = async (method: string, path: string, body?: unknown): Promise<Json> =>
  (await world.call(method, `/api/${path}`, { token: await token(), body })).body

async function preview(fields: object): Promise<Json> {
  const answer = await call('POST', 'reports/preview', { from: day, to: day, limit: 1_000, ...fields })
  expect([answer.success, answer]).toEqual([true, answer])
  return answer.preview
}

const column = ({ columns, rows }: Json, key: string, type = 'row') => {
  const index = columns.findIndex((one: Json) => one.key === key)
  return rows.filter((one: Json) => one.type === type).map((one: Json) => one.cells[index])
}
const valuesOf = ({ columns, rows }: Json, type: string): Json[] =>
  rows
    .filter((one: Json) => one.type === type)
    .map(({ cells }: Json) =>
      Object.fromEntries(columns.map((one: Json, at: number) => [one.key, cells[at]])),
    )

async function addAlerts(device: TrackedDevice): Promise<void> {
  for (const [index, alerts] of harsh) {
    await world.superuser.query(
      `update locations set more = coalesce(more, '{}') || jsonb_build_object('alerts', $3::jsonb)
       where device_number = $1 and fixed_at = $2`,
      [device.deviceNumber, new Date(track[index]!.fixedAtMs), JSON.stringify(alerts)],
    )
  }
}

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(-60)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  for (const name of ['Ana', 'Bea']) {
    const { id } = await call('POST', 'drivers', { name })
    await call('POST', `drivers/${id}/tags`, { tag: name.toUpperCase() })
  }
  van = await trackedDevice(world, account, { name: 'Van' })
  truck = await trackedDevice(world, account, { name: 'Truck' })
  expect((await van.call('PUT', '/tripSettings', { speedLimitKmh: limitKmh })).status).toBe(200)
  await van.report(track, lastSeconds + 60)
  await addAlerts(van)
  // The truck has no speed limit, and no harsh events.
  await truck.report(track, lastSeconds + 60)
})
afterAll(() => world.close())

interface Plain {
  spans: number
  seconds: number
  metres: number
  topKmh: number
  harsh: Record<string, number>
}

/** All locations of the device in the trips of the API, without any of the code of the report. */
async function computePlainly({ deviceNumber, call: ask }: TrackedDevice): Promise<Plain> {
  const { rows } = await world.superuser.query(
    `select extract(epoch from fixed_at)::float8 as at, longitude / 1e7::float8 as longitude, speed / 10::float8 as kmh,
       accuracy_m, more->'alerts' as alerts
     from locations where device_number = $1 order by fixed_at, fingerprint`,
    [deviceNumber],
  )
  const { trips } = (await ask('GET', '/trips')).body
  const isInTrip = (seconds: number) =>
    trips.some(
      ({ start, end }: Json) =>
        Date.parse(start.dateTime) <= seconds * 1_000 && seconds * 1_000 <= Date.parse(end.dateTime),
    )
  const found: Plain = { spans: 0, seconds: 0, metres: 0, topKmh: 0, harsh: {} }
  for (const { at: seconds, alerts } of rows) {
    for (const one of isInTrip(seconds) ? (alerts ?? []) : []) found.harsh[one] = (found.harsh[one] ?? 0) + 1
  }
  const usable = rows.filter((row) => row.longitude !== null && (row.accuracy_m ?? 0) <= 200)
  let isSpan = false
  for (const [index, row] of usable.entries()) {
    const isAbove = row.kmh > limitKmh && isInTrip(row.at)
    if (isAbove && !isSpan) found.spans += 1
    const next = usable[index + 1]
    const isHeld = isAbove && next !== undefined && next.at - row.at <= 300
    isSpan = isHeld
    if (isAbove) found.topKmh = Math.max(found.topKmh, row.kmh)
    if (!isHeld) continue
    found.seconds += next.at - row.at
    found.metres += Math.abs(next.longitude - row.longitude) * (Math.PI / 180) * 6_378_137
  }
  return found
}

async function expectPlain(): Promise<Plain> {
  const plain = await computePlainly(van)
  const [sums] = valuesOf(await preview({ report: 'driving', deviceIds: [van.id] }), 'row')
  expect(sums.speedings).toBe(plain.spans)
  expect(sums.speedingTime).toBe(Math.round(plain.seconds))
  expect(Math.abs(sums.speedingDistance - plain.metres)).toBeLessThan(plain.spans + 1)
  for (const kind of ['harshBraking', 'harshAcceleration', 'harshCornering']) {
    expect([kind, sums[kind]]).toEqual([kind, plain.harsh[kind] ?? 0])
  }
  const events = Object.values(plain.harsh).reduce((sum, one) => sum + one, 0)
  const percent = (plain.metres * 100) / sums.distance
  expect(sums.harshPer100Km).toBeCloseTo((events * 100_000) / sums.distance, 2)
  expect(sums.score).toBeCloseTo(100 - (5 * events * 100_000) / sums.distance - percent, 1)

  const listed = valuesOf(await preview({ report: 'speeding', deviceIds: [van.id] }), 'row')
  const spans = listed.filter(({ event }) => event === 'Speeding')
  expect([spans.length, listed.length - spans.length]).toEqual([plain.spans, events])
  const total = (key: string) => spans.reduce((sum, one) => sum + one[key], 0)
  expect(total('seconds')).toBe(Math.round(plain.seconds))
  expect(total('distance')).toBeCloseTo(sums.speedingDistance, 2)
  expect(Math.max(...spans.map(({ maxSpeed }) => maxSpeed * 3.6))).toBeCloseTo(plain.topKmh, 0)
  expect(listed.map(({ start }) => start)).toEqual(listed.map(({ start }) => start).toSorted((a, b) => a - b))
  return plain
}

test('both reports are what a plain computation finds', async () => {
  const plain = await expectPlain()
  expect(plain.spans).toBeGreaterThan(20)
  // Two are at stops, and do not count.
  expect(plain.harsh).toEqual({ harshBraking: 2, harshCornering: 1, harshAcceleration: 1 })
})

test('without a speed limit there is no speeding and no score, rather than zero', async () => {
  const [sums] = valuesOf(await preview({ report: 'driving', deviceIds: [truck.id] }), 'row')
  expect(sums).toMatchObject({ speedLimit: null, speedings: null, speedingTime: null, score: null })
  expect(sums).toMatchObject({ speedingDistance: null, speedingShare: null, harshBraking: 0 })
  expect(await preview({ report: 'speeding', deviceIds: [truck.id] })).toMatchObject({ rows: [] })
  // The score of both is that of the one with a limit.
  const both = await preview({ report: 'driving' })
  expect(column(both, 'score', 'total')[0]).toBeCloseTo(column(both, 'score')[1], 6)
})

test('by driver the sums are the same', async () => {
  const byDevice = valuesOf(await preview({ report: 'driving', deviceIds: [van.id] }), 'total')[0]
  const byDriver = await preview({ report: 'driving', groupBy: 'driver', deviceIds: [van.id] })
  expect(column(byDriver, 'device', 'group')).toEqual(['Ana', 'Bea'])
  expect(valuesOf(byDriver, 'total')[0]).toEqual(byDevice)
  const events = await preview({ report: 'speeding', groupBy: 'driver', deviceIds: [van.id] })
  expect(column(events, 'device', 'group')).toEqual(['Ana', 'Bea'])
  expect(events.columns.some(({ key }: Json) => key === 'driver')).toBe(false)
  expect(column(events, 'seconds', 'total')).toEqual([byDevice.speedingTime])
})

const ofFiles = {
  driving: ['device', 'distance', 'speedings', 'speedingTime', 'speedingShare', 'harshPer100Km', 'score'],
  speeding: ['device', 'driver', 'event', 'seconds', 'distance', 'place'],
}

test('every file has the same cells', async () => {
  for (const [report, columns] of Object.entries(ofFiles)) {
    const fileOf = async (format: string) => {
      const { reportRun } = await call('POST', 'reportRuns', {
        ...{ report, columns, from: day, to: day, format, deviceIds: [van.id] },
        ...(format === 'csv' && { dialect: 'rfc' }),
      })
      await writeNext(world.ctx)
      const url = `/api/reportRuns/${reportRun.id}/file`
      const headers = { authorization: `Bearer ${await token()}` }
      const answer = await world.app.inject({ method: 'GET', url, headers })
      expect([report, format, answer.statusCode]).toEqual([report, format, 200])
      return answer.rawPayload
    }
    const json = JSON.parse((await fileOf('json')).toString())
    const [{ columns: described, rows }] = json.tables
    const cells = rows.map(({ values }: Json) => Object.values(values))
    expect(cells.length).toBeGreaterThan(1)
    for (const format of ['csv', 'xlsx', 'ndjson'] as const) {
      expect([format, readCells(format, await fileOf(format), described)]).toEqual([format, cells])
    }
    const html = (await fileOf('html')).toString()
    expect(html).toContain(report === 'driving' ? 'Score = 100 − 5 ×' : 'Harsh braking (2)')
    expect((await fileOf('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('parts of any length lead to the same', async () => {
  const db = world.ctx.db.forAccount(account.accountId)
  const limits = limitsBy([[null, { speedLimitKmh: limitKmh }]])
  const period = { fromMs: secondMs(0), toMs: secondMs(86_400) }
  const read = async (limit?: number) => {
    const parts = await Array.fromAsync(readIncidents(db, van.deviceNumber, period, limits, limit))
    return parts.flatMap(({ incidents }) => incidents)
  }
  const whole = await read()
  expect(whole.length).toBeGreaterThan(20)
  for (const limit of [1, 2, 3, 7, 50]) expect([limit, await read(limit)]).toEqual([limit, whole])
})

test('a limit counts from when it was set', async () => {
  const db = world.ctx.db.forAccount(account.accountId)
  const changeMs = track[60]!.fixedAtMs
  const period = { fromMs: secondMs(0), toMs: secondMs(86_400) }
  const limits = limitsBy([
    [null, {}],
    [changeMs, { speedLimitKmh: limitKmh }],
  ])
  const parts = await Array.fromAsync(readIncidents(db, van.deviceNumber, period, limits))
  const spans = parts.flatMap(({ incidents }) => incidents).filter(({ kind }) => kind === 'speeding')
  expect(spans.length).toBeGreaterThan(5)
  expect(Math.min(...spans.map(({ startMs }) => startMs))).toBeGreaterThanOrEqual(changeMs)
})

test('locations that come late count as if they had come in time', async () => {
  const late = await trackedDevice(world, account, { name: 'Late' })
  await late.call('PUT', '/tripSettings', { speedLimitKmh: limitKmh })
  const isLate = (_: TrackLocation, index: number) => index >= 40 && index < 100
  await late.report(
    track.filter((row, index) => !isLate(row, index)),
    lastSeconds + 60,
  )
  const before = valuesOf(await preview({ report: 'driving', deviceIds: [late.id] }), 'row')[0]
  await late.report(track.filter(isLate), lastSeconds + 120)
  await addAlerts(late)
  const after = valuesOf(await preview({ report: 'driving', deviceIds: [late.id] }), 'row')[0]
  expect(after.speedings).toBeGreaterThan(before.speedings)
  const inTime = valuesOf(await preview({ report: 'driving', deviceIds: [van.id] }), 'row')[0]
  expect({ ...after, device: 'Van' }).toEqual(inTime)
})

test('another account sees nothing of it', async () => {
  const other = await world.make.account({ timeZone: 'UTC' })
  for (const report of ['driving', 'speeding', 'temperature']) {
    const body = { report, from: day, to: day }
    const answer = await world.call('POST', '/api/reports/preview', { token: other.token, body })
    expect([report, answer.status, answer.body.preview.rows]).toEqual([report, 200, []])
  }
})
