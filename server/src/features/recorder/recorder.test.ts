import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { LogMessage } from '../../platform/bus/log-consumer.ts'
import { createPool } from '../../platform/db/db.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import { lastPosition, readEvents } from '../events/event-log.api.ts'
import { retryDeadLetters } from './dead-letters.api.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { rowIndex, toRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordMessages } from './recorder.ts'

let world: World
let account: MadeAccount
let deviceCache: DeviceCache
const imeis = imeisOf('35630704', 100)
const nextImei = () => imeis.pop()!
let sequence = 0

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  deviceCache = createDeviceCache(world.ctx)
})
afterAll(async () => {
  deviceCache.stop()
  await world.close()
})

async function registered(): Promise<{ id: string; imei: string }> {
  const imei = nextImei()
  const { id } = await world.make.device(account, { identifier: imei })
  // Some tests report as if the tracker had been registered for long.
  await query(`update directory_identifiers set since = '-infinity' where identifier = $1`, imei)
  return { id, imei }
}

function received(
  imei: string,
  location: Location,
  receivedAt = new Date(),
  protocol = 'teltonika',
): LocationRow {
  return toRow(location, { deviceRef: imei, protocol, receivedAt, datesRollOver: false })
}

function message(rows: unknown): LogMessage {
  sequence += 1
  const bytes = Buffer.from(typeof rows === 'string' ? rows : JSON.stringify({ rows }))
  return { stream: 'test', sequence, bytes }
}

const record = (...messages: LogMessage[]) => recordMessages(world.ctx, deviceCache, messages)

async function query<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await world.superuser.query(sql, values)).rows
}

const storedOf = (id: string) =>
  query<{ fixed_at: Date; more: Record<string, unknown> | null }>(
    `select l.* from locations l join devices d on d.number = l.device_number where d.id = $1 order by l.fixed_at`,
    id,
  )
const newestOf = async (id: string) => {
  const [row] = await query<{ fixed_at: Date; seen_at: Date; latitude: number }>(
    `select n.* from newest_locations n join devices d on d.number = n.device_number where d.id = $1`,
    id,
  )
  return row
}
const deadLettersSince = (first: number) =>
  query<{ reason: string; sequence: string; payload: Buffer }>(
    `select * from dead_letters where stream = 'test' and sequence >= $1 order by id`,
    first,
  )
const quarantined = async (identifier: string) =>
  (
    await query<{ reports: number; last_report: unknown }>(
      `select * from quarantine where identifier = $1`,
      identifier,
    )
  )[0]

describe('a location that is received twice', () => {
  test('is stored once, in one message, in two, or in a later batch', async () => {
    const { id, imei } = await registered()
    const rows = [3, 2, 1].map((seconds) => received(imei, locationAgo(seconds)))
    await record(message([...rows, ...rows]), message(rows))
    await record(message(rows))
    expect(await storedOf(id)).toHaveLength(3)
  })

  test('is stored twice if the reports of the same instant differ', async () => {
    const { id, imei } = await registered()
    const one = locationAgo(5)
    await record(message([received(imei, one), received(imei, { ...one, alarms: ['sos'] })]))
    expect(await storedOf(id)).toHaveLength(2)
  })

  test('is stored once if the tracker has no clock', async () => {
    const { id, imei } = await registered()
    const withoutClock = { ...locationAgo(0), fixedAt: new Date('1980-01-06T00:00:00Z') }
    await record(message([received(imei, withoutClock, new Date(Date.now() - 20_000))]))
    await record(message([received(imei, withoutClock, new Date())]))
    await record(message([received(imei, { ...withoutClock, latitude: 42 }, new Date())]))
    expect(await storedOf(id)).toHaveLength(2)
    const inOneBatch = { ...withoutClock, latitude: 43 }
    const copies = [5_000, 0].map((ago) => received(imei, inOneBatch, new Date(Date.now() - ago)))
    await record(...copies.map((copy) => message([copy])))
    expect(await storedOf(id)).toHaveLength(3)
  })

  test('is stored twice if the tracker has no clock and repeats it minutes later', async () => {
    const { id, imei } = await registered()
    const parked = { ...locationAgo(0), fixedAt: new Date('1980-01-06T00:00:00Z') }
    await record(message([received(imei, parked, new Date(Date.now() - 600_000))]))
    await record(message([received(imei, parked, new Date())]))
    expect(await storedOf(id)).toHaveLength(2)
  })
})

describe('the newest location', () => {
  test('only moves forward, whatever the order of reception', async () => {
    const { id, imei } = await registered()
    const latest = locationAgo(10, { latitude: 10 })
    await record(
      message([received(imei, locationAgo(30)), received(imei, latest), received(imei, locationAgo(20))]),
    )
    await record(message([received(imei, locationAgo(40)), received(imei, locationAgo(15))]))
    expect(await newestOf(id)).toMatchObject({ fixed_at: latest.fixedAt, latitude: 100_000_000 })
    expect(await storedOf(id)).toHaveLength(5)
  })

  test('is marked as seen by a late location', async () => {
    const { id, imei } = await registered()
    const before = new Date(Date.now() - 600_000)
    const first = locationAgo(600)
    await record(message([received(imei, first, before)]))
    await record(message([received(imei, locationAgo(3_600))]))
    const newest = await newestOf(id)
    expect(newest!.fixed_at).toEqual(first.fixedAt)
    expect(newest!.seen_at.getTime()).toBeGreaterThan(Date.now() - 30_000)
  })

  test('is not replaced by a report without coordinates', async () => {
    const { id, imei } = await registered()
    const { latitude, longitude, ...withoutFix } = locationAgo(1, { valid: false, alarms: ['sos'] })
    const withFix = locationAgo(60)
    await record(message([received(imei, withFix), received(imei, withoutFix)]))
    expect(await storedOf(id)).toHaveLength(2)
    expect((await newestOf(id))!.fixed_at).toEqual(withFix.fixedAt)
  })

  test('is the latest of each device, with two concurrent recorders', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, registered))
    const other = createDeviceCache(world.ctx)
    const batches = Array.from({ length: 30 }, (_, batch) =>
      message(
        devices.flatMap(({ imei }) => [
          received(imei, locationAgo(1_000 - batch)),
          received(imei, locationAgo(2_000 - batch)),
        ]),
      ),
    )
    // Both store everything in opposite orders, so they conflict on rows and on devices.
    const again = async (work: () => Promise<unknown>): Promise<void> => {
      await work().catch(() => again(work))
    }
    await Promise.all([
      again(() => recordMessages(world.ctx, deviceCache, batches)),
      again(() => recordMessages(world.ctx, other, batches.toReversed())),
    ])
    other.stop()
    const latest = locationAgo(971).fixedAt!.getTime()
    for (const { id } of devices) {
      expect(await storedOf(id)).toHaveLength(60)
      expect(Math.abs((await newestOf(id))!.fixed_at.getTime() - latest)).toBeLessThan(10_000)
    }
    expect(await deadLettersSince(Number(batches[0]!.sequence))).toEqual([])
  })
})

describe('an implausible time', () => {
  test.each([
    ['the epoch', '1970-01-01T00:00:00Z'],
    ['years ahead', '2080-01-01T00:00:00Z'],
    ['two days ahead', new Date(Date.now() + 2 * 86_400_000).toISOString()],
  ])('%s: is replaced by the time of reception, and kept as deviceTime', async (_, deviceTime) => {
    const { id, imei } = await registered()
    const receivedAt = new Date()
    await record(message([received(imei, { ...locationAgo(0), fixedAt: new Date(deviceTime) }, receivedAt)]))
    const [row] = await storedOf(id)
    expect(row!.fixed_at).toEqual(receivedAt)
    expect(row!.more).toMatchObject({ deviceTime: new Date(deviceTime).toISOString() })
    const { body } = await world.call('GET', `/api/devices/${id}/lastLocation`, { token: account.token })
    expect(body.lastLocation.deviceTime).toBe(new Date(deviceTime).toISOString())
  })
})

describe('unregistered trackers', () => {
  test('are quarantined with their last report, and the rows of other trackers are stored', async () => {
    const { id, imei } = await registered()
    const unknown = nextImei()
    await record(message([received(unknown, locationAgo(2)), received(imei, locationAgo(2))]))
    await record(message([received(unknown, locationAgo(1))]))
    expect(await quarantined(unknown)).toMatchObject({ reports: 2, last_report: expect.any(Array) })
    expect(await storedOf(id)).toHaveLength(1)
  })

  test('are kept under the first 64 characters of their identifier', async () => {
    const long = 'x'.repeat(100)
    const first = sequence + 1
    await record(message([received(`${long}1`, locationAgo(1)), received(`${long}2`, locationAgo(1))]))
    expect(await quarantined('x'.repeat(64))).toBeDefined()
    expect(await deadLettersSince(first)).toEqual([])
  })

  test('are limited to the latest 10,000', async () => {
    await query(`
      insert into quarantine (identifier, protocol, first_seen_at, last_seen_at)
      select 'old ' || n, 'x', now() - interval '1 day', now() - interval '1 day' from generate_series(1, 10000) n`)
    const unknown = nextImei()
    await record(message([received(unknown, locationAgo(1))]))
    const [counted] = await query<{ count: number }>('select count(*)::int as count from quarantine')
    expect(counted!.count).toBe(10_000)
    expect(await quarantined(unknown)).toBeDefined()
    await query(`delete from quarantine where identifier like 'old %'`)
  })
})

describe('a row that cannot be stored', () => {
  test('becomes a dead letter, and the other rows of its message and batch are stored', async () => {
    const [one, two] = [await registered(), await registered()]
    const first = sequence + 1
    const poison = received(one.imei, locationAgo(9))
    poison[rowIndex.altitudeM] = 1e9
    await record(
      message([received(one.imei, locationAgo(8)), poison, received(two.imei, locationAgo(8))]),
      message([received(two.imei, locationAgo(7))]),
    )
    expect(await storedOf(one.id)).toHaveLength(1)
    expect(await storedOf(two.id)).toHaveLength(2)
    const deadLetters = await deadLettersSince(first)
    expect(deadLetters.map(({ reason }) => reason)).toEqual([expect.stringContaining('out of range')])
    expect(JSON.parse(deadLetters[0]!.payload.toString()).rows).toHaveLength(1)
  })

  test.each([
    ['no JSON', 'not json {'],
    ['no rows', '{"rows": 5}'],
    ['rows of another kind', '{"rows": [1, null, "x", {}]}'],
  ])('%s: does not block later messages', async (_, text) => {
    const { id, imei } = await registered()
    const first = sequence + 1
    await record(message(text), message([received(imei, locationAgo(1))]))
    expect(await storedOf(id)).toHaveLength(1)
    expect(await deadLettersSince(first)).toHaveLength(1)
  })

  test('stays a dead letter while retries fail, and is stored once one succeeds', async () => {
    const { id, imei } = await registered()
    await query('delete from dead_letters')
    const poison = received(imei, locationAgo(9))
    poison[rowIndex.altitudeM] = 1e9
    await record(message([poison]))
    expect(await retryDeadLetters(world.ctx, deviceCache)).toEqual({ stored: 0, left: 1 })
    expect(await storedOf(id)).toHaveLength(0)

    poison[rowIndex.altitudeM] = 100
    await query('update dead_letters set payload = $1', Buffer.from(JSON.stringify({ rows: [poison] })))
    expect(await retryDeadLetters(world.ctx, deviceCache)).toEqual({ stored: 1, left: 0 })
    expect(await storedOf(id)).toHaveLength(1)
    expect(await query('select from dead_letters')).toEqual([])
  })

  test('is retried, not made a dead letter, if the error is temporary', async () => {
    const { id, imei } = await registered()
    const first = sequence + 1
    const rows = message([received(imei, locationAgo(1))])
    const [{ database }] = (await query<{ database: string }>('select current_database() as database')) as [
      { database: string },
    ]
    const role = `alter role rastro_app in database ${database}`
    await query(`${role} set default_transaction_read_only = on`)
    const pool = createPool(world.ctx.config.db, world.ctx.log)
    try {
      await expect(recordMessages({ ...world.ctx, db: pool }, deviceCache, [rows])).rejects.toThrow(
        'read-only',
      )
    } finally {
      await query(`${role} reset default_transaction_read_only`)
      await pool.end()
    }
    expect(await deadLettersSince(first)).toEqual([])
    await record(rows)
    expect(await storedOf(id)).toHaveLength(1)
  })
})

test.each([
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
])(
  'text with %s, which PostgreSQL rejects, costs neither the location nor the rows beside it',
  async (_, text) => {
    const [one, two] = [await registered(), await registered()]
    const first = sequence + 1
    const odd = locationAgo(1, { attributes: { [`key ${text}`]: text, note: 'kept' } })
    await record(message([received(one.imei, odd), received(two.imei, locationAgo(1))]))
    expect((await storedOf(one.id))[0]!.more).toMatchObject({ attributes: { note: 'kept' } })
    expect(await storedOf(two.id)).toHaveLength(1)
    // The same from an unknown tracker.
    const unknown = nextImei()
    await record(message([received(unknown, odd)]))
    expect(await quarantined(unknown)).toBeDefined()
    expect(await deadLettersSince(first)).toEqual([])
  },
)

test('rows of a device that was just deleted do not block other rows', async () => {
  const [kept, deleted] = [await registered(), await registered()]
  const first = sequence + 1
  await record(message([received(kept.imei, locationAgo(9)), received(deleted.imei, locationAgo(9))]))
  const { status } = await world.call('DELETE', `/api/devices/${deleted.id}`, { token: account.token })
  expect(status).toBeLessThan(300)
  // The device is still cached.
  await record(
    message([received(deleted.imei, locationAgo(8)), received(kept.imei, locationAgo(8))]),
    message([received(kept.imei, locationAgo(7))]),
  )
  expect(await storedOf(kept.id)).toHaveLength(3)
  expect(await quarantined(deleted.imei)).toBeDefined()
  expect(await deadLettersSince(first)).toEqual([])
})

describe('subscribers', () => {
  test('receive new locations, and all that the log redelivers', async () => {
    const judge = createJudge(world.ctx)
    const publishing = { presence: createPresence(world.ctx) }
    const recording = { ...world.ctx, judging: { judge, partition: 0 }, publishing }
    const { id, imei } = await registered()
    const from = await lastPosition(world.ctx)
    const published = async () =>
      (await readEvents(world.ctx, account.accountId, from, 100)).events
        .filter(({ kind }) => kind === 'location')
        .map(({ json }) => JSON.parse(json))
        .filter(({ deviceId }) => deviceId === id)
    const [one, other] = [locationAgo(60), locationAgo(50)]
    const batch = message([received(imei, one), received(imei, other)])
    const recordAndPublish = async (one: LogMessage) =>
      (await recordMessages(recording, deviceCache, [one])).published
    await recordAndPublish(batch)
    expect(await published()).toHaveLength(2)
    // A tracker that repeats a report publishes nothing.
    const later = new Date(Date.now() + 1_000)
    await recordAndPublish(message([received(imei, one, later), received(imei, other, later)]))
    expect(await published()).toHaveLength(2)
    // A redelivered batch is published again, with the same ids: the recorder may have crashed before publishing it.
    await recordAndPublish(batch)
    const ids = (await published()).map((event) => event.id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(2)
    judge.stop()
  })
})
