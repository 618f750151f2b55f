// Migrations that change rows, on databases that have rows. Row-level security is forced on the owner too.

import type pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { databasesOf } from '../../../../scripts/services/databases.ts'
import { withClient } from '../../../test/client.ts'
import { addMigrations, migrationsBefore } from '../../../test/migrations.ts'
import { templateDatabase } from '../../../test/services.setup.ts'
import type { MigrateOptions } from './migrate.ts'
import { migrate } from './migrate.ts'

const services = inject('services')
const database = 'migrate_rows'
const url = (role: 'superuser' | 'owner') => services[`${role}Url`].replace('DATABASE', database)
const databases = databasesOf((name) => services.superuserUrl.replace('DATABASE', name))
const run = (options: MigrateOptions = {}) => migrate(url('owner'), () => {}, { ...options, hasJobs: false })

afterEach(() => databases.dropDatabase(database))

/** As superuser, without triggers and foreign keys: each row stands alone. */
function withRows<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url('superuser'), async (client) => {
    await client.query('set session_replication_role = replica')
    return work(client)
  })
}

async function readRows(sql: string): Promise<unknown[]> {
  return withRows(async (client) => (await client.query({ text: sql, rowMode: 'array' })).rows)
}

const insertCommands = `
  insert into commands (account_id, id, device_number, type, settings, state, reason, created_by, created_at, expires_at)
  select account, 'cmd_' || repeat(letter, 22), 1, 'reboot', '{}', 'failed', reason, 'usr_1', now(), now()
  from generate_series(1, 2) as account, (values ('a', 'cancelled'), ('b', 'refused')) as command (letter, reason)`
const insertMemories = `insert into rule_memories values (1, 1, '[{"told": true}]'), (2, 1, '[{"told": false}]')`

async function expectRepaired(): Promise<void> {
  expect(await readRows('select account_id, state, reason from commands order by 1, 2')).toEqual([
    [1, 'cancelled', null],
    [1, 'failed', 'refused'],
    [2, 'cancelled', null],
    [2, 'failed', 'refused'],
  ])
  expect(await readRows('select memories from rule_memories order by account_id')).toEqual([
    [[{ alerted: true }]],
    [[{ told: false }]],
  ])
}

test('rows of the first release get the states and names of today', async () => {
  await databases.createDatabase(database)
  const first = migrationsBefore('0020')
  await run(first)
  first.remove()
  await withRows(async (client) => {
    // As the first release left them.
    for (const table of await coveredTables(client))
      await client.query(`drop policy of_migration on ${table}`)
    await client.query(`
      insert into notifications (account_id, id, alert_number, device_number, channel, address, language, topic, urgent,
        state, due_at, created_at)
      select account, 'ntf_' || repeat('1', 22), 1, 1, 'email', 'a@b.c', 'en', 'rule', false, 'held', now(), now()
      from generate_series(1, 2) as account`)
    await client.query(`
      insert into ways_in (account_id, id, protocol, name, secret_hash, created_at)
      values (1, 'way_' || repeat('1', 22), 'rockblock', 'RockBLOCK', '', now())`)
    await client.query(insertCommands)
    await client.query(insertMemories)
  })

  await run()

  expect(await readRows('select account_id, state from notifications order by 1')).toEqual([
    [1, 'suppressed'],
    [2, 'suppressed'],
  ])
  expect(await readRows('select id from ingest_keys')).toEqual([[`ing_${'1'.repeat(22)}`]])
  await expectRepaired()
})

test('rows that earlier versions of the command left unchanged are repaired', async () => {
  await databases.createDatabase(database, { template: templateDatabase })
  await withRows(async (client) => {
    await client.query(`delete from schema_migrations where name like '0028%'`)
    await client.query(insertCommands)
    await client.query(insertMemories)
  })

  await run()

  await expectRepaired()
})

test('last locations of earlier releases get the numbers of their squares', async () => {
  await databases.createDatabase(database)
  const earlier = migrationsBefore('0055')
  await run(earlier)
  earlier.remove()
  const insert = (client: pg.Client, accounts: number, devices: number) =>
    client.query(
      `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
       select account, device, now(), now(), now(), 414000000 + device, 21700000 + account
       from generate_series(1, $1::int) as account, generate_series(1, $2::int) as device`,
      [accounts, devices],
    )
  await withRows((client) => insert(client, 3, 1_200))

  await run()

  expect(
    await readRows(
      'select count(*)::int, count(square)::int, min(square), max(square) from newest_locations',
    ),
  ).toEqual([[3_600, 3_600, 222_173_383, 222_173_383]])
  expect(
    await readRows(
      `select indisvalid from pg_index where indexrelid = 'newest_locations_by_square'::regclass`,
    ),
  ).toEqual([[true]])
})

test('migrations change, copy and delete the rows of all accounts', async () => {
  await databases.createDatabase(database, { template: templateDatabase })
  await withRows(async (client) => {
    await client.query(
      'alter table rule_memories drop constraint rule_memories_account_id_device_number_fkey',
    )
    await client.query(`
      insert into rule_memories select account, number, '[]' from generate_series(1, 2) as account,
        generate_series(1, 3) as number`)
  })
  const next = addMigrations({
    '9997_change.sql': `update rule_memories set memories = '[1]' where device_number = 1;`,
    '9998_delete.sql': '-- statement by statement\ndelete from rule_memories where device_number = 2;\n',
    '9999_copy.sql': `-- outside a transaction
insert into rule_memories select account_id, device_number + 7, memories from rule_memories where device_number = 3;
`,
  })

  await run(next)
  next.remove()

  const changed = (account: number) => [
    [account, 1, [1]],
    [account, 3, []],
    [account, 10, []],
  ]
  expect(
    await readRows('select account_id, device_number, memories from rule_memories order by 1, 2'),
  ).toEqual([...changed(1), ...changed(2)])
})

test('every table is covered, also those of the last migration; partitions are through their parent', async () => {
  await databases.createDatabase(database, { template: templateDatabase })
  const next = addMigrations({
    '9999_notes.sql': `create table notes (account_id int primary key); select guard_account_table('notes', 'select');`,
  })
  await run(next)
  next.remove()
  const forced = await readRows(`
    select relname from pg_class where relforcerowsecurity and not relispartition order by 1`)
  expect(forced).toContainEqual(['notes'])
  expect(
    await readRows(`
    select relname from pg_policy join pg_class on pg_class.oid = polrelid where polname = 'of_migration' order by 1`),
  ).toEqual(forced)
})

test('outside of a migration the owner sees no rows', async () => {
  await databases.createDatabase(database, { template: templateDatabase })
  await withRows((client) => client.query(insertMemories))
  const seen = await withClient(url('owner'), (owner) => owner.query('select from rule_memories'))
  expect(seen.rowCount).toBe(0)
})

async function coveredTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select polrelid::regclass::text as name from pg_policy where polname = 'of_migration'`,
  )
  return rows.map(({ name }) => name)
}
