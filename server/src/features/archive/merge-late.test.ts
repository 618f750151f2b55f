// Late locations become part of the objects of their week: every read stays the same, byte for byte.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { openArchiveStore } from './archive.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { mergeLate } from './merge-late.api.ts'
import { keepArchive } from './upkeep.api.ts'
import { verifyArchive } from './verify.api.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const limits = { minRows: 100, minShare: 0.01, manyRows: 50_000, pauseHours: 20 }

let dir: string
let store: ObjectStore
let world: World
let account: MadeAccount
let devices: { id: string; number: number }[]
/** Of the archived week. */
let mondayMs: number

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-merge-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_LOG_LEVEL: 'silent',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  account = await world.make.account({ licenses: 10 })
  const { rows } = await world.superuser.query("select date_trunc('week', now(), 'UTC') as monday")
  mondayMs = rows[0].monday.getTime() - 3 * weekMs
  for (let made = 0; made < 3; made += 1) await world.make.device(account)
  const made = await world.superuser.query(
    'select id, number from devices where account_id = $1 order by number',
    [account.accountId],
  )
  devices = made.rows
  // The last one has no locations of the week.
  await add(2, [devices[0]!, devices[1]!], { count: 3_000, fromMs: mondayMs + dayMs, stepMs: 60_000 })
  await archiveDueWeeks(context(), store)
  world.clock.offsetMs += 660_000
  await archiveDueWeeks(context(), store)
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const context = () => ({ ...world.ctx, history: world.ctx.config.history })

async function add(
  ofClass: number,
  some: { number: number }[],
  { count, fromMs, stepMs }: { count: number; fromMs: number; stepMs: number },
): Promise<void> {
  await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class, more)
     select to_timestamp(($3::float8 + n * $4::float8) / 1000), date_trunc('milliseconds', now()), d.number, d.account_id,
       413900000 + n, -21700000, n, $5::smallint, case n % 3 when 0 then jsonb_build_object('attributes', jsonb_build_object('late', $5::smallint, 'n', n)) end
     from devices d, generate_series(0, $2 - 1) n where d.number = any($1)`,
    [some.map(({ number }) => number), count, fromMs, stepMs, ofClass],
  )
}

async function readAll(): Promise<string[]> {
  const period = `from=${new Date(mondayMs).toISOString()}&to=${new Date(mondayMs + 2 * weekMs).toISOString()}`
  const texts: string[] = []
  for (const { id } of devices)
    for (const more of ['', '&format=csv', '&format=gpx', '&limit=500']) {
      const { status, text } = await world.call('GET', `/api/devices/${id}/locations?${period}${more}`, {
        token: account.token,
      })
      expect(status).toBe(200)
      texts.push(text.replace(/"requestId":"[^"]*"|"apiDailyUsage":\d+/g, '""'))
    }
  return texts
}

const lateInDatabase = async () =>
  (await world.superuser.query('select count(*)::int as rows from locations where class > 100')).rows[0].rows

/** Fails in its operation number `at`. */
function failingAt(at: number): ObjectStore {
  let left = at
  const count = () => {
    left -= 1
    if (left === 0) throw new Error('the store failed')
  }
  return {
    ...store,
    put: async (key, file) => {
      count()
      return store.put(key, file)
    },
    read: async (key, offset, length) => {
      count()
      return store.read(key, offset, length)
    },
  }
}

test('few late locations stay where they are', async () => {
  await add(102, devices, { count: 10, fromMs: mondayMs + 5_000, stepMs: 1_000 })
  expect(await mergeLate(context(), store, undefined, limits)).toEqual({ merged: 0, mergedLocations: 0 })
  expect(await lateInDatabase()).toBe(30)
})

test('many are merged, and deleted when no read uses the former objects', async () => {
  // Between the others, and some of them sent a second time: these are read from the database.
  await add(102, devices, { count: 400, fromMs: mondayMs + dayMs + 30_000, stepMs: 60_000 })
  await add(102, [devices[0]!], { count: 50, fromMs: mondayMs + dayMs, stepMs: 60_000 })
  const before = await readAll()
  expect(await lateInDatabase()).toBe(1_280)

  // Whatever fails, nothing changes for reads.
  for (let at = 1; at <= 6; at += 1) {
    await mergeLate(context(), failingAt(at), undefined, limits)
    expect(await readAll()).toEqual(before)
    await world.superuser.query('delete from archive_failures')
  }
  await mergeLate(context(), store, undefined, limits)
  expect(await readAll()).toEqual(before)
  expect(await lateInDatabase()).toBe(1_280)

  // What arrives after the merge is not part of it.
  await add(102, [devices[1]!], { count: 5, fromMs: mondayMs + 6 * dayMs, stepMs: 1_000 })
  const withLater = await readAll()
  world.clock.offsetMs += 660_000
  expect(await mergeLate(context(), failingAt(1), undefined, limits)).toEqual({
    merged: 0,
    mergedLocations: 0,
  })
  expect(await readAll()).toEqual(withLater)
  await world.superuser.query('delete from archive_failures')
  expect(await mergeLate(context(), store, undefined, limits)).toEqual({ merged: 0, mergedLocations: 1_280 })
  expect(await lateInDatabase()).toBe(5)
  expect(await readAll()).toEqual(withLater)

  await keepArchive(context(), store)
  expect(await readAll()).toEqual(withLater)
  const verified = await verifyArchive(world.ctx, store)
  // The third device had none, and has an object of its own.
  expect(verified).toEqual({ objects: 2, locations: 6_000 + 1_280 - 50, damaged: [], orphans: [] })
})

test('a week is merged once a day at most', async () => {
  await add(102, devices, { count: 200, fromMs: mondayMs + 3 * dayMs + 500, stepMs: 60_000 })
  const before = await readAll()
  expect(await mergeLate(context(), store, undefined, limits)).toEqual({ merged: 0, mergedLocations: 0 })
  await world.superuser.query("update archive_merges set merged_at = merged_at - interval '1 day'")
  expect(await mergeLate(context(), store, undefined, limits)).toEqual({ merged: 2, mergedLocations: 0 })
  world.clock.offsetMs += 660_000
  expect(await mergeLate(context(), store, undefined, limits)).toMatchObject({ mergedLocations: 605 })
  expect(await readAll()).toEqual(before)
})

test('a device that is deleted after the merge is in no object', async () => {
  await world.superuser.query('delete from devices where id = $1', [devices[0]!.id])
  devices = devices.slice(1)
  const before = await readAll()
  expect((await keepArchive(context(), store)).rewritten).toBe(1)
  expect(await readAll()).toEqual(before)
})
