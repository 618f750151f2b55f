import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { metricValue } from '../../../test/metric-value.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createLog } from '../observability/log.ts'
import type { Pool } from './db.ts'
import { createPool } from './db.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

let pool: Pool
const lines: string[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  lines.length = 0
  await pool.end()
})

function open({ slowStatementMs = 50, poolSize = 2, statementTimeoutMs = 5_000 } = {}): Pool {
  const write = (line: string) => {
    lines.push(line)
  }
  const log = createLog('warn', { write })
  pool = createPool({ ...world.ctx.config.db, slowStatementMs, poolSize, statementTimeoutMs }, log)
  return pool
}

const entries = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow statement')
const slow = (of: Pool, name: string, seconds = 0.1) =>
  of.forAccount(account.accountId)`
    select id, pg_sleep(${seconds}::float8) from users where account_id = ${account.accountId} and user_name <> ${name}`

describe('a slow statement', () => {
  test('is logged with its duration, its rows and its plan, and without values', async () => {
    const before = await metricValue('rastro_db_slow_statements_total')
    const db = open()
    expect(await slow(db, 'zqsecretzq')).toHaveLength(1)
    await expect.poll(entries).toHaveLength(1)
    const [entry] = entries()
    expect(entry).toMatchObject({
      level: 'warn',
      rows: 1,
      statement: expect.stringContaining('user_name <> $3'),
    })
    expect(entry.durationMs).toBeGreaterThanOrEqual(95)
    expect(entry.plan).toMatch(/Index Scan using \S+ on users/)
    expect(entry.plan).toContain('(account_id = $2)')
    expect(lines.join()).not.toContain('zqsecretzq')
    expect(await metricValue('rastro_db_slow_statements_total')).toBe((before ?? 0) + 1)
  })

  test('of any kind is explained and not executed', async () => {
    const db = open()
    const sleepThen = (name: string) => db.forAccount(account.accountId)`
      update accounts set name = ${name} from pg_sleep(0.1) where account_id = ${account.accountId}`
    await sleepThen('Once')
    await world.superuser.query(`update accounts set name = 'Later' where account_id = $1`, [
      account.accountId,
    ])
    await expect.poll(entries).toHaveLength(1)
    expect(entries()[0].plan).toContain('Update on accounts')
    const { rows } = await world.superuser.query('select name from accounts where account_id = $1', [
      account.accountId,
    ])
    expect(rows).toEqual([{ name: 'Later' }])
  })

  test('of a transaction, and one that times out, are logged too', async () => {
    const db = open({ statementTimeoutMs: 200 })
    await db.begin({ accountId: account.accountId }, (tx) => tx`select pg_sleep(0.1)`)
    await expect(slow(db, 'nobody', 5)).rejects.toThrow('statement timeout')
    await expect.poll(entries).toHaveLength(2)
    expect(entries().map(({ isFailed, rows }) => [isFailed, rows])).toEqual([
      [undefined, 1],
      [true, undefined],
    ])
  })

  test('is logged once a minute, and then with the number of times in between', async () => {
    const db = open()
    for (const name of ['a', 'b', 'c']) await slow(db, name)
    await expect.poll(entries).toHaveLength(1)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    await slow(db, 'd')
    await expect.poll(entries).toHaveLength(2)
    expect(entries()[1].notLogged).toBe(2)
  })

  test('is logged without its plan while all connections are in use', async () => {
    const db = open({ poolSize: 1 })
    const both = [slow(db, 'a'), db.directory`select pg_sleep(0.4)`]
    await Promise.all(both)
    await expect.poll(entries).toHaveLength(2)
    expect(entries()[0].plan).toBeUndefined()
  })

  test('is a setting', async () => {
    await slow(open({ slowStatementMs: 0 }), 'a')
    await pool.end()
    await slow(open({ slowStatementMs: 2_000 }), 'a')
    await sleep(200)
    expect(entries()).toEqual([])
  })
})
