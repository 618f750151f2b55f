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

/** Holds a long read transaction, as a report or a backup does. */
function whileReading<T>(work: (finish: () => Promise<unknown>) => Promise<T>): Promise<T> {
  return withClient(ownerUrl(), async (reader) => {
    await reader.query('begin')
    await reader.query('select from devices limit 1')
    return work(() => reader.query('commit'))
  })
}

test('a migration blocked by a long transaction retries, and blocks others only briefly', async () => {
  next = addMigrations({ '9998_more.sql': 'alter table devices add column colour text' })
  const messages: string[] = []
  await whileReading(async (finish) => {
    const migrating = migrate(ownerUrl(), (message) => messages.push(message), next!)
    const waitedMs: number[] = []
    await withClient(ownerUrl(), async (other) => {
      for (const endsAt = performance.now() + 4_000; performance.now() < endsAt; await sleep(5)) {
        const from = performance.now()
        await other.query('select from devices limit 1')
        waitedMs.push(performance.now() - from)
      }
    })
    expect(await columnsOf('devices')).not.toContain('colour')
    expect(messages).toEqual(['9998_more.sql is waiting for a table lock'])
    // It did block others, and released its locks.
    expect(Math.max(...waitedMs)).toBeGreaterThan(100)
    expect(Math.max(...waitedMs)).toBeLessThan(3_000)
    await finish()
    await migrating
  })
  expect(messages.at(-1)).toBe('applied 9998_more.sql')
  expect(await columnsOf('devices')).toContain('colour')
})

test('a migration that never gets its locks names the holders and changes nothing', async () => {
  next = addMigrations({
    '9998_more.sql': 'create table other (id int); alter table devices add column colour text',
  })
  await whileReading(async () => {
    const migrating = migrate(ownerUrl(), () => {}, { ...next!, timeoutMs: 1_200 })
    await expect(migrating).rejects.toThrow(
      /^9998_more\.sql did not get its locks within 1 s, and nothing of it was applied\. Locks are held by: pid \d+ \(rastro_owner .*\)\. End the long transaction/,
    )
  })
  expect((await made.superuser.query(`select to_regclass('other') as name`)).rows).toEqual([{ name: null }])
  expect(await planMigrations(ownerUrl(), next.directory)).toEqual({ pending: ['9998_more.sql'], ahead: [] })
})

test('a migration outside a transaction can be repeated after an interruption', async () => {
  const build = 'create index concurrently devices_by_colour on devices (account_id, model)'
  const sql = `-- outside a transaction\n-- Why it is there.\ndrop index concurrently if exists devices_by_colour;\n${build};\n`
  next = addMigrations({ '9998_index.sql': sql })
  // As a killed build leaves it.
  await made.superuser.query('create index devices_by_colour on devices (account_id)')
  await migrate(ownerUrl(), () => {}, next)
  const { rows } = await made.superuser.query(
    `select indisvalid, pg_get_indexdef(indexrelid) as text from pg_index where indexrelid = 'devices_by_colour'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true, text: expect.stringContaining('(account_id, model)') }])
  expect(await planMigrations(ownerUrl(), next.directory)).toEqual({ pending: [], ahead: [] })
})

test('a migration of many tables locks one at a time and can be repeated after an interruption', async () => {
  const sql =
    '-- statement by statement\nalter table groups add column if not exists colour text;\nalter table devices add column if not exists colour text;\n'
  next = addMigrations({ '9998_colours.sql': sql })
  await whileReading(async (finish) => {
    await expect(migrate(ownerUrl(), () => {}, { ...next!, timeoutMs: 1_200 })).rejects.toThrow(
      /is not finished/,
    )
    // The lock on the first table is not held while waiting for the second.
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
