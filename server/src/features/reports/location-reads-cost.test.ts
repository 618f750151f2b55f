// A part reads no more locations than its limit, wherever in a long history it begins, also under row-level security.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../test/rows-read.ts'
import { knownDevice } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { listBuckets, readTemperatureRows } from '../temperature/temperature.queries.ts'
import { readIncidentRows } from '../trips/incidents/incident.queries.ts'
import { createLocationBudget } from './location-budget.ts'

const startMs = Date.parse('2026-05-04T00:00:00Z')
const stepMs = 30_000
const count = 20_000
const atMs = (index: number) => startMs + index * stepMs
const period = { fromMs: startMs, toMs: atMs(count) }
const limits = { limitKmh: 90, maxKmh: 250, accuracyMetres: 200, odometerFactor: 1 }

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
    `insert into locations (account_id, device_number, class, fixed_at, received_at, latitude, longitude, speed,
       fingerprint, more)
     select $1, $2, 2, at, at, 0, n, case when n % 100 = 50 then 950 else 800 end, n, '{"temperature": 4.5}'
     from (select n, $3::timestamptz + n * interval '30 seconds' as at from generate_series(0, $4::int - 1) n) as made`,
    [account.accountId, deviceNumber, new Date(startMs), count],
  )
  await world.superuser.query('analyze locations')
})
afterAll(() => world.close())

/** While it is explained, a statement returns no rows. */
const explained = (read: (one: AccountDb) => Promise<unknown>) => (one: AccountDb) =>
  read(one).catch(() => {})

const part = { after: { atMs: atMs(15_000), fingerprint: 15_000 }, limit: 500 }

test('a part of the incidents', async () => {
  const read = (one: AccountDb) => readIncidentRows(one, deviceNumber, period, limits, part)
  expect(await rowsReadBy(db, 'locations', explained(read))).toBeLessThanOrEqual(part.limit + 1)
  const { scanned, rows, end } = await read(db)
  expect([scanned, end]).toEqual([500, { atMs: atMs(15_500), fingerprint: 15_500 }])
  // Five above the limit, the one after each, and both ends.
  expect(rows).toHaveLength(5 + 5 + 2)
})

test('a part of the temperatures, and a curve', async () => {
  const read = (one: AccountDb) => readTemperatureRows(one, deviceNumber, period, part)
  expect(await rowsReadBy(db, 'locations', explained(read))).toBeLessThanOrEqual(part.limit + 1)
  expect((await read(db)).rows).toHaveLength(500)
  const short = { fromMs: atMs(5_000), toMs: atMs(5_100) }
  const curve = (one: AccountDb) => listBuckets(one, deviceNumber, short, 10)
  expect(await rowsReadBy(db, 'locations', curve)).toBe(100)
  expect(await curve(db)).toHaveLength(10)
})

test('a report that needs too many locations is refused, with a remedy', () => {
  const onRead = createLocationBudget(1_000_000)
  onRead(999_999)
  onRead(1)
  expect(() => onRead(1)).toThrow(
    'The report needs more than 1 million locations. Choose fewer devices or a shorter period.',
  )
})
