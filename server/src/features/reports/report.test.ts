import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { beginningAt, compute, merging, twoTrips } from '../../../test/trips/driven.ts'
import { secondMs } from '../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { reportTypes } from './report.types.ts'
import { deleteExpired, writeNext } from './reporter.api.ts'
import { maxUnfinished } from './run.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
type Json = any

let world: World
let account: MadeAccount
const groups: { id: string; name: string }[] = []
const devices: { id: string; name: string }[] = []
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Kyoto, whose days are not those of UTC. */
const origin = { latitudeE7: 350_000_000, longitudeE7: 1_357_600_000 }
const passed = (ms = 0) => world.clock.hold(new Date(secondMs(0) + 3 * dayMs + ms))
const period = () => {
  const day = (ms: number) => new Date(ms + 9 * hourMs).toISOString().slice(0, 10)
  return { from: day(secondMs(0)), to: day(secondMs(0) + 2 * dayMs) }
}

/** Five devices in two groups; the first one is in both, the last one in none. Names are not in the order of numbers. */
beforeAll(async () => {
  world = await openWorld()
  passed()
  account = await world.make.account({ licenses: 100, timeZone: 'Asia/Tokyo' })
  groups.push(
    await world.make.group(account, { name: 'North' }),
    await world.make.group(account, { name: 'South' }),
  )
  const [north, south] = groups.map(({ id }) => id)
  const inGroups = [[north, south], [north], [south], [south], []]
  for (const [index, groupIds] of inGroups.entries()) {
    const name = `Truck ${9 - index}`
    const { id } = await world.make.device(account, { name, groups: groupIds })
    devices.push({ id, name })
    const device = await knownDevice(world, account.accountId, id)
    await store(world, device, beginningAt(twoTrips(), secondMs(0) + index * 5 * hourMs, origin))
    await compute(world.ctx, account.accountId, device.deviceNumber)
  }
})
afterAll(() => world.close())
afterEach(() => world.superuser.query('delete from report_runs'))

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token = account.token) =>
  world.call(method, path, { token, ...(body && { body }) })

async function preview(fields: object, token = account.token): Promise<Json> {
  const answer = await call('POST', '/api/reports/preview', { ...period(), ...fields }, token)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.preview
}

async function request(fields: object = {}, token = account.token): Promise<Json> {
  const body = { report: 'trips', format: 'csv', ...period(), ...fields }
  const answer = await call('POST', '/api/reportRuns', body, token)
  expect([answer.status, answer.text]).toEqual([202, answer.text])
  return answer.body.reportRun
}

const runOf = async (id: string): Promise<Json> => (await call('GET', `/api/reportRuns/${id}`)).body.reportRun

const download = (id: string, headers: Record<string, string> = {}, token = account.token) =>
  world.app.inject({
    method: 'GET',
    url: `/api/reportRuns/${id}/file`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

const column = ({ columns, rows }: Json, key: string, type = 'row') => {
  const index = columns.findIndex((one: Json) => one.key === key)
  return rows.filter((one: Json) => one.type === type).map((one: Json) => one.cells[index])
}
const sum = (list: number[]) => list.reduce((total, one) => total + Math.round(one * 100), 0) / 100

test('are listed in three languages, with all texts', async () => {
  for (const [language, title] of [
    ['en', 'Fleet summary'],
    ['es', 'Resumen de la flota'],
    ['pt', 'Resumo da frota'],
  ]) {
    const headers = { 'accept-language': language! }
    const { body } = await world.call('GET', '/api/reports', { token: account.token, headers })
    expect(body.reports.map(({ report }: Json) => report)).toEqual([...reportTypes])
    expect(body.reports[0].title).toBe(title)
    for (const { columns, description } of body.reports) {
      expect(description).not.toBe('')
      expect(columns.filter((one: Json) => typeof one.title !== 'string' || one.title === '')).toEqual([])
    }
  }
})

describe('a preview', () => {
  test('of every report agrees with the API', async () => {
    const { from, to } = period()
    const summaries = (await call('GET', `/api/summaries?from=${from}&to=${to}&by=device`)).body.summaries
    const fleet = await preview({ report: 'fleetSummary' })
    expect(column(fleet, 'device')).toEqual(devices.map(({ name }) => name).toReversed())
    const distance = sum(summaries.map((one: Json) => one.distance))
    expect(distance).toBeGreaterThan(80_000)
    expect(sum(column(fleet, 'distance'))).toBe(distance)
    expect(column(fleet, 'distance', 'total')).toEqual([distance])
    expect(column(fleet, 'stopTime', 'total')).toEqual([sum(summaries.map((one: Json) => one.stopSeconds))])

    const days = await preview({ report: 'days' })
    expect(days.columns.map(({ key }: Json) => key)).toHaveLength(5)
    expect(column(days, 'distance', 'total')).toEqual([distance])
    const byDay = days.columns.slice(1, -1).map(({ key }: Json) => column(days, key, 'total')[0])
    expect(sum(byDay)).toBe(distance)

    const trips = await preview({ report: 'trips' })
    expect(sum(column(trips, 'distance'))).toBe(sum(summaries.map((one: Json) => one.tripDistance)))
    const stops = await preview({ report: 'stops' })
    expect(sum(column(stops, 'duration'))).toBe(sum(summaries.map((one: Json) => one.stopSeconds)))
    const quality = await preview({ report: 'dataQuality' })
    expect(column(quality, 'locations', 'total')).toEqual([sum(summaries.map((one: Json) => one.locations))])
  })

  test('groups trips by device, with subtotals', async () => {
    const { columns, rows } = await preview({ report: 'trips' })
    expect(columns.map(({ key }: Json) => key).slice(0, 4)).toEqual(['start', 'end', 'from', 'to'])
    const types = rows.map(({ type }: Json) => type)
    expect(types).toEqual([...devices.flatMap(() => ['group', 'row', 'row', 'subtotal']), 'total'])
    expect(rows[0].cells[0]).toBe('Truck 5')
    expect(rows[1].cells[2]).toMatch(/Kyoto/)
    expect(rows[1].path).toMatch(new RegExp(`^/history/${devices[4]!.id}\\?from=.*&to=.*&segment=trp_`))
  })

  test('groups devices by group: a device of two groups is in both, and counts once in the total', async () => {
    const fleet = await preview({ report: 'fleetSummary', groupBy: 'group' })
    expect(fleet.rows.filter((one: Json) => one.type === 'group').map((one: Json) => one.cells[0])).toEqual([
      'North',
      'South',
      'Without a group',
    ])
    expect(column(fleet, 'trips')).toHaveLength(6)
    expect(column(fleet, 'trips', 'subtotal')).toEqual([4, 6, 2])
    expect(column(fleet, 'trips', 'total')).toEqual([10])
  })

  test('has the chosen columns in their order, and refuses others', async () => {
    const { columns } = await preview({ report: 'trips', columns: ['distance', 'id'] })
    expect(columns.map(({ key }: Json) => key)).toEqual(['distance', 'id'])
    for (const [fields, path] of [
      [{ report: 'trips', columns: ['fuel'] }, 'columns'],
      [{ report: 'alerts', groupBy: 'group' }, 'groupBy'],
      [{ report: 'days', from: '2026-01-01', to: '2026-03-01' }, 'to'],
      [{ report: 'trips', from: '2026-01-02', to: '2026-01-01' }, 'to'],
    ] as const) {
      const { status, body } = await call('POST', '/api/reports/preview', { ...period(), ...fields })
      expect([status, body.details?.[0]?.path]).toEqual([400, path])
    }
  })

  test('is limited to some rows', async () => {
    const { rows, isComplete } = await preview({ report: 'trips', limit: 3 })
    expect([rows.length, isComplete]).toEqual([3, false])
    expect((await preview({ report: 'trips' })).isComplete).toBe(true)
  })

  test('has the devices that the caller sees, and of them those that are asked for', async () => {
    const user = await world.make.user(account, { groupIds: [groups[0]!.id], privileges: ['reports.read'] })
    const names = async (fields: object, token?: string) =>
      column(await preview({ report: 'fleetSummary', ...fields }, token), 'device')
    expect(await names({}, user.token)).toEqual(['Truck 8', 'Truck 9'])
    expect(await names({ groupIds: [groups[1]!.id] }, user.token)).toEqual([])
    expect(await names({ deviceIds: devices.map(({ id }) => id) }, user.token)).toEqual([
      'Truck 8',
      'Truck 9',
    ])
    expect(await names({ groupIds: [groups[1]!.id] })).toEqual(['Truck 6', 'Truck 7', 'Truck 9'])
    expect(await names({ deviceIds: [devices[4]!.id, 'dev_none'] })).toEqual(['Truck 5'])
    const refused = await world.make.user(account, { groupIds: [groups[0]!.id] })
    const { status } = await call(
      'POST',
      '/api/reports/preview',
      { report: 'trips', ...period() },
      refused.token,
    )
    expect(status).toBe(403)
  })

  test('of alerts shows how long they took', async () => {
    const { id } = await world.make.alert(account, devices[0]!.id, { text: 'Door open' })
    passed(90_000)
    expect((await call('POST', `/api/alerts/${id}/acknowledge`)).status).toBe(200)
    passed()
    const { to } = period()
    const tomorrow = new Date(Date.parse(to) + 2 * dayMs).toISOString().slice(0, 10)
    const alerts = await preview({ report: 'alerts', to: tomorrow, groupBy: 'day' })
    expect(column(alerts, 'text')).toEqual(['Door open'])
    expect(column(alerts, 'acknowledgedAfter')).toEqual([90])
    expect(alerts.rows[0].type).toBe('group')
  })
})

describe('a run', () => {
  test('is queued, written from one snapshot, and downloaded', async () => {
    const made = await request({ report: 'fleetSummary', dialect: 'rfc' })
    expect(made).toMatchObject({ state: 'queued', title: 'Fleet summary', rows: null, progress: 0 })
    expect((await download(made.id)).json().code).toBe('reports.not_ready')
    expect(await writeNext(world.ctx)).toBe(true)
    expect(await writeNext(world.ctx)).toBe(false)
    const done = await runOf(made.id)
    expect(done).toMatchObject({ state: 'done', rows: 5, progress: 1, failure: null })
    const file = await download(made.id)
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, done.bytes])
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(done.sha256)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${done.fileName}"`)
    expect(file.payload).toContain('Truck 5')
    const { body } = await call('GET', '/api/reportRuns?limit=5')
    expect(body.reportRuns.map(({ id }: Json) => id)).toEqual([made.id])
  })

  test.each(['xlsx', 'csv', 'pdf', 'html', 'json', 'ndjson'])('can be a file of type %s', async (format) => {
    const { id } = await request({ format, language: 'es', units: 'imperial' })
    await writeNext(world.ctx)
    expect(await runOf(id)).toMatchObject({ state: 'done', rows: 10 })
  })

  test('is resumed by ranges', async () => {
    const { id } = await request()
    await writeNext(world.ctx)
    const whole = (await download(id)).rawPayload
    const part = await download(id, { range: 'bytes=10-19' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.length}`])
    expect(part.rawPayload.equals(whole.subarray(10, 20))).toBe(true)
    expect((await download(id, { range: `bytes=${whole.length}-` })).statusCode).toBe(416)
  })

  test('is opened by a link, once', async () => {
    const { id } = await request()
    await writeNext(world.ctx)
    const link = await call('POST', `/api/reportRuns/${id}/link`)
    const open = () => world.app.inject({ method: 'GET', url: link.body.path })
    expect([link.status, (await open()).statusCode, (await open()).statusCode]).toEqual([201, 200, 404])
  })

  test('is cancelled while it waits, and while it is written', async () => {
    const waiting = await request()
    expect((await call('DELETE', `/api/reportRuns/${waiting.id}`)).status).toBe(200)
    expect((await runOf(waiting.id)).state).toBe('cancelled')
    expect(await writeNext(world.ctx)).toBe(false)
    const running = await request()
    await writeNext(world.ctx, {
      async onRows() {
        await call('DELETE', `/api/reportRuns/${running.id}`)
        passed(2_000)
      },
    })
    passed()
    expect((await runOf(running.id)).state).toBe('cancelled')
    const { rows } = await world.superuser.query('select from report_files')
    expect(rows).toEqual([])
  })

  test('is written again after its process is gone', async () => {
    const { id } = await request()
    const killed = writeNext(world.ctx, { onRows: () => Promise.reject(new Error('killed')) })
    expect(await killed).toBe(true)
    expect((await runOf(id)).state).toBe('running')
    expect(await writeNext(world.ctx)).toBe(false)
    passed(31_000)
    expect(await writeNext(world.ctx)).toBe(true)
    passed()
    expect((await runOf(id)).state).toBe('done')
  })

  test('fails after three attempts', async () => {
    const { id } = await request()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await writeNext(world.ctx, { onRows: () => Promise.reject(new Error('broken')) })
      passed((attempt + 1) * 31_000)
    }
    expect(await writeNext(world.ctx)).toBe(false)
    passed()
    expect(await runOf(id)).toMatchObject({ state: 'failed', failure: 'The server failed. Try again later.' })
  })

  test('lists what was corrected since', async () => {
    const { id } = await request()
    await writeNext(world.ctx)
    const differences = async () => (await call('GET', `/api/reportRuns/${id}/differences`)).body.differences
    expect(await differences()).toEqual([])
    const device = await knownDevice(world, account.accountId, devices[0]!.id)
    await store(world, device, beginningAt(merging(), secondMs(0), origin))
    await compute(world.ctx, account.accountId, device.deviceNumber)
    const found = await differences()
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toMatchObject({ deviceId: devices[0]!.id, cause: 'late' })
    const { id: next } = await request()
    await writeNext(world.ctx)
    expect((await call('GET', `/api/reportRuns/${next}/differences`)).body.differences).toEqual([])
  })

  test('belongs to its user, with the scope that it was created with', async () => {
    const user = await world.make.user(account, { groupIds: [groups[0]!.id], privileges: ['reports.read'] })
    const other = await world.make.user(account, { groupIds: [groups[0]!.id], privileges: ['reports.read'] })
    const { id } = await request({}, user.token)
    await writeNext(world.ctx)
    const statusOf = async (token: string) => (await download(id, {}, token)).statusCode
    expect([await statusOf(user.token), await statusOf(other.token), await statusOf(account.token)]).toEqual([
      200, 404, 200,
    ])
    expect((await call('GET', '/api/reportRuns', undefined, other.token)).body.reportRuns).toEqual([])
    const moved = await world.call('PATCH', `/api/users/${user.id}`, {
      token: account.token,
      body: { groupIds: [groups[1]!.id] },
    })
    expect([moved.status, moved.text]).toEqual([200, moved.text])
    // What is known of a caller is remembered for seconds.
    await expect.poll(() => statusOf(user.token), { timeout: 10_000 }).toBe(404)
  })

  test('expires after 30 days, or is deleted', async () => {
    const [first, second] = [await request(), await request()]
    await writeNext(world.ctx)
    await writeNext(world.ctx)
    await call('DELETE', `/api/reportRuns/${first.id}`)
    expect((await download(first.id)).json().code).toBe('reports.expired')
    passed(30 * dayMs + 1_000)
    await deleteExpired(world.ctx)
    passed()
    expect((await runOf(second.id)).state).toBe('expired')
    expect((await world.superuser.query('select from report_files')).rows).toEqual([])
  })
})

describe('many runs', () => {
  test('of an account are limited', async () => {
    for (let index = 0; index < maxUnfinished; index += 1) await request()
    const { status, body } = await call('POST', '/api/reportRuns', {
      report: 'trips',
      format: 'csv',
      ...period(),
    })
    expect([status, body.code]).toEqual([429, 'reports.too_many_unfinished'])
  })

  test('of an account do not delay that of another, and at most two of it are written at once', async () => {
    const other = await world.make.account({ licenses: 10 })
    for (let index = 0; index < 5; index += 1) await request()
    const small = await request({}, other.token)
    const order: string[] = []
    const hold: (() => void)[] = []
    const started = (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await world.superuser.query(`select id from report_runs where state = 'running'`)
          return rows.length
        })
        .toBe(count)
    const onRows = () => new Promise<void>((resolve) => hold.push(resolve))
    const first = writeNext(world.ctx, { onRows })
    await started(1)
    const second = writeNext(world.ctx, { onRows }).then(() => order.push('second'))
    await started(2)
    // The second one is of the other account, although four were requested before it.
    const { rows } = await world.superuser.query('select state from report_runs where id = $1', [small.id])
    expect(rows[0].state).toBe('running')
    const third = writeNext(world.ctx, { onRows })
    await started(3)
    expect(await writeNext(world.ctx, { onRows })).toBe(false)
    const release = setInterval(() => {
      for (const resolve of hold.splice(0)) resolve()
    }, 5)
    await Promise.all([first, second, third])
    clearInterval(release)
  })
})
