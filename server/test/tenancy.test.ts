import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/platform/crypto/ids.ts'
import { listAccountTables, listCatalogueFaults } from './catalogue.ts'
import type { MadeAccount } from './make.ts'
import type { MadeCustomer, MadeReseller } from './resale.ts'
import { addPendingHost, makeBrand, makeCustomer, makeReseller } from './resale.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

const brandTables = ['brands', 'brand_pictures', 'email_senders', 'sms_senders']
const usageTables = ['node_usage_days', 'price_lists', 'node_prices']
/** A reseller changes its own rows, and no others. */
const ownTables = [...brandTables, 'hosts']
const budgetTables = ['node_caps', 'node_spending']
const treeTables = [
  'nodes',
  'license_transfers',
  'support_requests',
  ...ownTables,
  ...usageTables,
  ...budgetTables,
]

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

  test('for the recorder and for an account reads no reseller tree', async () => {
    for (const table of treeTables) {
      expect([table, await world.ctx.db.recorder.text(`select from ${table}`)]).toEqual([table, []])
      expect([table, await forUs().text(`select from ${table}`)]).toEqual([table, []])
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

describe('a handle for a reseller', () => {
  let alpha: MadeReseller
  let below: MadeReseller
  let beta: MadeReseller
  let customer: MadeCustomer
  beforeAll(async () => {
    alpha = await makeReseller(world, { licenses: 50 })
    below = await makeReseller(world, { parentId: alpha.id })
    beta = await makeReseller(world, { licenses: 50 })
    customer = await makeCustomer(world, below)
    const betas = await makeCustomer(world, beta, { licenses: 5 })
    for (const [reseller, { id, accountId }] of [
      [below, customer],
      [beta, betas],
    ] as const) {
      await world.superuser.query(
        `insert into support_requests (id, account_number, account, account_name, path, asked_by, visitor_account, visitor_id,
           visitor_name, organization, reason, access, minutes, requested_at, check_at)
         select $1, $2, n.id, n.name, n.path, $3, $4, 'usr_x', 'Ana', 'x', 'x', 'read', 30, now(), now()
         from nodes n where n.id = $5`,
        [newId('sup'), accountId, reseller.path, reseller.staff.accountId, id],
      )
    }
    for (const { path, id } of [alpha, below, beta]) {
      await makeBrand(world, path)
      await addPendingHost(world, id, `${id.slice(4).toLowerCase()}.example`)
    }
    await addUsageAndPrices()
    await addBudgets()
  })
  async function addBudgets(): Promise<void> {
    for (const { path } of [alpha, below, beta]) {
      await world.superuser.query(
        `with c as (insert into node_caps (node, path, email_day, modified_at)
           select number, path, 100, now() from nodes where path = $1)
         insert into node_spending (node, path, period, starts_on)
         select number, path, 'day', '2026-10-01' from nodes where path = $1`,
        [path],
      )
    }
  }
  async function addUsageAndPrices(): Promise<void> {
    await world.superuser.query(
      `insert into node_usage_days (account_number, day, account, path, ends_at, licenses_peak, licenses_granted, emails,
         sms, sms_prefixes, api_units, locations, closed_at, is_emitted)
       select account_number, '2026-10-01', id, path, now(), 1, 1, 1, 1, '{}', 1, 1, now(), true
       from nodes where kind = 'account' on conflict do nothing`,
    )
    for (const { path } of [alpha, below, beta]) {
      await world.superuser.query(
        `with l as (insert into price_lists (id, path, name, currency, prices, created_at, modified_at)
           values ($2, $1, 'Standard', 'EUR', '{}', now(), now()) returning number)
         insert into node_prices (node, path, price_list)
         select n.number, $1, l.number from l, nodes n where left(n.path, -9) = $1 and not n.is_staff`,
        [path, newId('prl')],
      )
    }
  }
  const inScope = (path: string, sql: string) =>
    world.ctx.db.begin({ resellerPath: path }, (db) => db.text(sql)).catch(({ message }) => message)

  test.each(treeTables)('reads of %s its own rows and those below', async (table) => {
    for (const reseller of [alpha, below, beta]) {
      const rows = (await inScope(reseller.path, `select path from ${table}`)) as { path: string }[]
      expect(rows.filter(({ path }) => !path.startsWith(reseller.path))).toEqual([])
    }
    expect(
      await inScope(
        beta.path,
        `select from ${table} where path >= '${alpha.path}' and path < '${alpha.path}~'`,
      ),
    ).toEqual([])
    expect(await inScope(below.path, `select from ${table} where path = '${alpha.path}'`)).toEqual([])
    expect((await app.query(`select from ${table}`)).rowCount).toBe(0)
  })

  test('learns nothing of how many hosts others have added', async () => {
    await world.superuser.query('insert into host_additions (node, added_at) values (1, now())')
    expect(await inScope(alpha.path, 'select from host_additions')).toEqual([])
    expect(await inScope(alpha.path, 'delete from host_additions returning node')).toEqual([])
    const addition = 'insert into host_additions (node, added_at) values (1, now())'
    expect(await inScope(alpha.path, addition)).toContain('row-level security')
  })

  test('reads and writes prices of its own only, and of none below it', async () => {
    for (const table of ['price_lists', 'node_prices']) {
      const paths = async (caller: MadeReseller) =>
        ((await inScope(caller.path, `select distinct path from ${table}`)) as { path: string }[]).map(
          ({ path }) => path,
        )
      expect([table, await paths(alpha)]).toEqual([table, [alpha.path]])
      for (const victim of [below, beta]) {
        const rows = `where path = '${victim.path}' returning path`
        expect(await inScope(alpha.path, `update ${table} set path = path ${rows}`)).toEqual([])
        expect(await inScope(alpha.path, `delete from ${table} ${rows}`)).toEqual([])
      }
    }
    const list = `insert into price_lists (id, path, name, currency, prices, created_at, modified_at)
      values ('${newId('prl')}', '${below.path}', 'x', 'EUR', '{}', now(), now())`
    expect(await inScope(alpha.path, list)).toContain('row-level security')
  })

  test('sets caps of those below it, and never its own nor those of another', async () => {
    const raise = ({ path }: MadeReseller) =>
      `update node_caps set email_day = 1000000 where path = '${path}' returning email_day`
    expect(await inScope(alpha.path, raise(below))).toEqual([{ emailDay: 1_000_000 }])
    for (const [caller, victim] of [
      [alpha, alpha],
      [alpha, beta],
      [below, alpha],
    ] as const)
      expect(await inScope(caller.path, raise(victim))).toEqual([])
    const place = `update node_caps set path = '${beta.path}' where path = '${below.path}'`
    expect(await inScope(alpha.path, place)).toContain('row-level security')
    expect(await inScope(alpha.path, 'delete from node_caps')).toContain('permission denied')
  })

  test('never changes what was spent', async () => {
    const change = 'update node_spending set emails = 0 returning node'
    expect(await inScope(alpha.path, change)).toEqual([])
    expect(await inScope(alpha.path, 'delete from node_spending returning node')).toEqual([])
    const add = `insert into node_spending (node, path, period, starts_on) values (1, '${alpha.path}', 'day', now())`
    expect(await inScope(alpha.path, add)).toContain('row-level security')
  })

  test('never changes usage', async () => {
    const change = `update node_usage_days set licenses_peak = 0 where path >= '${alpha.path}'`
    expect(await inScope(alpha.path, change)).toContain('permission denied')
    expect(await inScope(alpha.path, 'delete from node_usage_days')).toContain('permission denied')
  })

  test('reads no row of any account', async () => {
    for (const table of await listAccountTables(world.superuser)) {
      expect([table, await inScope(alpha.path, `select from ${table}`)]).toEqual([table, []])
    }
  })

  test('changes no row of a sibling, of its parent or of another reseller', async () => {
    for (const [caller, victim] of [
      [beta, alpha],
      [below, alpha],
      [beta, below],
    ] as const) {
      expect(
        await inScope(caller.path, `update nodes set name = 'x' where id = '${victim.id}' returning id`),
      ).toEqual([])
      for (const table of ownTables) {
        const mine = `where path = '${victim.path}' returning path`
        expect(await inScope(caller.path, `update ${table} set path = path ${mine}`)).toEqual([])
        expect(await inScope(caller.path, `delete from ${table} ${mine}`)).toEqual([])
      }
      const insert = `insert into nodes (id, kind, parent, path, depth, name, granted)
        select 'res_AAAAAAAAAAAAAAAAAAAAAA', 'reseller', 1, '${victim.path}99999999/', 2, 'x', 0`
      expect(await inScope(caller.path, insert)).toContain('row-level security')
    }
    const transfer = `insert into license_transfers (id, node, node_id, node_name, path, licenses, target, state, reason, author, created_at)
      values ('x', 1, 'x', 'x', '${alpha.path}', 1, 1, 'done', 'x', 'x', now())`
    expect(await inScope(beta.path, transfer)).toContain('row-level security')
    expect(await inScope(alpha.path, transfer)).toContain('row-level security')
    expect(await inScope(alpha.path, `delete from nodes where id = '${below.id}' returning id`)).toEqual([])
  })

  test('cannot change its own licenses, status and terms, nor its place', async () => {
    for (const change of [
      'granted = granted + 1',
      `status = 'suspended'`,
      `terms = '{"users": 1000}'`,
      `effective_terms = '{}', effective_status = 'blocked'`,
    ]) {
      const answer = await inScope(alpha.path, `update nodes set ${change} where id = '${alpha.id}'`)
      expect([change, answer]).toEqual([change, expect.stringContaining('does not change its own')])
    }
    const place = await inScope(alpha.path, `update nodes set depth = 3 where id = '${below.id}'`)
    expect(place).toContain('cannot be changed')
    const name = `update nodes set name = 'Renamed' where id = '${alpha.id}' returning name`
    expect(await inScope(alpha.path, name)).toEqual([{ name: 'Renamed' }])
  })

  test('cannot make licenses: sums that do not add up are not committed', async () => {
    const raise = `update nodes set granted = granted + 1 where id = '${customer.id}'`
    expect(await inScope(alpha.path, raise)).toContain('do not add up')
    const give = `update nodes set given = given + 1 where id = '${alpha.id}'`
    expect(await inScope(alpha.path, give)).toContain('do not add up')
  })

  test('cannot be created for an invalid path', async () => {
    for (const nonsense of ['', '1/', "00000001/'; select 1", '00000001']) {
      const query = async () => world.ctx.db.forReseller(nonsense)`select from nodes`
      await expect(query(), nonsense).rejects.toThrow('not a path')
    }
  })
})
