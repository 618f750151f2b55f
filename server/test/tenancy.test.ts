import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountTables, listCatalogueFaults } from './catalogue.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

let world: World
let ours: MadeAccount
let theirs: MadeAccount
let app: pg.Client
beforeAll(async () => {
  world = await openWorld()
  ours = await world.make.account()
  theirs = await world.make.account()
  for (const { userName, password, token } of [ours, theirs]) {
    await world.call('POST', '/session', { body: { userName, password } })
    await world.call('GET', '/api/account', { token })
  }
  const group = await world.make.group(theirs)
  await world.make.user(theirs, { groupIds: [group.id] })
  app = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_URL })
  await app.connect()
})
afterAll(async () => {
  await app.end()
  await world.close()
})

describe('the catalogue', () => {
  test('has no fault', async () => {
    expect(await listCatalogueFaults(world.superuser)).toEqual([])
  })

  const planted: [sql: string, faults: string[]][] = [
    [
      'create table planted (account_id int)',
      [
        'table planted: no policy',
        'table planted: row-level security is not enabled',
        'table planted: row-level security is not forced',
      ],
    ],
    [
      `create table planted (account_id int); alter table planted enable row level security;
       create policy of_account on planted using (account_id = current_setting('rastro.account')::int)`,
      ['table planted: row-level security is not forced'],
    ],
    [
      `create table planted (account_id int, at date) partition by range (at);
       select guard_account_table('planted', 'select');
       create table planted_2026 partition of planted for values from ('2026-01-01') to ('2027-01-01')`,
      [
        'table planted_2026: no policy',
        'table planted_2026: row-level security is not enabled',
        'table planted_2026: row-level security is not forced',
      ],
    ],
    [
      `create table planted (account_id int); select guard_account_table('planted', 'select');
       create policy open_house on planted using (true)`,
      ['table planted: policy open_house has no condition'],
    ],
    [
      'create view planted as select * from users',
      ['view planted: not security_invoker, so it runs with the rights of its owner'],
    ],
    [
      'create materialized view planted as select * from users',
      ['planted: a materialized view has no row-level security'],
    ],
    [
      `create function planted() returns bigint language sql security definer as 'select count(*) from users'`,
      [
        'function planted(): security definer without its own search_path',
        'function planted(): security definer, executable by everybody',
        'function planted(): security definer, so it runs with the rights of its owner',
      ],
    ],
    [
      'alter table users owner to rastro_app',
      ['table users: owned by the application role', 'the application role owns something'],
    ],
    ['grant truncate on users to rastro_app', ['table users: the application role may truncate it']],
    ['alter role rastro_app bypassrls', ['the application role bypasses row-level security']],
    ['grant create on schema public to rastro_app', ['the application role may create in a schema']],
    ['grant rastro_owner to rastro_app', ['the application role is a member of another role']],
  ]
  test.each(planted)('reports the fault of: %s', async (sql, faults) => {
    await world.superuser.query('begin')
    try {
      await world.superuser.query(sql)
      expect(await listCatalogueFaults(world.superuser)).toEqual(expect.arrayContaining(faults))
    } finally {
      await world.superuser.query('rollback')
    }
  })

  test('finds no fault in a properly guarded table', async () => {
    await world.superuser.query(`begin; create table planted (account_id int);
      select guard_account_table('planted', 'select');
      create view seen with (security_invoker = true) as select * from planted`)
    const faults = await listCatalogueFaults(world.superuser)
    await world.superuser.query('rollback')
    expect(faults).toEqual([])
  })
})

describe('the application role', () => {
  const count = async (client: pg.Client, table: string) =>
    (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n

  test('reads no rows of account tables while no account is set', async () => {
    const tables = await listAccountTables(world.superuser)
    expect(tables.length).toBeGreaterThanOrEqual(7)
    const filled: string[] = []
    for (const table of tables) {
      if ((await count(world.superuser, table)) > 0) filled.push(table)
      expect([table, await count(app, table)]).toEqual([table, 0])
    }
    const atLeast = [
      'accounts',
      'api_keys',
      'api_usage',
      'directory_accounts',
      'directory_users',
      'sessions',
      'user_groups',
      'users',
    ]
    expect(filled).toEqual(expect.arrayContaining(atLeast))
  })

  test('reads nothing after its account is reset, nor with an invalid one', async () => {
    await app.query(`begin; set local rastro.account = '${ours.accountId}'`)
    expect(await count(app, 'users')).toBe(1)
    await app.query('commit')
    // The setting is now empty instead of missing: neither may open anything.
    expect(await count(app, 'users')).toBe(0)
    await app.query(`begin; set local rastro.account = ''; set local rastro.directory = 'off'`)
    expect(await count(app, 'users')).toBe(0)
    await app.query('rollback')
  })

  test('changes nothing while no account is set', async () => {
    for (const table of await listAccountTables(world.superuser)) {
      const changed = app.query(`update ${table} set account_id = account_id`)
      const outcome = await changed.then(
        ({ rowCount }) => rowCount,
        ({ code }) => code,
      )
      // 42501: it has no right to update this table at all.
      expect([table, [0, '42501']]).toEqual([table, expect.arrayContaining([outcome])])
    }
    await expect(
      app.query(`insert into directory_users values ('x', ${ours.accountId}, 'usr_x')`),
    ).rejects.toThrow('row-level security')
  })

  test('cannot disable row-level security, nor change to a role that can', async () => {
    for (const sql of [
      'alter table users disable row level security',
      'alter table users no force row level security',
      'create policy mine on users using (true)',
      'drop policy of_account on users',
      'set role rastro_owner',
      'set session authorization rastro_owner',
      'create table mine (x int)',
      'create schema mine',
    ]) {
      await expect(app.query(sql), sql).rejects.toThrow(/must be owner|permission denied/)
    }
    await app.query('set row_security = off')
    await expect(count(app, 'users')).rejects.toThrow('row-level security')
    await app.query('reset row_security')
  })
})

describe('a handle for one account', () => {
  const forUs = () => world.ctx.db.forAccount(ours.accountId)

  test('reads its own rows and no others', async () => {
    for (const table of await listAccountTables(world.superuser)) {
      const rows = await forUs().text(`select distinct account_id from ${table}`)
      for (const { accountId } of rows) expect([table, accountId]).toEqual([table, ours.accountId])
    }
    const theirUser = await forUs()`select from users where id = ${theirs.ownerId}`
    expect(theirUser).toEqual([])
  })

  test('cannot write a row of another account, nor move one there', async () => {
    const insert = forUs()`
      insert into api_keys (account_id, id, user_id, name, secret_hash)
      values (${theirs.accountId}, 'key_AAAAAAAAAAAAAAAAAAAAAA', ${theirs.ownerId}, 'mine', '\\x00')`
    await expect(insert).rejects.toThrow('row-level security')
    const move = forUs()`update api_keys set account_id = ${theirs.accountId} where id = ${ours.keyId}`
    await expect(move).rejects.toThrow('row-level security')
    const change = forUs()`update users set disabled = true where id = ${theirs.ownerId} returning id`
    expect(await change).toEqual([])
    const remove = forUs()`delete from api_keys where account_id = ${theirs.accountId} returning id`
    expect(await remove).toEqual([])
  })

  test('reads neither signing keys nor throttles, nor the directory of other accounts', async () => {
    for (const table of ['signing_keys', 'throttles']) {
      expect((await world.superuser.query(`select from ${table}`)).rowCount).toBeGreaterThan(0)
      expect(await forUs().text(`select * from ${table}`)).toEqual([])
    }
    const insert = forUs()`insert into throttles values ('x', 0, now(), now())`
    await expect(insert).rejects.toThrow('row-level security')
    const names = await forUs()`select account_id from directory_users`
    expect(names).toEqual([{ accountId: ours.accountId }])
  })

  test('for the directory reads only the home cells of accounts', async () => {
    const { directory } = world.ctx.db
    expect((await directory`select from directory_users`).length).toBeGreaterThanOrEqual(2)
    for (const table of ['accounts', 'users', 'api_keys', 'sessions', 'api_usage']) {
      expect([table, await directory.text(`select account_id from ${table}`)]).toEqual([table, []])
    }
    const rename = directory`update directory_users set user_name = 'taken' returning user_name`
    expect(await rename).toEqual([])
  })

  test('for the recorder reads locations of all accounts, and no users', async () => {
    const { recorder } = world.ctx.db
    for (const table of ['users', 'api_keys', 'sessions', 'signing_keys', 'directory_users']) {
      expect([table, await recorder.text(`select from ${table}`)]).toEqual([table, []])
    }
  })

  test('cannot be created for an invalid account', async () => {
    for (const nonsense of [Number.NaN, 1.5, '1; select 1', null]) {
      const scope = { accountId: nonsense as number }
      await expect(world.ctx.db.begin(scope, (db) => db`select from users`)).rejects.toThrow('not an account')
      const query = async () => world.ctx.db.forAccount(nonsense as number)`select from users`
      await expect(query()).rejects.toThrow('not an account')
    }
  })
})
