// A week or an object that fails again and again holds up nothing else, and is tried again with growing pauses.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { isInArchive } from '../erasure/eraser.queries.ts'
import { openArchiveStore } from './archive.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { openAttempts } from './attempts.ts'
import { forgetArchivedObject, listArchiveFailures } from './status.api.ts'
import { keepArchive } from './upkeep.api.ts'

const weekMs = 7 * 86_400_000
const hourMs = 3_600_000

let dir: string
let world: World
let store: ObjectStore
let monday: Date
/** Weeks after it were archived by former tests. */
let weeks = 0

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-attempts-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_LOG_LEVEL: 'silent',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  const { rows } = await world.superuser.query("select date_trunc('week', now(), 'UTC') as monday")
  monday = rows[0].monday
  await archive(store)
  world.clock.offsetMs += 660_000
  await archive(store)
})
beforeEach(() => world.superuser.query('delete from archive_failures'))
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const context = () => ({ ...world.ctx, history: world.ctx.config.history })
const archive = (to: ObjectStore) => archiveDueWeeks(context(), to)
const failures = () => listArchiveFailures(world.ctx)

/** The folder goes with its last file. */
const filesIn = (folder: string) => (existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : [])

/** Operations on these keys fail. */
function failingFor(isBad: (key: string) => boolean): ObjectStore {
  const refuse = (key: string) => {
    if (isBad(key)) throw new Error(`the disk is bad at ${key}`)
  }
  return {
    ...store,
    put: async (key, file) => {
      refuse(key)
      return store.put(key, file)
    },
    read: async (key, offset, length) => {
      refuse(key)
      return store.read(key, offset, length)
    },
    remove: async (key) => {
      refuse(key)
      return store.remove(key)
    },
    list: async function* (prefix) {
      refuse(prefix)
      yield* store.list(prefix)
    },
  }
}

/** Makes weeks due in which the devices have locations. Returns their folders. */
async function makeWeeks(count: number, devices: string[]): Promise<string[]> {
  const folders: string[] = []
  for (let made = 0; made < count; made += 1) {
    weeks += 1
    const start = new Date(monday.getTime() + weeks * weekMs)
    await world.superuser.query('select ensure_location_partitions($1::timestamptz)', [start])
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
       select $2::timestamptz + n * interval '100 seconds', now(), d.number, d.account_id, n, n, n, 2
       from devices d, generate_series(0, 99) n where d.id = any($1)`,
      [devices, start],
    )
    folders.push(`class=2/week=${start.toISOString().slice(0, 10)}/`)
  }
  world.clock.set(new Date(monday.getTime() + (weeks + 3) * weekMs))
  return folders
}

async function makeDevice(): Promise<{ account: MadeAccount; id: string }> {
  const account = await world.make.account({ licenses: 1 })
  const { id } = await world.make.device(account)
  return { account, id }
}

/** Its token has expired, by the clock of the test. */
const deleteDevice = (id: string) => world.superuser.query('delete from devices where id = $1', [id])

test('a week that cannot be archived does not stop the others, and is tried again after a pause', async () => {
  const { id } = await makeDevice()
  const [bad, ...good] = await makeWeeks(3, [id])
  const failing = failingFor((key) => key.startsWith(bad!))
  expect(await archive(failing)).toMatchObject({ locations: 200 })
  expect(good.flatMap(filesIn)).toHaveLength(2)
  expect(await failures()).toMatchObject([
    { step: 'archive', subject: bad, failures: 1, reason: expect.stringContaining('the disk is bad') },
  ])
  // Within the pause it is left alone.
  expect(await archive(store)).toMatchObject({ locations: 0 })
  const pauses: number[] = []
  for (let tries = 2; tries <= 6; tries += 1) {
    world.clock.offsetMs += 6 * hourMs + 1_000
    await archive(failing)
    const [failure] = await failures()
    expect(failure!.failures).toBe(tries)
    pauses.push((failure!.retryAt.getTime() - failure!.failedAt.getTime()) / hourMs)
  }
  expect(pauses.map((hours) => Math.round(hours * 10) / 10)).toEqual([1.7, 3.3, 6, 6, 6])
  world.clock.offsetMs += 6 * hourMs + 1_000
  expect(await archive(store)).toMatchObject({ locations: 100 })
  expect(await failures()).toEqual([])
})

test('an object that cannot be rewritten holds up neither others nor erasures of other accounts', async () => {
  const [one, other] = [await makeDevice(), await makeDevice()]
  const remaining = await makeDevice()
  const [first] = await makeWeeks(1, [one.id, remaining.id])
  const [second] = await makeWeeks(1, [other.id])
  await archive(store)
  for (const { id } of [one, other]) await deleteDevice(id)
  const failing = failingFor((key) => key.startsWith(first!))
  // The object has nothing that remains: it is forgotten, and removed later.
  expect(await keepArchive(context(), failing)).toEqual({ rewritten: 1, removed: 0 })
  expect(await failures()).toMatchObject([{ step: 'rewrite', subject: `${first}part-00001.parquet` }])
  world.clock.offsetMs += 660_000
  expect(await keepArchive(context(), failing)).toEqual({ rewritten: 0, removed: 1 })
  expect(filesIn(second!)).toEqual([])
  await keepArchive(context(), failing)
  const isHeldUp = ({ account }: typeof one) => isInArchive(world.ctx.db.directory, account.accountId)
  expect([await isHeldUp(one), await isHeldUp(other)]).toEqual([true, false])

  // Given up, it is in nobody's way.
  await forgetArchivedObject(world.ctx, `${first}part-00001.parquet`)
  expect(await failures()).toEqual([])
  world.clock.offsetMs += 660_000
  await keepArchive(context(), store)
  await keepArchive(context(), store)
  expect(await isHeldUp(one)).toBe(false)
  expect(filesIn(first!)).toEqual([])
})

test('a device deleted while it is archived holds up its own account only', async () => {
  const [one, other] = [await makeDevice(), await makeDevice()]
  const [folder] = await makeWeeks(1, [one.id, other.id])
  let isDeleted = false
  const deleting: ObjectStore = {
    ...store,
    put: async (key, file) => {
      if (!isDeleted) await deleteDevice(one.id)
      isDeleted = true
      return store.put(key, file)
    },
  }
  // Whether its locations are deleted before the week is counted is a race: then it is archived by the next run.
  await archive(deleting)
  world.clock.offsetMs += hourMs
  await archive(store)
  const { rows } = await world.superuser.query(
    'select distinct of_account from archive_rewrites where key like $1',
    [`${folder}%`],
  )
  expect(rows).toEqual([{ of_account: one.account.accountId }])
  expect(await isInArchive(world.ctx.db.directory, other.account.accountId)).toBe(false)
})

test('a store that fails altogether ends the run after ten failures', async () => {
  const { id } = await makeDevice()
  await makeWeeks(12, [id])
  let asked = 0
  const down = failingFor(() => {
    asked += 1
    return true
  })
  const attempts = await openAttempts(world.ctx)
  await archiveDueWeeks(context(), down, attempts)
  expect([asked, attempts.failed()]).toEqual([10, 10])
  // The next run begins with the others.
  expect(await archive(store)).toMatchObject({ locations: 700 })
})
