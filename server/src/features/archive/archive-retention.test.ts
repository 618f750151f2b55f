// Classes of retention and the days of an account drop what is in the archive, and only that.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { trimHistories } from '../recorder/account-history.api.ts'
import { openArchiveStore } from './archive.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { readWholeFile } from './file/file-reader.ts'
import { keepArchive } from './upkeep.api.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const [short, standard] = [1, 2]
const rows = 50

interface Owner {
  accountId: number
  device: number
}

let dir: string
let store: ObjectStore
let world: World
let owners: { ofShort: Owner; ofStandard: Owner; other: Owner }
let mondayMs: number

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-archive-retention-'))
  world = await openWorld({
    RASTRO_ARCHIVE_KIND: 'local',
    RASTRO_ARCHIVE_DIRECTORY: dir,
    RASTRO_LOG_LEVEL: 'silent',
  })
  store = (await openArchiveStore(world.ctx.config.history))!
  const found = await world.superuser.query("select date_trunc('week', now(), 'UTC') as monday")
  mondayMs = found.rows[0].monday.getTime()
  owners = {
    ofShort: await makeOwner(short),
    ofStandard: await makeOwner(standard),
    other: await makeOwner(standard),
  }
  // Two weeks of all of them.
  for (const ago of [4, 3])
    for (const [ofClass, { accountId, device }] of [
      [short, owners.ofShort],
      [standard, owners.ofStandard],
      [standard, owners.other],
    ] as const)
      await world.superuser.query(
        `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class)
         select to_timestamp($1::float8 / 1000 + n * 600), now(), $2, $3, n, $4 from generate_series(1, $5) n`,
        [mondayMs - ago * weekMs, device, accountId, ofClass, rows],
      )
  await archiveDueWeeks(context(), store)
  world.clock.offsetMs += 660_000
  await archiveDueWeeks(context(), store)
})
afterAll(async () => {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const context = () => ({ ...world.ctx, history: world.ctx.config.history })

async function makeOwner(ofClass: number): Promise<Owner> {
  const account = await world.make.account({ licenses: 1 })
  const { id } = await world.make.device(account)
  await world.superuser.query('update accounts set retention_class = $2 where account_id = $1', [
    account.accountId,
    ofClass,
  ])
  const found = await world.superuser.query('select number from devices where id = $1', [id])
  return { accountId: account.accountId, device: found.rows[0].number }
}

const folder = (ofClass: number, ago: number) =>
  `class=${ofClass}/week=${new Date(mondayMs - ago * weekMs).toISOString().slice(0, 10)}`
const filesIn = (name: string) => (existsSync(join(dir, name)) ? readdirSync(join(dir, name)) : [])

/** How many locations of each device the files of a folder have. */
async function devicesIn(name: string): Promise<Record<number, number>> {
  const found: Record<number, number> = {}
  for (const file of filesIn(name)) {
    const key = `${name}/${file}`
    const read = (offset: number, length: number) => store.read(key, offset, length)
    for await (const { deviceNumber } of readWholeFile({ bytes: (await store.size(key))!, read }))
      for (const device of deviceNumber) found[device] = (found[device] ?? 0) + 1
  }
  return found
}

async function keepTwice(): Promise<void> {
  await keepArchive(context(), store)
  world.clock.offsetMs += 660_000
  await keepArchive(context(), store)
}

test('all of it is archived', async () => {
  const { ofShort, ofStandard, other } = owners
  for (const ago of [4, 3]) {
    expect(await devicesIn(folder(short, ago))).toEqual({ [ofShort.device]: rows })
    expect(await devicesIn(folder(standard, ago))).toEqual({
      [ofStandard.device]: rows,
      [other.device]: rows,
    })
  }
})

test('the days of an account remove its locations from objects, and nobody else’s', async () => {
  const { ofStandard, other } = owners
  await world.superuser.query('update accounts set history_days = 20 where account_id = $1', [
    ofStandard.accountId,
  ])
  // Twenty days ago is in the week after the older one.
  world.clock.set(new Date(mondayMs + 0.5 * dayMs))
  await trimHistories(world.ctx, { accountId: ofStandard.accountId })
  await keepTwice()
  expect(await devicesIn(folder(standard, 4))).toEqual({ [other.device]: rows })
  expect(await devicesIn(folder(standard, 3))).toEqual({ [ofStandard.device]: rows, [other.device]: rows })
})

test('the class of an account drops whole objects, and only its own', async () => {
  const { other } = owners
  // The newer week ends 90 days before this; the older one a week earlier.
  world.clock.set(new Date(mondayMs - 2 * weekMs + 89 * dayMs))
  await keepTwice()
  expect(filesIn(folder(short, 4))).toEqual([])
  expect(filesIn(folder(short, 3))).toHaveLength(1)
  expect((await devicesIn(folder(standard, 4)))[other.device]).toBe(rows)
  world.clock.set(new Date(mondayMs - 2 * weekMs + 92 * dayMs))
  await keepTwice()
  expect(filesIn(folder(short, 3))).toEqual([])
  expect((await devicesIn(folder(standard, 3)))[other.device]).toBe(rows)
  const { rows: parts } = await world.superuser.query(
    'select distinct account_id from archive_parts order by account_id',
  )
  expect(parts.map(({ account_id: id }) => id)).toEqual([owners.ofStandard.accountId, other.accountId])
})
