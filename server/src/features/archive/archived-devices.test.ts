// One read of many devices whose locations are in the archive.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb, HistorySource } from '../../platform/db/db.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { findLastLocations } from '../locations/location.api.ts'
import { openArchiveStore } from './archive.api.ts'
import { createArchivedHistory } from './archived-history.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import type { ArchiveThread } from './file/archive-worker.ts'
import { createArchiveThread } from './file/archive-worker.ts'

const weekMs = 7 * 86_400_000
const deviceCount = 130

let dir: string
let world: World
let account: MadeAccount
let store: ObjectStore
let thread: ArchiveThread | undefined
let numbers: number[]
let week: { from: Date; to: Date }

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-test-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_ARCHIVE_AFTER_DAYS: '14',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  account = await world.make.account({ licenses: deviceCount })
  for (let device = 0; device < deviceCount; device += 1) await world.make.device(account)
  const { rows } = await world.superuser.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
     select at, at, d.number, d.account_id, n, d.number, n, a.retention_class
     from devices d join accounts a using (account_id), generate_series(1, 200) n,
       lateral (select date_trunc('week', now(), 'UTC') - interval '21 days' + n * interval '1 minute' as at) as time
     where account_id = $1
     returning device_number, date_trunc('week', fixed_at, 'UTC') as monday`,
    [account.accountId],
  )
  numbers = [...new Set<number>(rows.map((row) => row.device_number))]
  const from: Date = rows[0].monday
  week = { from, to: new Date(from.getTime() + weekMs) }
})
afterAll(async () => {
  thread?.stop()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const ctx = () => ({ ...world.ctx, history: world.ctx.config.history })
const lastOf = async () => {
  const found = await findLastLocations(world.ctx, account.accountId, numbers, week)
  return found.toSorted((one, other) => one.deviceNumber - other.deviceNumber)
}

/** Counts the statements of an account. */
function counted(db: AccountDb): { db: AccountDb; statements(): number } {
  let statements = 0
  const counting = (...args: Parameters<AccountDb>) => {
    statements += 1
    return db(...args)
  }
  return { db: Object.assign(counting, { ...db }) as AccountDb, statements: () => statements }
}

const lastRows = () => ({
  ...{ deviceNumbers: numbers, fromMs: week.from.getTime(), toMs: week.to.getTime() },
  ...{ limit: 1, isDescending: true },
})

function historyWith(read: ObjectStore['read']): HistorySource {
  // A thread of its own remembers nothing of other reads.
  thread?.stop()
  thread = createArchiveThread()
  return createArchivedHistory({ ...store, read }, thread, world.ctx.now)
}

test('the last locations of many devices are those from before', async () => {
  const before = await lastOf()
  expect(before).toHaveLength(deviceCount)
  await archiveDueWeeks(ctx(), store)
  // The reads that began before have ended.
  world.clock.offsetMs += 660_000
  expect(await archiveDueWeeks(ctx(), store)).toMatchObject({ dropped: expect.any(Number) })
  const { rows } = await world.superuser.query(
    'select count(*)::int as rows from locations where fixed_at < $1',
    [week.to],
  )
  expect(rows).toEqual([{ rows: 0 }])
  expect(await lastOf()).toEqual(before)
})

test('some devices are read at a time, with a statement for each hundred', async () => {
  let reading = 0
  let mostReading = 0
  const history = historyWith(async (...args) => {
    reading += 1
    mostReading = Math.max(mostReading, reading)
    await sleep(20)
    reading -= 1
    return store.read(...args)
  })
  const { db, statements } = counted(world.ctx.db.forAccount(account.accountId))
  expect(await history.find(db, lastRows())).toBeDefined()
  expect(mostReading).toBeGreaterThan(1)
  expect(mostReading).toBeLessThanOrEqual(4)
  // The border, and two pages of the manifest.
  expect(statements()).toBe(3)
})

test('a failure ends all reads', async () => {
  let reads = 0
  const history = historyWith(async () => {
    reads += 1
    await sleep(10)
    throw new Error('the store is away')
  })
  const db = world.ctx.db.forAccount(account.accountId)
  await expect(history.find(db, lastRows())).rejects.toThrow('the store is away')
  const readsThen = reads
  expect(readsThen).toBeLessThanOrEqual(8)
  await sleep(100)
  expect(reads).toBe(readsThen)
})
