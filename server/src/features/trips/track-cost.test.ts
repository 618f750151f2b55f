// What is read of a track does not depend on its length, also under row-level security.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../test/rows-read.ts'
import { knownDevice } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { refreshSums } from './device-day.queries.ts'
import { readStored } from './segment.queries.ts'
import { readRows } from './track.queries.ts'

const startMs = Date.parse('2026-05-04T00:00:00Z')
const stepMs = 30_000
const count = 20_000

let world: World
let db: AccountDb
let deviceNumber: number
beforeAll(async () => {
  world = await openWorld()
  const account = await world.make.account()
  const device = await world.make.device(account)
  deviceNumber = (await knownDevice(world, account.accountId, device.id)).deviceNumber
  db = world.ctx.db.forAccount(account.accountId)
  await world.superuser.query(
    `insert into locations (account_id, device_number, class, fixed_at, received_at, latitude, longitude, fingerprint)
     select $1, $2, 2, at, at, 0, 0, n
     from (select n, $3::timestamptz + n * interval '30 seconds' as at from generate_series(0, $4::int - 1) n) as made`,
    [account.accountId, deviceNumber, new Date(startMs), count],
  )
  await world.superuser.query(
    `insert into segments (account_id, device_number, began_at, ended_at, id, kind, algorithm, day, from_latitude,
       from_longitude, to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations,
       began, ended)
     select $1, $2, at, at + interval '30 seconds', gen_random_uuid(), 'trip', 1, (at at time zone 'UTC')::date, 0, 0, 0, 0,
       100, 0, 0, 0, 0, 0, 5, 'moved 0 0 0', 'stayed 0 0 0'
     from (select $3::timestamptz + n * interval '30 seconds' as at from generate_series(0, $4::int - 1) n) as made`,
    [account.accountId, deviceNumber, new Date(startMs), count],
  )
  await world.superuser.query(
    `insert into device_days (account_id, device_number, day, zone) values ($1, $2, '2026-05-05', 'UTC')`,
    [account.accountId, deviceNumber],
  )
  await world.superuser.query('analyze locations, segments, device_days')
})
afterAll(() => world.close())

const atMs = (index: number) => startMs + index * stepMs

test('a part of a track', async () => {
  const part = { deviceNumber, afterMs: atMs(3_000), untilMs: atMs(3_020) }
  const read = await rowsReadBy(db, 'locations', (explained) => readRows(explained, [part], 2_000))
  expect(read).toBe(20)
})

test('the segments since an instant', async () => {
  const range = { deviceNumber, fromMs: atMs(19_990), untilMs: Number.POSITIVE_INFINITY }
  expect(await rowsReadBy(db, 'segments', (explained) => readStored(explained, [range]))).toBe(10)
})

test('the sums of a day', async () => {
  const dayMs = 86_400_000
  const bounds = { deviceNumber, day: '2026-05-05', startMs: startMs + dayMs, endMs: startMs + 2 * dayMs }
  const read = await rowsReadBy(db, 'segments', (explained) => refreshSums(explained, [bounds]))
  expect(read).toBeGreaterThan(2 * (dayMs / stepMs))
  expect(read).toBeLessThan(4 * (dayMs / stepMs))
})
