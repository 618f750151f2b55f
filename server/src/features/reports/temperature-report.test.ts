// Temperatures agree with a plain computation over the same locations.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../../simulator/src/random.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { along, secondMs } from '../../../test/trips/short-track.ts'
import type { TrackedDevice } from '../../../test/trips/tracked-device.ts'
import { trackedDevice } from '../../../test/trips/tracked-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { sumTemperatures } from '../temperature/temperature.api.ts'
import { writeNext } from './reporter.api.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const day = '2026-06-15'
const range = { minTemperature: -22, maxTemperature: -18 }
let world: World
let account: MadeAccount
let reefer: TrackedDevice

const drive = (from: number, metres: number) => [
  ...along([from, from + 1_800], [metres, metres + 30_000], { ignition: true }),
  ...along([from + 1_830, from + 3_600], [metres + 30_000, metres + 30_000], { ignition: false, kmh: 0 }),
]
/** The second drive comes after more than an hour without locations. */
const track = [...drive(0, 0), ...drive(9_000, 30_000)]

/** Changing values; some locations have one probe only, a door, or values without sense. */
function moreOf(index: number, random: { between(from: number, to: number): number }): object {
  if (index % 19 === 4) return { temperature: 'cold', temperature2: null }
  return {
    temperature: Math.round(random.between(-240, -160)) / 10,
    ...(index % 5 !== 2 && { temperature2: Math.round(random.between(-200, -100)) / 10 }),
    ...(index % 4 !== 1 && { attributes: { doorOpen: index % 3 === 0 } }),
  }
}

const token = () => world.make.token(account.userName, account.apiKey)
const call = async (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/${path}`, { token: await token(), body })

async function preview(fields: object): Promise<Json[]> {
  const body = { report: 'temperature', from: day, to: day, limit: 1_000, ...fields }
  const answer = await call('POST', 'reports/preview', body)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  const { columns, rows } = answer.body.preview
  return rows.map(({ type, cells }: Json) => ({
    type,
    ...Object.fromEntries(columns.map(({ key }: Json, at: number) => [key, cells[at]])),
  }))
}

beforeAll(async () => {
  world = await openWorld()
  world.clock.hold(new Date(secondMs(-60)))
  account = await world.make.account({ licenses: 100, timeZone: 'UTC' })
  reefer = await trackedDevice(world, account, { name: 'Reefer' })
  const plain = await trackedDevice(world, account, { name: 'Without probes' })
  await reefer.report(track, 13_000)
  await plain.report(track, 13_000)
  const random = createRandom(3)
  for (const [index, { fixedAtMs }] of track.entries()) {
    await world.superuser.query(
      `update locations set more = more || $3::jsonb where device_number = $1 and fixed_at = $2`,
      [reefer.deviceNumber, new Date(fixedAtMs), JSON.stringify(moreOf(index, random))],
    )
  }
})
afterAll(() => world.close())

/** Second by second, without any of the code of the report. */
async function computePlainly(probe: 'temperature' | 'temperature2', from: number, to: number) {
  const { rows } = await world.superuser.query(
    `select round(extract(epoch from fixed_at))::int as at, more->$2 as value from locations
     where device_number = $1 order by fixed_at`,
    [reefer.deviceNumber, probe],
  )
  const readings = rows.filter(({ value }) => typeof value === 'number')
  const inside = readings.filter(({ at }) => at >= from && at < to)
  const values = inside.map(({ value }) => value)
  let [sum, known, out] = [0, 0, 0]
  for (const { at, value } of inside) {
    const next = readings.find((one) => one.at > at)
    if (!next || next.at - at > 3_600) continue
    for (let second = at; second < Math.min(next.at, to); second += 1) {
      sum += value
      known += 1
      if (value < range.minTemperature || value > range.maxTemperature) out += 1
    }
  }
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return { readings: values.length, lowest, highest, mean: sum / known, measuredTime: known, outOfRange: out }
}

const [dayFrom, dayTo] = [secondMs(-8 * 3_600) / 1_000, secondMs(16 * 3_600) / 1_000]

test('each probe has its extremes, its mean over time, and its time out of range', async () => {
  const columns = ['device', 'probe', 'lowest', 'highest', 'mean', 'measuredTime', 'outOfRange', 'readings']
  const rows = await preview({ ...range, columns })
  const probes = rows.filter(({ type }) => type === 'row')
  expect(probes.map(({ device, probe }) => [device, probe])).toEqual([
    ['Reefer', 1],
    ['Reefer', 2],
  ])
  for (const [index, name] of (['temperature', 'temperature2'] as const).entries()) {
    const { mean, ...plain } = await computePlainly(name, dayFrom, dayTo)
    expect(probes[index]).toMatchObject(plain)
    expect(probes[index].mean).toBeCloseTo(mean, 2)
  }
})

test('the time with an open door is counted once', async () => {
  const { rows } = await world.superuser.query(
    `select round(extract(epoch from fixed_at))::int as at, more->'attributes'->'doorOpen' as is_open from locations
     where device_number = $1 order by fixed_at`,
    [reefer.deviceNumber],
  )
  const seconds = rows.reduce((sum, { at, is_open: isOpen }, index) => {
    const next = rows[index + 1]
    return isOpen === true && next && next.at - at <= 3_600 ? sum + next.at - at : sum
  }, 0)
  expect(seconds).toBeGreaterThan(600)
  const found = await preview(range)
  expect(found.map(({ type, doorOpen }) => [type, doorOpen])).toEqual([
    ['row', seconds],
    ['row', null],
    ['total', seconds],
  ])
})

test('by trip, only what lies in trips counts', async () => {
  const rows = await preview({ ...range, groupBy: 'trip' })
  const { trips } = (await reefer.call('GET', '/trips')).body
  const found = rows.filter(({ type }) => type === 'row')
  expect(rows.filter(({ type }) => type === 'group')).toHaveLength(1)
  expect(found).toHaveLength(2 * trips.length)
  for (const { start, end } of trips) {
    const [from, to] = [start.dateTime, end.dateTime].map((one) => Date.parse(one))
    const [first] = found.filter((one) => one.start === from)
    expect(first.end).toBe(to)
    const { readings: _, mean, ...plain } = await computePlainly('temperature', from! / 1_000, to! / 1_000)
    expect(first).toMatchObject(plain)
    expect(first.mean).toBeCloseTo(mean, 2)
  }
})

test('parts of any length lead to the same', async () => {
  const db = world.ctx.db.forAccount(account.accountId)
  const windows = [{ fromMs: dayFrom * 1_000, toMs: dayTo * 1_000 }]
  const request = { deviceNumber: reefer.deviceNumber, windows, range: { minC: -22, maxC: -18 } }
  const read = async (limit?: number) => {
    const parts = sumTemperatures(db, request, limit)
    let part = await parts.next()
    while (!part.done) part = await parts.next()
    return part.value
  }
  const whole = await read()
  expect(whole[0]!.probes).toHaveLength(2)
  for (const limit of [1, 2, 7, 50]) expect([limit, await read(limit)]).toEqual([limit, whole])
})

test('columns of the range are shown if there is one', async () => {
  const [withRange] = await preview(range)
  const [without] = await preview({})
  expect(withRange.outOfRangeShare).toBeCloseTo(withRange.outOfRange / withRange.measuredTime, 6)
  expect([Object.hasOwn(without, 'outOfRange'), Object.hasOwn(without, 'start')]).toEqual([false, false])
})

test('a page shows the curve with its limits', async () => {
  const { body } = await call('POST', 'reportRuns', {
    ...{ report: 'temperature', from: day, to: day, format: 'html', language: 'es' },
    ...range,
  })
  await writeNext(world.ctx)
  const url = `/api/reportRuns/${body.reportRun.id}/file`
  const headers = { authorization: `Bearer ${await token()}` }
  const { payload } = await world.app.inject({ method: 'GET', url, headers })
  for (const text of ['figure class="lines"', 'Sonda 1', 'Sonda 2', 'Límite inferior -22', '-22 °C … -18 °C'])
    expect(payload).toContain(text)
})

test.each([
  ['a range that is empty', { report: 'temperature', minTemperature: 5, maxTemperature: 2 }],
  ['a range of another report', { report: 'trips', minTemperature: 5 }],
  ['more than a month', { report: 'driving', from: '2026-05-01' }],
])('refuses %s', async (_, fields) => {
  const answer = await call('POST', 'reports/preview', { from: day, to: day, ...fields })
  expect([answer.status, answer.body.code ?? answer.body.error]).toEqual([400, expect.anything()])
})
