import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Judge } from '../alerts/judge.api.ts'
import { createJudge } from '../alerts/judge.api.ts'
import type { Presence } from '../devices/presence.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import { lastPosition, readEvents } from '../events/event-log.api.ts'
import { trimHistories } from './account-history.api.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { rowIndex, toRow, toStatusRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordMessages } from './recorder.ts'
import { forgetDevice } from './retention.api.ts'

let world: World
let account: MadeAccount
let deviceCache: DeviceCache
let judge: Judge
let presence: Presence
const imeis = imeisOf('35630706', 100)
let sequence = 0

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  await world.make.rule(account, { type: 'sos' })
  await world.make.rule(account, { type: 'batteryLow', settings: { below: 20 } })
  await world.make.rule(account, { type: 'gpsLost', settings: {} })
  await world.make.rule(account, { type: 'clockWrong', settings: {} })
  deviceCache = createDeviceCache(world.ctx)
  judge = createJudge(world.ctx)
  presence = createPresence(world.ctx)
})
afterAll(async () => {
  deviceCache.stop()
  judge.stop()
  await world.close()
})

interface Tracker {
  id: string
  imei: string
}

async function tracker(owner = account): Promise<Tracker> {
  const imei = imeis.pop()!
  const { id } = await world.make.device(owner, { identifier: imei })
  await query(`update directory_identifiers set since = '-infinity' where identifier = $1`, imei)
  return { id, imei }
}

const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.superuser.query(sql, values)).rows

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

function located({ imei }: Tracker, seconds: number, more: Partial<Location> = {}): LocationRow {
  const reception = { deviceRef: imei, protocol: 'gt06', receivedAt: ago(seconds), datesRollOver: false }
  return toRow(locationAgo(seconds, more), reception)
}

/** As of a heartbeat without a clock. */
function status({ imei }: Pick<Tracker, 'imei'>, seconds: number, given: Partial<Location>): LocationRow {
  const reception = { deviceRef: imei, protocol: 'gt06', receivedAt: ago(seconds), datesRollOver: false }
  return toStatusRow({ valid: false, alarms: [], attributes: {}, ...given }, reception)!
}

async function record(...rows: LocationRow[]): Promise<void> {
  sequence += 1
  const bytes = Buffer.from(JSON.stringify({ rows }))
  const recording = { ...world.ctx, judging: { judge, partition: 0 }, publishing: { presence } }
  const { published } = await recordMessages(recording, deviceCache, [{ stream: 'test', sequence, bytes }])
  await published
}

const get = async (path: string, token = account.token) => (await world.call('GET', path, { token })).body
const lastOf = async ({ id }: Tracker) => (await get(`/api/devices/${id}/lastLocation`)).lastLocation
const alertsOf = async ({ id }: Tracker) => (await get(`/api/alerts?deviceId=${id}`)).alerts
const storedOf = ({ id }: Tracker) =>
  query<{ status: Record<string, unknown> }>(
    `select s.* from device_statuses s join devices d on d.number = s.device_number where d.id = $1 order by s.at`,
    id,
  )
const locationsOf = ({ id }: Tracker) =>
  query(`select l.* from locations l join devices d on d.number = l.device_number where d.id = $1`, id)

const sos: Partial<Location> = { alarms: ['sos'] }

describe('a status', () => {
  test('updates battery, ignition and charging with their time, and nothing of the position', async () => {
    const car = await tracker()
    await record(located(car, 600, { batteryPct: 90, ignition: true }))
    const before = await lastOf(car)
    await record(status(car, 60, { batteryPct: 79, ignition: false, attributes: { charging: true } }))
    const { batteryAt, ignitionAt, chargingAt, ...after } = await lastOf(car)
    expect(after).toEqual({ ...before, battery: 79, ignition: false, charging: true })
    expect(Date.parse(batteryAt)).toBeGreaterThan(Date.parse(before.dateTime))
    expect([ignitionAt, chargingAt]).toEqual([batteryAt, batteryAt])
    expect(await locationsOf(car)).toHaveLength(1)
    const row = (await get('/api/fleet')).devices.find(([id]: string[]) => id === car.id)
    expect(row[12]).toBe(0)
    const { online, lastSeenAt } = (await get(`/api/devices/${car.id}`)).device
    expect([online, lastSeenAt]).toEqual([true, batteryAt])
  })

  test('is followed by a location with values of its own, and stays where the location has none', async () => {
    const car = await tracker()
    await record(located(car, 600), status(car, 300, { batteryPct: 79, ignition: true }))
    await record(located(car, 60, { ignition: false }))
    const last = await lastOf(car)
    expect(last).toMatchObject({ battery: 79, ignition: false })
    expect(last).not.toHaveProperty('ignitionAt')
  })

  test('of long ago does not replace a newer one', async () => {
    const car = await tracker()
    await record(located(car, 600), status(car, 60, { batteryPct: 50 }))
    await record(status(car, 300, { batteryPct: 60, ignition: true }))
    expect(await lastOf(car)).toMatchObject({ battery: 50, ignition: true })
    expect((await storedOf(car)).map((one) => one.status.battery)).toEqual([60, 50])
  })

  test('is stored once, however often the log delivers it', async () => {
    const car = await tracker()
    const given = status(car, 10, { batteryPct: 50 })
    const position = await lastPosition(world.ctx)
    await record(given, given)
    await record(given)
    expect(await storedOf(car)).toMatchObject([{ status: { battery: 50 } }])
    const { events } = await readEvents(world.ctx, account.accountId, position, 100)
    const ofCar = events.map(({ json }) => JSON.parse(json)).filter(({ deviceId }) => deviceId === car.id)
    // Published again after the redelivery, with the same id: the recorder may have crashed before.
    const published = ofCar.filter(({ type }) => type === 'status')
    expect(published.length).toBeGreaterThanOrEqual(2)
    expect(new Set(published.map(({ id }) => id)).size).toBe(1)
    expect(published[0].data).toMatchObject({ battery: 50 })
  })

  test('of a device without a location is stored and judged', async () => {
    const pendant = await tracker()
    await record(status(pendant, 5, { ...sos, batteryPct: 42 }))
    expect(await storedOf(pendant)).toHaveLength(1)
    expect(await alertsOf(pendant)).toMatchObject([{ name: 'sos', latitude: null, locatedAt: null }])
  })

  test('of an unknown tracker is quarantined', async () => {
    const imei = imeis.pop()!
    await record(status({ imei }, 5, sos))
    const [row] = await query<{ protocol: string }>('select * from quarantine where identifier = $1', imei)
    expect(row).toMatchObject({ protocol: 'gt06' })
  })

  test('that the database refuses becomes a dead letter, and the others of its batch are stored', async () => {
    const car = await tracker()
    const broken = status(car, 20, { batteryPct: 1 })
    broken[rowIndex.fingerprint] = 2 ** 40
    await record(broken, status(car, 10, { batteryPct: 2 }), located(car, 5))
    expect(await storedOf(car)).toMatchObject([{ status: { battery: 2 } }])
    expect(await locationsOf(car)).toHaveLength(1)
    const letters = await query<{ payload: Buffer }>(
      'select payload from dead_letters order by id desc limit 1',
    )
    const { rows } = JSON.parse(letters[0]!.payload.toString())
    expect(rows).toEqual([broken])
  })

  test('is deleted after 30 days, and with its device', async () => {
    const car = await tracker()
    await record(
      located(car, 600),
      status(car, 31 * 86_400, { batteryPct: 3 }),
      status(car, 60, { batteryPct: 2 }),
    )
    expect(await storedOf(car)).toHaveLength(2)
    await trimHistories(world.ctx, { accountId: account.accountId })
    expect(await storedOf(car)).toHaveLength(1)
    const [{ number } = { number: 0 }] = await query<{ number: number }>(
      'select number from devices where id = $1',
      car.id,
    )
    await forgetDevice(world.ctx, { accountId: account.accountId, deviceNumber: number })
    expect(await storedOf(car)).toEqual([])
  })
})

describe('the rules', () => {
  test('raise an SOS that only a heartbeat reports, at the last known location', async () => {
    const boat = await tracker()
    const fix = located(boat, 600)
    await record(fix)
    await record(status(boat, 5, sos))
    const [alert] = await alertsOf(boat)
    const locatedAt = new Date(fix[rowIndex.fixedAtMs]).toISOString()
    const { latitude, longitude } = await lastOf(boat)
    expect(alert).toMatchObject({ name: 'sos', latitude, longitude, locatedAt })
    const [event] = await query<{ data: { locatedAt: string } }>(
      `select data from outbox where account_id = $1 and type = 'alert.raised' order by number desc limit 1`,
      account.accountId,
    )
    expect(event?.data.locatedAt).toBe(locatedAt)
  })

  test('raise one alert for an SOS that heartbeats repeat, and know a place of days ago', async () => {
    const boat = await tracker()
    await record(located(boat, 3 * 86_400))
    await record(status(boat, 500, sos), status(boat, 320, sos))
    await record(status(boat, 140, sos))
    const alerts = await alertsOf(boat)
    expect(alerts).toHaveLength(1)
    expect(alerts[0].latitude).not.toBeNull()
    expect(Date.now() - Date.parse(alerts[0].locatedAt)).toBeGreaterThan(2 * 86_400_000)
  })

  test('keep an alert of a status when a location of before it is received after it', async () => {
    const boat = await tracker()
    await record(located(boat, 300))
    await record(status(boat, 60, { ...sos, batteryPct: 10 }))
    await record(located(boat, 90), located(boat, 30))
    const alerts = await alertsOf(boat)
    expect(alerts.map((one: { name: string }) => one.name).sort()).toEqual(['battery.low', 'sos'])
    expect(alerts.every((one: { state: string }) => one.state === 'open')).toBe(true)
  })

  test('judge what a tracker buffered before it reconnected, although a heartbeat precedes it', async () => {
    const car = await tracker()
    await world.make.rule(account, { type: 'speed', settings: { above: 100 }, devices: [car.id] })
    judge.stop()
    judge = createJudge(world.ctx)
    await record(located(car, 5_400, { batteryPct: 90 }))
    await record(status(car, 5_000, { batteryPct: 10 }))
    await record(status(car, 3_000, { ...sos, batteryPct: 9 }))
    await record(status(car, 5, { batteryPct: 9 }))
    const late = (seconds: number, more: Partial<Location>) => {
      const row = located(car, seconds, more)
      row[rowIndex.receivedAtMs] = Date.now()
      return row
    }
    await record(late(4_000, { speedKmh: 80 }), late(3_900, { speedKmh: 130 }), late(3_800, { speedKmh: 80 }))
    const namesOf = async () => (await alertsOf(car)).map((one: { name: string }) => one.name).sort()
    expect(await namesOf()).toEqual(['battery.low', 'sos', 'speed.above'])

    // A new recorder knows only what is stored.
    judge.stop()
    judge = createJudge(world.ctx)
    await record(late(2_000, { speedKmh: 130 }), late(1_900, { speedKmh: 80 }))
    expect(await namesOf()).toEqual(['battery.low', 'sos', 'speed.above', 'speed.above'])
  })

  test('do not take a status for a lost fix or a wrong clock', async () => {
    const car = await tracker()
    await record(located(car, 300), status(car, 60, { batteryPct: 80 }), located(car, 30))
    expect(await alertsOf(car)).toEqual([])
  })

  test('of one account do not see statuses of another', async () => {
    const other = await world.make.account()
    const theirs = await tracker(other)
    await record(status(theirs, 5, sos))
    expect((await get(`/api/alerts?deviceId=${theirs.id}`)).alerts ?? []).toEqual([])
    expect((await get('/api/alerts', other.token)).alerts).toEqual([])
    expect(await storedOf(theirs)).toHaveLength(1)
  })
})

test('a recorder of before statuses stores them as locations without coordinates', async () => {
  const car = await tracker()
  const given = status(car, 5, sos).slice(0, rowIndex.kind) as LocationRow
  await record(given)
  expect(await locationsOf(car)).toMatchObject([{ latitude: null, more: { alerts: ['sos'] } }])
  expect(await alertsOf(car)).toContainEqual(expect.objectContaining({ name: 'sos' }))
})
