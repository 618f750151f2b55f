import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { LogMessage } from '../../platform/bus/location-log.ts'
import { createPool } from '../../platform/db/db.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import { lastPlace, readEvents } from '../events/event-log.api.ts'
import { replayDeadLetters } from './dead-letters.api.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { createDeviceMemory } from './device-cache.api.ts'
import { toRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordMessages } from './recorder.ts'

let world: World
let account: MadeAccount
let memory: DeviceMemory
const imeis = imeisOf('35630704', 100)
const nextImei = () => imeis.pop()!
let sequence = 0

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  memory = createDeviceMemory(world.ctx)
})
afterAll(async () => {
  memory.stop()
  await world.close()
})

async function registered(): Promise<{ id: string; imei: string }> {
  const imei = nextImei()
  const { id } = await world.make.device(account, { identifier: imei })
  return { id, imei }
}

function heard(
  imei: string,
  location: Location,
  receivedAt = new Date(),
  protocol = 'teltonika',
): LocationRow {
  return toRow(location, { who: imei, protocol, receivedAt, datesRollOver: false })
}

function message(rows: unknown): LogMessage {
  sequence += 1
  const bytes = Buffer.from(typeof rows === 'string' ? rows : JSON.stringify({ rows }))
  return { stream: 'test', sequence, bytes }
}

const record = (...messages: LogMessage[]) => recordMessages(world.ctx, memory, messages)

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
const lettersSince = (first: number) =>
  query<{ why: string; sequence: string; payload: Buffer }>(
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

describe('what comes twice', () => {
  test('in one message, in two, or in a later batch is stored once', async () => {
    const { id, imei } = await registered()
    const rows = [3, 2, 1].map((seconds) => heard(imei, locationAgo(seconds)))
    await record(message([...rows, ...rows]), message(rows))
    await record(message(rows))
    expect(await storedOf(id)).toHaveLength(3)
  })

  test('but says something else of the same instant is two locations', async () => {
    const { id, imei } = await registered()
    const one = locationAgo(5)
    await record(message([heard(imei, one), heard(imei, { ...one, alarms: ['sos'] })]))
    expect(await storedOf(id)).toHaveLength(2)
  })

  test('is told apart also when the tracker has no clock', async () => {
    const { id, imei } = await registered()
    const clockless = { ...locationAgo(0), fixedAt: new Date('1980-01-06T00:00:00Z') }
    await record(message([heard(imei, clockless, new Date(Date.now() - 20_000))]))
    await record(message([heard(imei, clockless, new Date())]))
    await record(message([heard(imei, { ...clockless, latitude: 42 }, new Date())]))
    expect(await storedOf(id)).toHaveLength(2)
    const inOneBatch = { ...clockless, latitude: 43 }
    const copies = [5_000, 0].map((ago) => heard(imei, inOneBatch, new Date(Date.now() - ago)))
    await record(...copies.map((copy) => message([copy])))
    expect(await storedOf(id)).toHaveLength(3)
  })

  test('much later is a report of its own, for a tracker that has no clock', async () => {
    const { id, imei } = await registered()
    const parked = { ...locationAgo(0), fixedAt: new Date('1980-01-06T00:00:00Z') }
    await record(message([heard(imei, parked, new Date(Date.now() - 600_000))]))
    await record(message([heard(imei, parked, new Date())]))
    expect(await storedOf(id)).toHaveLength(2)
  })
})

describe('the newest location', () => {
  test('only moves forward, whatever the order of arrival', async () => {
    const { id, imei } = await registered()
    const latest = locationAgo(10, { latitude: 10 })
    await record(message([heard(imei, locationAgo(30)), heard(imei, latest), heard(imei, locationAgo(20))]))
    await record(message([heard(imei, locationAgo(40)), heard(imei, locationAgo(15))]))
    expect(await newestOf(id)).toMatchObject({ fixed_at: latest.fixedAt, latitude: 100_000_000 })
    expect(await storedOf(id)).toHaveLength(5)
  })

  test('knows that a late location is a sign of life too', async () => {
    const { id, imei } = await registered()
    const before = new Date(Date.now() - 600_000)
    const first = locationAgo(600)
    await record(message([heard(imei, first, before)]))
    await record(message([heard(imei, locationAgo(3_600))]))
    const newest = await newestOf(id)
    expect(newest!.fixed_at).toEqual(first.fixedAt)
    expect(newest!.seen_at.getTime()).toBeGreaterThan(Date.now() - 30_000)
  })

  test('is not moved to nowhere by a report without a place', async () => {
    const { id, imei } = await registered()
    const { latitude, longitude, ...nowhere } = locationAgo(1, { valid: false, alarms: ['sos'] })
    const somewhere = locationAgo(60)
    await record(message([heard(imei, somewhere), heard(imei, nowhere)]))
    expect(await storedOf(id)).toHaveLength(2)
    expect((await newestOf(id))!.fixed_at).toEqual(somewhere.fixedAt)
  })

  test('of many devices and two recorders at once is the latest of each', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, registered))
    const other = createDeviceMemory(world.ctx)
    const batches = Array.from({ length: 30 }, (_, batch) =>
      message(
        devices.flatMap(({ imei }) => [
          heard(imei, locationAgo(1_000 - batch)),
          heard(imei, locationAgo(2_000 - batch)),
        ]),
      ),
    )
    // Both get everything, in opposite orders: rows meet rows, and devices devices.
    const again = async (work: () => Promise<unknown>): Promise<void> => {
      await work().catch(() => again(work))
    }
    await Promise.all([
      again(() => recordMessages(world.ctx, memory, batches)),
      again(() => recordMessages(world.ctx, other, batches.toReversed())),
    ])
    other.stop()
    const latest = locationAgo(971).fixedAt!.getTime()
    for (const { id } of devices) {
      expect(await storedOf(id)).toHaveLength(60)
      expect(Math.abs((await newestOf(id))!.fixed_at.getTime() - latest)).toBeLessThan(10_000)
    }
    expect(await lettersSince(Number(batches[0]!.sequence))).toEqual([])
  })
})

describe('a time that cannot be true', () => {
  test.each([
    ['the epoch', '1970-01-01T00:00:00Z'],
    ['years ahead', '2080-01-01T00:00:00Z'],
    ['two days ahead', new Date(Date.now() + 2 * 86_400_000).toISOString()],
  ])('%s: the time of reception stands in its place, and what was said stays visible', async (_, said) => {
    const { id, imei } = await registered()
    const receivedAt = new Date()
    await record(message([heard(imei, { ...locationAgo(0), fixedAt: new Date(said) }, receivedAt)]))
    const [row] = await storedOf(id)
    expect(row!.fixed_at).toEqual(receivedAt)
    expect(row!.more).toMatchObject({ deviceTime: new Date(said).toISOString() })
    const { body } = await world.call('GET', `/api/devices/${id}/lastLocation`, { token: account.token })
    expect(body.lastLocation.deviceTime).toBe(new Date(said).toISOString())
  })
})

describe('trackers that nobody has registered', () => {
  test('stand in the quarantine with what they last said, and the others’ rows are stored', async () => {
    const { id, imei } = await registered()
    const strange = nextImei()
    await record(message([heard(strange, locationAgo(2)), heard(imei, locationAgo(2))]))
    await record(message([heard(strange, locationAgo(1))]))
    expect(await quarantined(strange)).toMatchObject({ reports: 2, last_report: expect.any(Array) })
    expect(await storedOf(id)).toHaveLength(1)
  })

  test('are kept under the first 64 characters of a longer name', async () => {
    const long = 'x'.repeat(100)
    const first = sequence + 1
    await record(message([heard(`${long}1`, locationAgo(1)), heard(`${long}2`, locationAgo(1))]))
    expect(await quarantined('x'.repeat(64))).toBeDefined()
    expect(await lettersSince(first)).toEqual([])
  })

  test('are never more than 10,000, the latest', async () => {
    await query(`
      insert into quarantine (identifier, protocol, first_seen_at, last_seen_at)
      select 'old ' || n, 'x', now() - interval '1 day', now() - interval '1 day' from generate_series(1, 10000) n`)
    const strange = nextImei()
    await record(message([heard(strange, locationAgo(1))]))
    const [counted] = await query<{ count: number }>('select count(*)::int as count from quarantine')
    expect(counted!.count).toBe(10_000)
    expect(await quarantined(strange)).toBeDefined()
    await query(`delete from quarantine where identifier like 'old %'`)
  })
})

describe('what cannot be stored', () => {
  test('is put aside by itself: the other rows of its message and batch are stored', async () => {
    const [one, two] = [await registered(), await registered()]
    const first = sequence + 1
    const poison = heard(one.imei, locationAgo(9))
    poison[6] = 1e9
    await record(
      message([heard(one.imei, locationAgo(8)), poison, heard(two.imei, locationAgo(8))]),
      message([heard(two.imei, locationAgo(7))]),
    )
    expect(await storedOf(one.id)).toHaveLength(1)
    expect(await storedOf(two.id)).toHaveLength(2)
    const letters = await lettersSince(first)
    expect(letters.map(({ why }) => why)).toEqual([expect.stringContaining('out of range')])
    expect(JSON.parse(letters[0]!.payload.toString()).rows).toHaveLength(1)
  })

  test.each([
    ['no JSON', 'not json {'],
    ['no rows', '{"rows": 5}'],
    ['rows of another kind', '{"rows": [1, null, "x", {}]}'],
  ])('%s: it does not stop what comes after it', async (_, text) => {
    const { id, imei } = await registered()
    const first = sequence + 1
    await record(message(text), message([heard(imei, locationAgo(1))]))
    expect(await storedOf(id)).toHaveLength(1)
    expect(await lettersSince(first)).toHaveLength(1)
  })

  test('stays a dead letter when it is replayed in vain, and is stored when it no longer is in vain', async () => {
    const { id, imei } = await registered()
    await query('delete from dead_letters')
    const poison = heard(imei, locationAgo(9))
    poison[6] = 1e9
    await record(message([poison]))
    expect(await replayDeadLetters(world.ctx, memory)).toEqual({ stored: 0, left: 1 })
    expect(await storedOf(id)).toHaveLength(0)

    poison[6] = 100
    await query('update dead_letters set payload = $1', Buffer.from(JSON.stringify({ rows: [poison] })))
    expect(await replayDeadLetters(world.ctx, memory)).toEqual({ stored: 1, left: 0 })
    expect(await storedOf(id)).toHaveLength(1)
    expect(await query('select from dead_letters')).toEqual([])
  })

  test('for a reason that passes is not put aside: the log brings it again', async () => {
    const { id, imei } = await registered()
    const first = sequence + 1
    const rows = message([heard(imei, locationAgo(1))])
    const [{ database }] = (await query<{ database: string }>('select current_database() as database')) as [
      { database: string },
    ]
    const role = `alter role rastro_app in database ${database}`
    await query(`${role} set default_transaction_read_only = on`)
    const pool = createPool(world.ctx.config.db, world.ctx.log)
    try {
      await expect(recordMessages({ ...world.ctx, db: pool }, memory, [rows])).rejects.toThrow('read-only')
    } finally {
      await query(`${role} reset default_transaction_read_only`)
      await pool.end()
    }
    expect(await lettersSince(first)).toEqual([])
    await record(rows)
    expect(await storedOf(id)).toHaveLength(1)
  })
})

test.each([
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
])(
  'text with %s in it, which no database takes, costs neither the location nor its neighbours',
  async (_, text) => {
    const [one, two] = [await registered(), await registered()]
    const first = sequence + 1
    const odd = locationAgo(1, { attributes: { [`key ${text}`]: text, note: 'kept' } })
    await record(message([heard(one.imei, odd), heard(two.imei, locationAgo(1))]))
    expect((await storedOf(one.id))[0]!.more).toMatchObject({ attributes: { note: 'kept' } })
    expect(await storedOf(two.id)).toHaveLength(1)
    // The same of somebody whom nobody knows.
    const strange = nextImei()
    await record(message([heard(strange, odd)]))
    expect(await quarantined(strange)).toBeDefined()
    expect(await lettersSince(first)).toEqual([])
  },
)

test('rows of a device that was deleted meanwhile do not keep the others back', async () => {
  const [kept, deleted] = [await registered(), await registered()]
  const first = sequence + 1
  await record(message([heard(kept.imei, locationAgo(9)), heard(deleted.imei, locationAgo(9))]))
  const { status } = await world.call('DELETE', `/api/devices/${deleted.id}`, { token: account.token })
  expect(status).toBeLessThan(300)
  // The memory still takes it for a device.
  await record(
    message([heard(deleted.imei, locationAgo(8)), heard(kept.imei, locationAgo(8))]),
    message([heard(kept.imei, locationAgo(7))]),
  )
  expect(await storedOf(kept.id)).toHaveLength(3)
  expect(await quarantined(deleted.imei)).toBeDefined()
  expect(await lettersSince(first)).toEqual([])
})

describe('whoever follows', () => {
  test('is told of what was new, and of all that the log gives again', async () => {
    const judge = createJudge(world.ctx)
    const telling = { presence: createPresence(world.ctx) }
    const recording = { ...world.ctx, judging: { judge, partition: 0 }, telling }
    const { id, imei } = await registered()
    const from = await lastPlace(world.ctx)
    const told = async () =>
      (await readEvents(world.ctx, account.accountId, from, 100)).events
        .filter(({ kind }) => kind === 'location')
        .map(({ json }) => JSON.parse(json))
        .filter(({ device }) => device === id)
    const [one, other] = [locationAgo(60), locationAgo(50)]
    const batch = message([heard(imei, one), heard(imei, other)])
    const tell = async (one: LogMessage) => (await recordMessages(recording, memory, [one])).told
    await tell(batch)
    expect(await told()).toHaveLength(2)
    // A tracker that sends the same again says nothing new.
    const later = new Date(Date.now() + 1_000)
    await tell(message([heard(imei, one, later), heard(imei, other, later)]))
    expect(await told()).toHaveLength(2)
    // But the log that gives the same again may follow somebody who died before he told: the ids are the same.
    await tell(batch)
    const ids = (await told()).map((event) => event.id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(2)
    judge.stop()
  })
})
