import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { TestProxy } from '../../../test/proxy.ts'
import { startProxy } from '../../../test/proxy.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { isUnavailable } from '../http/errors.ts'
import { createLog } from '../observability/log.ts'
import type { AccountDb, Pool } from './db.ts'
import { createPool, inTransaction } from './db.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const poolSize = 4
const statementTimeoutMs = 800
/** The driver gives up 2 s after the server should have. */
const queryTimeoutMs = statementTimeoutMs + 2_000
/** For a busy machine; shorter than waiting for a second statement. */
const slackMs = 2_000

function openPool(databaseUrl = world.ctx.config.db.databaseUrl): Pool {
  return createPool(
    { ...world.ctx.config.db, databaseUrl, poolSize, statementTimeoutMs },
    createLog('silent'),
  )
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const beganAt = performance.now()
  const error = await work().then(
    () => undefined,
    (thrown) => thrown,
  )
  return { ms: performance.now() - beganAt, error }
}

describe('a pool', () => {
  let db: Pool
  beforeEach(() => {
    db = openPool()
  })
  afterEach(() => db.end())

  const countUsers = async (of: (text: TemplateStringsArray) => Promise<object[]>) =>
    (await of`select from users`).length

  test('applies the scope to one statement only, on any connection', async () => {
    const calls = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0 ? countUsers(db.forAccount(account.accountId)) : countUsers(db.directory),
    )
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => (index % 2 === 0 ? 1 : 0)))
  })

  test('applies the scope of a transaction until it commits or fails', async () => {
    await db.begin({ accountId: account.accountId }, async (tx) => expect(await countUsers(tx)).toBe(1))
    const failed = db.begin({ accountId: account.accountId }, async (tx) => {
      await tx`select 1 / 0`
    })
    await expect(failed).rejects.toThrow('division by zero')
    const others = await Promise.all(Array.from({ length: poolSize * 2 }, () => countUsers(db.directory)))
    expect(others).toEqual(Array(poolSize * 2).fill(0))
  })

  test('resets the scope when a statement fails', async () => {
    await expect(db.forAccount(account.accountId)`select 1 / 0`).rejects.toThrow('division by zero')
    expect(await countUsers(db.directory)).toBe(0)
    expect(await countUsers(db.forAccount(account.accountId))).toBe(1)
  })

  test('keeps its connections after server errors and errors inside a transaction', async () => {
    const pidOf = async () => (await db.directory<{ pid: number }>`select pg_backend_pid() as pid`)[0]!.pid
    const before = await pidOf()
    await expect(db.directory`select 1 / 0`).rejects.toThrow()
    await expect(db.begin('directory', (tx) => tx`select nonsense`)).rejects.toThrow()
    const refused = db.begin('directory', async () => {
      throw new Error('not found')
    })
    await expect(refused).rejects.toThrow('not found')
    expect(await pidOf()).toBe(before)
  })

  test('cancels a statement that takes too long, and keeps the connection', async () => {
    const { ms, error } = await timed(() => db.directory`select pg_sleep(10)`)
    expect(error).toMatchObject({ code: '57014' })
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(statementTimeoutMs + slackMs)
    expect(db.load().open).toBe(1)
  })

  test('rejects callers when all connections stay busy', async () => {
    const slow = Array.from({ length: poolSize * 8 }, () => timed(() => db.directory`select pg_sleep(0.7)`))
    const outcomes = await Promise.all(slow)
    const refused = outcomes.filter(({ error }) => error)
    expect(refused.length).toBeGreaterThan(0)
    for (const { ms, error } of refused) {
      expect(isUnavailable(error)).toBe(true)
      expect(ms).toBeLessThan(3_000 + slackMs)
    }
    expect(await countUsers(db.forAccount(account.accountId))).toBe(1)
  })

  test('returns names in camelCase, dates as text, bigint counts as numbers, timestamps as dates', async () => {
    const [row] = await db.directory`
      select date '2026-03-29' as local_day, 9007199254740991::int8 as big_count, count(*) as plain_count,
        timestamptz '2026-03-29 01:00:00.123+00' as fixed_at, '{"a_b": 1}'::jsonb as more_attributes,
        '\\x00ff'::bytea as raw_bytes, array[1, 2] as some_numbers, 1.5::float8 as speed_kmh, null as no_value`
    expect(row).toEqual({
      localDay: '2026-03-29',
      bigCount: 9_007_199_254_740_991,
      plainCount: 1,
      fixedAt: new Date('2026-03-29T01:00:00.123Z'),
      moreAttributes: { a_b: 1 },
      rawBytes: Buffer.from([0, 255]),
      someNumbers: [1, 2],
      speedKmh: 1.5,
      noValue: null,
    })
  })

  test('passes values as parameters, never as SQL text', async () => {
    const nasty = `'; drop table users; -- $1 \\ "`
    const [row] = await db.directory<{ echo: string }>`select ${nasty}::text as echo`
    expect(row!.echo).toBe(nasty)
  })
})

describe('a transaction', () => {
  const nameOf = async (db: AccountDb) => (await db<{ name: string }>`select name from accounts`)[0]!.name
  const rename = (db: AccountDb, name: string) => db`update accounts set name = ${name}`
  const ours = () => world.ctx.db.forAccount(account.accountId)

  test('is atomic', async () => {
    const before = await nameOf(ours())
    const work = inTransaction(world.ctx, account.accountId, async ({ db }) => {
      await rename(db, 'half done')
      await db`insert into api_usage (account_id, day, units) values (${db.accountId}, '2020-01-01', 1)`
      expect(await nameOf(db)).toBe('half done')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await nameOf(ours())).toBe(before)
    expect(await ours()`select from api_usage where day = '2020-01-01'`).toEqual([])
  })

  test('with a swallowed statement error fails on commit', async () => {
    const before = await nameOf(ours())
    const work = inTransaction(world.ctx, account.accountId, async ({ db }) => {
      await rename(db, 'swallowed')
      await db`select 1 / 0`.catch(() => {})
    })
    await expect(work).rejects.toThrow('nothing was committed')
    expect(await nameOf(ours())).toBe(before)
  })

  test('is visible to others only after commit', async () => {
    const before = await nameOf(ours())
    await inTransaction(world.ctx, account.accountId, async ({ db }) => {
      await rename(db, 'done')
      expect(await nameOf(ours())).toBe(before)
    })
    expect(await nameOf(ours())).toBe('done')
  })

  test('fails alone when its backend is killed between statements; the process and the pool recover', async () => {
    const db = openPool()
    const victims = Array.from({ length: poolSize }, () =>
      timed(() =>
        db.begin({ accountId: account.accountId }, async (tx) => {
          const [row] = await tx<{ pid: number }>`select pg_backend_pid() as pid`
          await tx`update accounts set name = 'never'`.catch(() => {})
          await world.superuser.query('select pg_terminate_backend($1)', [row!.pid])
          await sleep(50)
          await tx`select 1`
        }),
      ),
    )
    for (const { error } of await Promise.all(victims)) expect(isUnavailable(error)).toBe(true)
    expect(await nameOf(db.forAccount(account.accountId))).not.toBe('never')
    expect(db.load().waiting).toBe(0)
    await db.end()
  })

  test('is not affected when idle backends of the pool were killed', async () => {
    const db = openPool()
    await Promise.all(Array.from({ length: poolSize }, () => db.directory`select pg_sleep(0.05)`))
    await world.superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'rastro' and pid <> pg_backend_pid()`,
    )
    await expect.poll(() => db.load().open, { timeout: 10_000 }).toBe(0)
    expect(await db.directory`select 1 as one`).toEqual([{ one: 1 }])
    await db.end()
  })
})

describe('over a connection that goes silent', () => {
  let proxy: TestProxy
  let db: Pool
  beforeEach(async () => {
    proxy = await startProxy(world.ctx.config.db.databaseUrl)
    db = openPool(proxy.url)
    await Promise.all(Array.from({ length: poolSize }, () => db.directory`select pg_sleep(0.05)`))
    expect(proxy.count()).toBe(poolSize)
  })
  afterEach(async () => {
    await db.end()
    await proxy.close()
  })

  const one = () => db.directory`select 1 as one`
  const expectError = ({ ms, error }: { ms: number; error: unknown }, withinMs: number) => {
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(withinMs)
  }

  test('statements and transactions fail within the query timeout', async () => {
    proxy.blackHole()
    const [statement, transaction] = await Promise.all([timed(one), timed(() => db.begin('directory', one))])
    expectError(statement, queryTimeoutMs + slackMs)
    expectError(transaction, queryTimeoutMs + slackMs)
  })

  test('a transaction whose connection dies midway fails within one query timeout', async () => {
    const outcome = await timed(() =>
      db.begin('directory', async (tx) => {
        await tx`select 1`
        proxy.blackHole()
        await tx`select 1`
      }),
    )
    expectError(outcome, queryTimeoutMs + slackMs)
  })

  test('a new connection times out after 3 s', async () => {
    proxy.blackHole()
    const fresh = openPool(proxy.url)
    expectError(await timed(() => fresh.directory`select 1`), 3_000 + slackMs)
    await fresh.end()
  })

  test('the pool recovers at once with the network, though all its old connections are dead', async () => {
    proxy.blackHole()
    expectError(await timed(one), queryTimeoutMs + slackMs)
    proxy.heal()
    const healedAt = performance.now()
    await Promise.all(Array.from({ length: poolSize * 3 }, one))
    // Less than it takes to detect a dead connection.
    expect(performance.now() - healedAt).toBeLessThan(queryTimeoutMs)
  })

  test('closed connections are replaced at once', async () => {
    proxy.cut()
    await sleep(50)
    await Promise.all(Array.from({ length: poolSize }, one))
    const cutInTheMiddle = timed(() => db.directory`select pg_sleep(0.5)`)
    await sleep(100)
    proxy.cut()
    expectError(await cutInTheMiddle, slackMs)
    await one()
  })

  test('a slow connection is only slow', async () => {
    proxy.delay(100)
    const { ms, error } = await timed(one)
    expect(error).toBeUndefined()
    expect(ms).toBeGreaterThan(190)
  })
})
