import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from '../../../test/client.ts'
import type { NextMigrations } from '../../../test/migrations.ts'
import { addMigrations } from '../../../test/migrations.ts'
import { createTestDatabase, dropDatabase } from '../../../test/world.ts'
import { migrate, planMigrations } from './migrate.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let next: NextMigrations | undefined
beforeEach(async () => {
  made = await createTestDatabase()
})
afterEach(async () => {
  next?.remove()
  await dropDatabase(made.superuser, made.database)
})

const ownerUrl = () => made.env.RASTRO_DATABASE_OWNER_URL
async function columnsOf(table: string): Promise<string[]> {
  const sql = 'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0'
  return (await made.superuser.query(sql, [table])).rows.map(({ attname }) => attname)
}

/** Somebody reads in a long transaction, as a report or a backup does. */
function whileReading<T>(work: (finish: () => Promise<unknown>) => Promise<T>): Promise<T> {
  return withClient(ownerUrl(), async (reader) => {
    await reader.query('begin')
    await reader.query('select from devices limit 1')
    return work(() => reader.query('commit'))
  })
}

test('a migration behind a long transaction comes again until it is over, and nobody else waits for long', async () => {
  next = addMigrations({ '9998_more.sql': 'alter table devices add column colour text' })
  const said: string[] = []
  await whileReading(async (finish) => {
    const migrating = migrate(ownerUrl(), (line) => said.push(line), next!)
    const waitedMs: number[] = []
    await withClient(ownerUrl(), async (other) => {
      for (const endsAt = performance.now() + 4_000; performance.now() < endsAt; await sleep(5)) {
        const from = performance.now()
        await other.query('select from devices limit 1')
        waitedMs.push(performance.now() - from)
      }
    })
    expect(await columnsOf('devices')).not.toContain('colour')
    expect(said).toEqual(['9998_more.sql waits for a table that others are using'])
    // It did stand in the way, and let go.
    expect(Math.max(...waitedMs)).toBeGreaterThan(100)
    expect(Math.max(...waitedMs)).toBeLessThan(3_000)
    await finish()
    await migrating
  })
  expect(said.at(-1)).toBe('applied 9998_more.sql')
  expect(await columnsOf('devices')).toContain('colour')
})

test('a migration that never gets its locks says who holds them, and has changed nothing', async () => {
  next = addMigrations({
    '9998_more.sql': 'create table other (id int); alter table devices add column colour text',
  })
  await whileReading(async () => {
    const migrating = migrate(ownerUrl(), () => {}, { ...next!, patienceMs: 1_200 })
    await expect(migrating).rejects.toThrow(
      /^9998_more\.sql did not get its locks within 1 s, and nothing of it was applied\. Locks are held by: pid \d+ \(rastro_owner .*\)\. End the long transaction/,
    )
  })
  expect((await made.superuser.query(`select to_regclass('other') as name`)).rows).toEqual([{ name: null }])
  expect(await planMigrations(ownerUrl(), next.directory)).toEqual({ pending: ['9998_more.sql'], ahead: [] })
})

test('what PostgreSQL does not do in a transaction is done outside of one, and a second try mends a first', async () => {
  const build = 'create index concurrently devices_by_colour on devices (account_id, model)'
  const sql = `-- outside a transaction\n-- Why it is there.\ndrop index concurrently if exists devices_by_colour;\n${build};\n`
  next = addMigrations({ '9998_index.sql': sql })
  // As a build leaves it that was killed.
  await made.superuser.query('create index devices_by_colour on devices (account_id)')
  await migrate(ownerUrl(), () => {}, next)
  const { rows } = await made.superuser.query(
    `select indisvalid, pg_get_indexdef(indexrelid) as text from pg_index where indexrelid = 'devices_by_colour'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true, text: expect.stringContaining('(account_id, model)') }])
  expect(await planMigrations(ownerUrl(), next.directory)).toEqual({ pending: [], ahead: [] })
})

test('a migration of many tables takes them one at a time, and a second try goes over what the first has done', async () => {
  const sql =
    '-- statement by statement\nalter table groups add column if not exists colour text;\nalter table devices add column if not exists colour text;\n'
  next = addMigrations({ '9998_colours.sql': sql })
  await whileReading(async (finish) => {
    await expect(migrate(ownerUrl(), () => {}, { ...next!, patienceMs: 1_200 })).rejects.toThrow(
      /is not finished/,
    )
    // Nobody who uses the first table waits for whoever has the second.
    expect(await columnsOf('groups')).toContain('colour')
    expect(await columnsOf('devices')).not.toContain('colour')
    await finish()
  })
  expect(await planMigrations(ownerUrl(), next.directory)).toEqual({
    pending: ['9998_colours.sql'],
    ahead: [],
  })
  await migrate(ownerUrl(), () => {}, next)
  expect(await columnsOf('devices')).toContain('colour')
})
