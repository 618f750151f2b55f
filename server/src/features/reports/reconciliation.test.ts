// What a report shows is what the API, the odometer and every file show: to the centimetre and the second.

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { readCells, readTexts } from '../../../test/reports/read-report.ts'
import { compute } from '../../../test/trips/driven.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { MadeTrack } from '../../../test/trips/tracks.ts'
import { madeTrack } from '../../../test/trips/tracks.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { isAhead } from '../trips/detection/instants.ts'
import { createLocalDays } from '../trips/detection/local-days.ts'
import type { Cell } from './document.types.ts'
import type { ReportFormat } from './report.types.ts'
import { writeNext } from './reporter.api.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

const zones = ['Europe/Madrid', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
const exactFormats = ['csv', 'xlsx', 'json', 'ndjson'] as const
const maxDays = 31

let world: World
const accounts = new Map<string, MadeAccount>()
beforeAll(async () => {
  world = await openWorld()
  for (const timeZone of zones) {
    accounts.set(timeZone, await world.make.account({ licenses: 10_000, timeZone }))
  }
})
afterAll(() => world.close())
afterEach(() => world.superuser.query('delete from report_runs'))

const centimetres = (metres: number) => Math.round(metres * 100)
const total = (list: Json[], pick: (one: Json) => number) => list.reduce((sum, one) => sum + pick(one), 0)

interface Fleet {
  account: MadeAccount
  groupId: string
  deviceIds: string[]
}

async function makeFleet(zone: string, tracks: MadeTrack[]): Promise<Fleet> {
  const account = accounts.get(zone)!
  const deviceIds: string[] = []
  for (const [index, { rows }] of tracks.entries()) {
    const { id } = await world.make.device(account, { name: `D${index + 1}` })
    deviceIds.push(id)
    const device = await knownDevice(world, account.accountId, id)
    await store(world, device, rows)
    const ctx = { ...world.ctx, now: () => new Date(rows.at(-1)!.fixedAtMs + 60_000) }
    await compute(ctx, account.accountId, device.deviceNumber)
  }
  const { id: groupId } = await world.make.group(account, { devices: deviceIds })
  return { account, groupId, deviceIds }
}

async function read({ account }: Fleet, path: string): Promise<Json> {
  const answer = await world.call('GET', `/api/${path}`, { token: account.token })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}

async function fileOf({ account, groupId }: Fleet, request: object, format: ReportFormat): Promise<Buffer> {
  const body = { ...request, groupIds: [groupId], format, ...(format === 'csv' && { dialect: 'rfc' }) }
  const { token } = account
  const asked = await world.call('POST', '/api/reportRuns', { token, body })
  expect([asked.status, asked.text]).toEqual([202, asked.text])
  await writeNext(world.ctx)
  const url = `/api/reportRuns/${asked.body.reportRun.id}/file`
  const answer = await world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.rawPayload
}

/** As people read them. */
function texts(
  cells: Cell[],
  columns: Json[],
  language: string,
  isShort: (index: number) => boolean,
): string[] {
  const withDecimals = (decimals: number) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // Spanish writes 3259 and 32.590; columns of numbers write 3.259 too.
      useGrouping: 'always',
    })
  const [whole, tenths] = [withDecimals(0), withDecimals(1)]
  return cells.flatMap((cell, index) => {
    if (cell === null) return []
    if (typeof cell === 'string') return [cell]
    if (columns[index].type === 'distance') {
      const isLong = cell >= 1_000_000 && isShort(index)
      return [(isLong ? whole : tenths).format(cell / 1_000)]
    }
    const minutes = Math.round(cell / 60)
    return [`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`]
  })
}

/** The cells by their keys, after every file was compared with the JSON one. */
async function reported(fleet: Fleet, request: Json): Promise<{ rows: Json[]; total: Json }> {
  const json = JSON.parse((await fileOf(fleet, request, 'json')).toString())
  const [{ columns, rows }] = json.tables
  const cells: Cell[][] = rows.map(({ values }: Json) => Object.values(values))
  for (const format of exactFormats) {
    const found = readCells(format, await fileOf(fleet, request, format), columns)
    expect([request.report, format, found]).toEqual([request.report, format, cells])
  }
  const isRow = (first: string) => /^D\d$/.test(first) || first === 'Total'
  for (const format of ['html', 'pdf'] as const) {
    // The sum of a day has no decimals on paper, where a month is beside it.
    const isDay = (index: number) => format === 'pdf' && /^\d{4}-/.test(columns[index].key)
    const shown = cells.map((one, index) =>
      texts(one, columns, request.language, (column) => rows[index].type !== 'row' && isDay(column)),
    )
    const found = readTexts(format, await fileOf(fleet, request, format), isRow)
    expect([request.report, format, found]).toEqual([request.report, format, shown])
  }
  const valuesOf = (type: string) =>
    rows.filter((one: Json) => one.type === type).map((one: Json) => one.values)
  const [sums = {}] = valuesOf('total')
  return { rows: valuesOf('row'), total: sums }
}

const sums = ['trip', 'stop', 'gap'] as const

test('trips, gaps and manoeuvres are the days, the odometer, the API and every file', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(madeTrack({ phases: [1, 6], nights: true }), { minLength: 1, maxLength: 3 }),
      fc.tuple(fc.nat(), fc.nat()),
      fc.constantFrom('en', 'es', 'pt'),
      async (zone, tracks, [first, length], language) => {
        const days = createLocalDays(zone)
        const inTime = tracks.flatMap(({ rows }) => rows).filter((row) => !isAhead(row))
        const known = [...new Set(inTime.map(({ fixedAtMs }) => days.at(fixedAtMs).day))]
        const dates = known.filter((day) => days.of(day).endMs < Date.now()).sort()
        if (dates.length === 0) return
        const from = dates[first % dates.length]!
        const within = dates.filter(
          (day) =>
            day >= from && days.of(day).startMs - days.of(from).startMs < maxDays * 86_400_000 - 7_200_000,
        )
        const to = within[length % within.length]!
        const fleet = await makeFleet(zone, tracks)
        const period = { fromMs: days.of(from).startMs, toMs: days.of(to).endMs }
        const [fromAt, toAt] = [period.fromMs, period.toMs].map((ms) => new Date(ms).toISOString())

        const expected = { cm: 0, tripCm: 0, stopCm: 0, trip: 0, stop: 0, gap: 0 }
        for (const id of fleet.deviceIds) {
          const listed: Json[] = (await read(fleet, `devices/${id}/days?from=${from}&to=${to}`)).days
          const { timeline } = await read(
            fleet,
            `devices/${id}/timeline?from=${fromAt}&to=${toAt}&limit=1000`,
          )
          const cmOf = ({ distance, within }: Json) => centimetres(within?.distance ?? distance)
          const secondsOf = ({ duration, within }: Json) => within?.seconds ?? duration
          const of = (kind: string): Json[] => timeline.filter((one: Json) => one.type === kind)
          const cm = total(listed, ({ distance }) => centimetres(distance))
          expect([id, total(timeline, cmOf)]).toEqual([id, cm])
          for (const kind of sums) {
            const seconds = total(of(kind), secondsOf)
            expect([id, kind, total(listed, (day) => day[`${kind}Seconds`])]).toEqual([id, kind, seconds])
            expected[kind] += seconds
          }
          const odometerAt = async (at: string) =>
            Math.round((await read(fleet, `devices/${id}/odometer?dateTime=${at}`)).value * 1e5)
          expect([id, (await odometerAt(toAt!)) - (await odometerAt(fromAt!))]).toEqual([id, cm])
          expected.cm += cm
          expected.tripCm += total(of('trip'), cmOf)
          expected.stopCm += total(of('stop'), cmOf)
        }
        const { summaries } = await read(
          fleet,
          `summaries?from=${from}&to=${to}&by=device&group=${fleet.groupId}`,
        )
        expect(total(summaries, ({ distance }) => centimetres(distance))).toBe(expected.cm)

        const asked = { from, to, language, units: 'metric' }
        const summary = await reported(fleet, {
          ...{ ...asked, report: 'fleetSummary' },
          columns: ['device', 'distance', 'tripTime', 'stopTime', 'gapTime'],
        })
        const shown = summary.total
        expect([centimetres(shown.distance), shown.tripTime, shown.stopTime, shown.gapTime]).toEqual([
          ...[expected.cm, expected.trip, expected.stop, expected.gap],
        ])
        expect(total(summary.rows, ({ distance }) => centimetres(distance))).toBe(expected.cm)

        const matrix = await reported(fleet, { ...asked, report: 'days' })
        const { device: _, distance, ...byDay } = matrix.total
        expect(centimetres(distance)).toBe(expected.cm)
        expect(total(Object.values(byDay), (one) => centimetres(one ?? 0))).toBe(expected.cm)
        const hours = await reported(fleet, { ...asked, report: 'days', dayValue: 'tripTime' })
        expect(hours.total.tripTime).toBe(expected.trip)

        const columns = ['device', 'distance', 'duration']
        const trips = await reported(fleet, { ...asked, report: 'trips', groupBy: 'none', columns })
        expect(total(trips.rows, (one) => centimetres(one.distance))).toBe(expected.tripCm)
        expect(total(trips.rows, (one) => one.duration)).toBe(expected.trip)
        const stops = await reported(fleet, { ...asked, report: 'stops', groupBy: 'none', columns })
        expect(total(stops.rows, (one) => centimetres(one.distance))).toBe(expected.stopCm)
        expect(total(stops.rows, (one) => one.duration)).toBe(expected.stop)
        await world.superuser.query('delete from report_runs')
      },
    ),
    { numRuns: isFullLane ? 60 : 6, seed: laneSeed },
  )
})
