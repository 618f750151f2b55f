// What is read does not depend on the length of the history, also under row-level security.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../test/rows-read.ts'
import { knownDevice } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { listEvents } from './fuel-event.queries.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import { readUsed } from './fuel-used.queries.ts'
import { readReadings, sampleReadings } from './reading.queries.ts'
import { findLevelBefore, listPartsBefore, listStops, readEvents } from './stored-fuel.queries.ts'

const startMs = Date.parse('2026-05-04T00:00:00Z')
const stepMs = 30_000
const count = 20_000
const atMs = (index: number) => startMs + index * stepMs

let world: World
let db: AccountDb
let deviceNumber: number
let sensorNumber: number
const measure = { source: 'fuel', attribute: null, calibration: null, tankMl: 100_000 } as FuelSensor
beforeAll(async () => {
  world = await openWorld()
  const account = await world.make.account()
  const device = await world.make.device(account)
  deviceNumber = (await knownDevice(world, account.accountId, device.id)).deviceNumber
  const sensor = await world.make.fuelSensor(account, device.id)
  const { superuser } = world
  const found = await superuser.query('select number from fuel_sensors where id = $1', [sensor.id])
  sensorNumber = found.rows[0].number
  db = world.ctx.db.forAccount(account.accountId)
  const at = `(select n, $3::timestamptz + n * interval '30 seconds' as at from generate_series(0, $4::int - 1) n) as made`
  const values = [account.accountId, deviceNumber, new Date(startMs), count]
  await superuser.query(
    `insert into locations (account_id, device_number, class, fixed_at, received_at, latitude, longitude, fingerprint, more)
     select $1, $2, 2, at, at, 0, 0, n, '{"fuel": 50}' from ${at}`,
    values,
  )
  await superuser.query(
    `insert into segments (account_id, device_number, began_at, ended_at, id, kind, algorithm, from_latitude,
       from_longitude, to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations,
       began)
     select $1, $2, at, at + interval '30 seconds', gen_random_uuid(), 'stop', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 'moved 0 0 0'
     from ${at}`,
    values,
  )
  await superuser.query(
    `insert into fuel_stops (account_id, sensor_number, began_at, ended_at, stop_at, first_ml, last_ml, last_at)
     select $1, $2, at, at + interval '30 seconds', at, 1000, 1000, at from ${at}`,
    [account.accountId, sensorNumber, new Date(startMs), count],
  )
  await superuser.query(
    `insert into fuel_events (account_id, device_number, sensor_number, id, kind, part_at, from_at, to_at, before_ml,
       after_ml, ml, latitude, longitude)
     select $1, $2, $5, 'fev_' || lpad(n::text, 22, '0'), 'fill', at, at, at, 0, 1000, 1000, 0, 0 from ${at}`,
    [...values, sensorNumber],
  )
  await superuser.query('analyze locations, segments, fuel_stops, fuel_events, fuel_sensors')
})
afterAll(() => world.close())

test('the readings of a stop', async () => {
  const period = { fromMs: atMs(3_000), untilMs: atMs(3_019) }
  const read = await rowsReadBy(db, 'locations', (explained) =>
    readReadings(explained, deviceNumber, measure, period, 4_000),
  )
  expect(read).toBe(20)
})

test('a curve', async () => {
  const period = { fromMs: startMs, toMs: atMs(count), buckets: 2_000 }
  const read = await rowsReadBy(db, 'locations', (explained) =>
    sampleReadings(explained, deviceNumber, measure, period),
  )
  expect(read).toBeLessThanOrEqual(5 * 2_000)
})

test('stops and levels from an instant on', async () => {
  const last = atMs(count - 10)
  const ofSensor = { sensorNumber, deviceNumber }
  const stops = (explained: AccountDb) => listStops(explained, deviceNumber, last, 100)
  expect(await rowsReadBy(db, 'segments', stops)).toBe(10)
  const before = (explained: AccountDb) => listPartsBefore(explained, ofSensor, last, 20)
  expect(await rowsReadBy(db, 'fuel_stops', before)).toBe(20)
  const level = (explained: AccountDb) => findLevelBefore(explained, sensorNumber, last)
  expect(await rowsReadBy(db, 'fuel_stops', level)).toBe(1)
})

test('fills and drains', async () => {
  const range = { fromMs: atMs(count - 10), untilMs: Number.POSITIVE_INFINITY }
  const stored = (explained: AccountDb) => readEvents(explained, sensorNumber, range)
  expect(await rowsReadBy(db, 'fuel_events', stored)).toBe(10)
  const start = { fromMs: Number.POSITIVE_INFINITY, number: 0 }
  const filter = {
    ...{ deviceNumber: undefined, groupId: undefined, kind: undefined },
    ...{ fromMs: startMs, toMs: Number.POSITIVE_INFINITY },
  }
  const newest = (explained: AccountDb) => listEvents(explained, { kind: 'all' }, filter, start, 50)
  expect(await rowsReadBy(db, 'fuel_events', newest)).toBe(50)
  const ofDevice = (explained: AccountDb) =>
    listEvents(explained, { kind: 'all' }, { ...filter, deviceNumber }, start, 50)
  expect(await rowsReadBy(db, 'fuel_events', ofDevice)).toBe(50)
})

test('what trips used', async () => {
  const trips = [5, 500, 5_000].map((index) => {
    return { deviceNumber, beganAtMs: atMs(index), endedAtMs: atMs(index + 2) }
  })
  const used = (explained: AccountDb) => readUsed(explained, trips)
  expect(await rowsReadBy(db, 'fuel_stops', used)).toBe(6)
})
