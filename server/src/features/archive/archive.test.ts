// Weeks of locations in the archive: every read answers what it answered before.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { storeLocations, storeRows } from '../recorder/recorder.queries.ts'
import type { StorableRow } from '../recorder/storable-row.types.ts'
import { openArchiveStore } from './archive.api.ts'
import { listWeeks } from './archive.queries.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { readWholeFile } from './file/file-reader.ts'
import { openFileSource } from './file/file-source.ts'
import { keepArchive } from './upkeep.api.ts'
import { verifyArchive } from './verify.api.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

let dir: string
let store: ObjectStore
let world: World
let account: MadeAccount
let deviceId: string
let number: number
/** A Monday; the week after it is archived. */
let mondayMs: number

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-test-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_ARCHIVE_AFTER_DAYS: '14',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  account = await world.make.account({ licenses: 20 })
  const { rows } = await world.superuser.query(
    "select date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' as monday",
  )
  mondayMs = rows[0].monday.getTime() - 3 * weekMs
  ;({ id: deviceId, number } = await makeDriven(9_000))
  // Another device in the same object, and one of another account.
  await makeDriven(500)
  await makeDriven(50, await world.make.account({ licenses: 1 }))
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A device that reports from Wednesday of the archived week until after it, in all kinds of locations. */
async function makeDriven(count: number, of = account): Promise<{ id: string; number: number }> {
  const { id } = await world.make.device(of)
  const { rows } = await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m,
       speed, course, accuracy_m, satellites, class, more)
     select at, at + interval '1.234 seconds', d.number, d.account_id, case when n % 50 <> 7 then 413900000 + n * 13 end,
       case when n % 50 <> 7 then -21700000 - n end, (n * 7919) % 2000000000 - 1000000000,
       case when n % 3 = 0 then n % 3000 - 100 end, n % 1200, case when n % 4 > 0 then n % 3600 end,
       case when n % 5 = 0 then n % 100 end, n % 20, a.retention_class,
       case n % 4 when 0 then jsonb_build_object('attributes', jsonb_build_object('fuel', n % 100, 'note', E'a "b" \\\\ {c}, é ' || n))
         when 1 then '{"valid": false}'::jsonb when 2 then jsonb_build_object('temperature', n % 30) end
     from devices d join accounts a using (account_id), generate_series(0, $2::int - 1) n,
       lateral (select to_timestamp($3::float8 / 1000 + (n / 2) * 100) as at) as time
     where d.id = $1 order by random() returning device_number`,
    [id, count, mondayMs + 2 * dayMs],
  )
  return { id, number: rows[0].device_number }
}

const at = (ms: number) => new Date(ms).toISOString()
const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await world.call('GET', path, { token: account.token, headers })
  // Differs between requests.
  return { status, text: text.replace(/"requestId":"[^"]*"|"apiDailyUsage":\d+/g, '""') }
}
const period = (fromMs: number, toMs: number) => `from=${at(fromMs)}&to=${at(toMs)}`

/** What users read of this device, across both borders of the week. */
async function readEverything() {
  const locations = `/api/devices/${deviceId}/locations`
  const whole = period(mondayMs, mondayMs + 3 * weekMs)
  const answers: { bytes: number; status: number; sha256: string }[] = []
  const read = async (path: string) => {
    const { status, text } = await get(path)
    answers.push({ status, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') })
    return text
  }
  for (const more of ['', '&simplify=50', '&format=gpx', '&format=kml', '&format=csv', '&format=geojson'])
    await read(`${locations}?${whole}${more}`)
  await read(`${locations}?${period(mondayMs + 3 * dayMs, mondayMs + 4 * dayMs)}`)
  for (let cursor = ''; ; ) {
    const page = await read(`${locations}?${whole}&limit=777${cursor}`)
    const next = /"nextCursor":"([^"]+)"/.exec(page)?.[1]
    if (!next) break
    cursor = `&cursor=${next}`
  }
  return answers
}

const archive = () => archiveDueWeeks({ ...world.ctx, history: world.ctx.config.history }, store)
const files = () => readdirSync(dir, { recursive: true }).filter((name) => String(name).endsWith('.parquet'))
const partitions = async () =>
  (
    await world.superuser.query(
      "select relname from pg_class where relname like 'locations_standard_2%' and relkind = 'r'",
    )
  ).rowCount

let before: Awaited<ReturnType<typeof readEverything>>

test('a week that is over is archived, and later dropped, and every read stays the same', async () => {
  before = await readEverything()
  expect(before[0]).toMatchObject({ status: 200, bytes: expect.any(Number) })
  expect(before[0]!.bytes).toBeGreaterThan(500_000)
  const weeks = await partitions()
  const done = await archive()
  expect(done.locations).toBeGreaterThan(5_000)
  expect(files().length).toBeGreaterThan(0)
  expect(await readEverything()).toEqual(before)
  expect(await partitions()).toBe(weeks)
  // The reads that began before have ended.
  world.clock.offsetMs += 660_000
  expect((await archive()).dropped).toBeGreaterThan(50)
  expect(await partitions()).toBeLessThan(weeks!)
  expect(await readEverything()).toEqual(before)
})

test('the partitions of archived weeks are not made again', async () => {
  const weeks = await partitions()
  await world.superuser.query('select ensure_location_partitions(now())')
  expect(await partitions()).toBe(weeks)
})

test('what arrives late for an archived week is read with it, and what is in both only once', async () => {
  const { rows } = await world.superuser.query(
    'select fixed_at, fingerprint from locations where device_number = $1 and fixed_at >= $2 limit 1',
    [number, at(mondayMs + weekMs)],
  )
  expect(rows.length).toBe(1)
  const from = mondayMs + 5 * dayMs
  const page = () => get(`/api/devices/${deviceId}/locations?${period(from, from + dayMs)}`)
  const timesOf = async () =>
    [...(await page()).text.matchAll(/"dateTime":"([^"]+)"/g)].map(([, time]) => time)
  const former = await timesOf()
  const late = (fixedAtMs: number, fingerprint: number): StorableRow => ({
    row: [
      ...(['late', fixedAtMs, fixedAtMs + 9, 410_000_000, 20_000_000, fingerprint] as const),
      ...([null, null, null, null, null, null, 'teltonika'] as const),
    ],
    device: { deviceId, deviceNumber: number, accountId: account.accountId, class: 2, isElsewhere: false },
  })
  const archived = await world.superuser.query(
    'select first_fixed_at from archive_parts where device_number = $1 order by first_fixed_at limit 1',
    [number],
  )
  expect(archived.rows[0].first_fixed_at.getTime()).toBe(mondayMs + 2 * dayMs)
  // The first location of that day has an even number: its fingerprint follows from it.
  const n = (2 * (from - mondayMs - 2 * dayMs)) / 100_000
  const again = ((n * 7919) % 2_000_000_000) - 1_000_000_000
  expect(await storeLocations(world.ctx.db.recorder, [late(from, again), late(from + 1, 5)])).toEqual([1, 2])
  const classes = await world.superuser.query(
    'select class from locations where device_number = $1 and class > 100',
    [number],
  )
  expect(classes.rows).toEqual([{ class: 102 }, { class: 102 }])
  // As the recorder does: rows from before an instant may be of an archived week.
  const [repeated] = [late(from + 1, 5)]
  expect(await storeRows(world.ctx.db.recorder, [repeated], [], from + 2)).toMatchObject({ locations: [] })
  const now = await timesOf()
  expect(now.length).toBe(former.length + 1)
  expect(now.slice(0, 3)).toEqual([at(from), at(from), at(from + 1)])
})

test('the objects of a deleted device are written again without it', async () => {
  const { rows } = await world.superuser.query(
    `select d.id, d.number from devices d where d.account_id = $1 and d.number <> $2 and exists (
       select from archive_parts p where p.device_number = d.number)`,
    [account.accountId, number],
  )
  expect(rows.length).toBe(1)
  const [{ id, number: deleted }] = rows
  expect(await devicesInFiles()).toContain(deleted)
  await world.call('DELETE', `/api/devices/${id}`, { token: account.token })
  const former = files()
  const ctx = { ...world.ctx, history: world.ctx.config.history }
  expect(await keepArchive(ctx, store)).toEqual({ rewritten: 1, removed: 0 })
  world.clock.offsetMs += 660_000
  expect(await keepArchive(ctx, store)).toEqual({ rewritten: 0, removed: 1 })
  expect(files()).toHaveLength(former.length)
  expect(await devicesInFiles()).not.toContain(deleted)
  expect(await devicesInFiles()).toContain(number)
})

async function devicesInFiles(): Promise<number[]> {
  const found = new Set<number>()
  for (const name of files()) {
    const source = await openFileSource(join(dir, String(name)))
    for await (const { deviceNumber } of readWholeFile(source)) for (const one of deviceNumber) found.add(one)
    await source.close()
  }
  return [...found]
}

test('the manifest has the size of what was archived', async () => {
  const weeks = await listWeeks(world.ctx.db.directory)
  const archived = weeks.filter(({ locations }) => locations !== 0)
  expect(archived).toMatchObject([
    { class: 'standard', objects: 1, locations: expect.any(Number), droppedAt: expect.any(Date) },
  ])
})

test('damaged and unknown objects are found', async () => {
  const [name] = files().map(String)
  const path = join(dir, name!)
  const bytes = readFileSync(path)
  expect(await verifyArchive(world.ctx, store)).toMatchObject({ objects: 1, damaged: [], orphans: [] })
  writeFileSync(path, Buffer.from(bytes).fill(7, 1_000, 1_001))
  const stray = 'class=2/week=2020-01-06/part-00001.parquet'
  await store.put(stray, path)
  expect(await verifyArchive(world.ctx, store)).toMatchObject({
    objects: 0,
    damaged: [{ key: name, reason: expect.stringContaining('checksum') }],
    orphans: [stray],
  })
  writeFileSync(path, bytes)
  await store.remove(stray)
  expect(await verifyArchive(world.ctx, store)).toMatchObject({ objects: 1, damaged: [], orphans: [] })
})
