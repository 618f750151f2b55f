import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { keepHistory } from './retention.api.ts'

const dayMs = 86_400_000
let world: World
let account: MadeAccount
let otherAccount: MadeAccount

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  otherAccount = await world.make.account()
  // The template of the test databases has the partitions of the moment at which it was created.
  await keepAt(new Date())
})
afterAll(() => world.close())

async function query<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await world.superuser.query(sql, values)).rows
}

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)
const keepAt = (now: Date) => keepHistory({ ...world.ctx, now: () => now })

async function listPartitions(): Promise<string[]> {
  const rows = await query<{ name: string }>(`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent where p.relname ~ '^locations_(short|standard)$' order by 1`)
  return rows.map(({ name }) => name)
}

let number = 1_000_000
/** Inserts a location into the table, by its time and class. Returns its partition. */
async function insert(
  fixedAt: Date,
  kind: 'short' | 'standard',
  accountId = account.accountId,
): Promise<string> {
  number += 1
  const [row] = await query<{ partition: string }>(
    `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class)
     values ($1, now(), $2, $3, 1, $4) returning tableoid::regclass::text as partition`,
    fixedAt,
    number,
    accountId,
    kind === 'short' ? 1 : 2,
  )
  return row!.partition
}

describe('partitions', () => {
  test('exist for every day within the retention, and three weeks ahead', async () => {
    for (const [kind, keepDays] of [
      ['short', 90],
      ['standard', 400],
    ] as const) {
      for (const days of [-keepDays + 1, -60, -7, -1, 0, 1, 7, 14, 20]) {
        expect(await insert(daysFromNow(days), kind)).toMatch(new RegExp(`^locations_${kind}_\\d{8}$`))
      }
    }
    expect((await keepAt(new Date())).unplaced).toBe(0)
  })

  test('are created once, also by concurrent runs', async () => {
    const before = await listPartitions()
    expect((await keepAt(new Date())).made).toBe(0)
    await Promise.all([1, 2, 3].map(() => keepAt(daysFromNow(14))))
    const after = await listPartitions()
    expect(after.filter((name) => !before.includes(name))).toHaveLength(4)
    expect(new Set(after).size).toBe(after.length)
    expect((await keepAt(daysFromNow(14))).made).toBe(0)
  })

  test('that were not created in time are created later, and rows of the default partition move into them', async () => {
    const far = daysFromNow(60)
    expect(await insert(far, 'standard')).toBe('locations_standard_default')
    expect((await keepAt(new Date())).unplaced).toBe(1)
    const { unplaced } = await keepAt(daysFromNow(50))
    expect(unplaced).toBe(0)
    const [row] = await query<{ partition: string }>(
      'select tableoid::regclass::text as partition from locations where device_number = $1',
      number,
    )
    expect(row!.partition).toMatch(/^locations_standard_\d{8}$/)
    expect(await insert(far, 'standard')).toBe(row!.partition)
  })

  test('are dropped with their rows once their whole week is past its retention', async () => {
    await keepAt(new Date())
    const [short, standard] = [
      await insert(daysFromNow(-80), 'short'),
      await insert(daysFromNow(-80), 'standard'),
    ]
    expect((await keepAt(daysFromNow(1))).dropped).not.toContain(short)
    const { dropped } = await keepAt(daysFromNow(30))
    expect(dropped).toContain(short)
    expect(dropped).not.toContain(standard)
    expect(await listPartitions()).toContain(standard)
    expect(await listPartitions()).not.toContain(short)
  })

  test('drop rows that are too old for any of them', async () => {
    expect(await insert(daysFromNow(-300), 'short')).toBe('locations_short_default')
    await keepAt(new Date())
    expect(await query('select from locations where device_number = $1', number)).toEqual([])
  })

  test('reach three weeks ahead on every day of the week', async () => {
    for (let today = 0; today < 7; today += 1) {
      await keepAt(daysFromNow(today))
      expect(await insert(daysFromNow(today + 20), 'short')).toMatch(/^locations_short_\d{8}$/)
    }
  })
})

describe('every partition', () => {
  test('has row-level security, enabled and forced, with the same policies', async () => {
    const rows = await query<{ name: string; on: boolean; forced: boolean; policies: string[] }>(`
      select c.relname as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
        array(select polname::text from pg_policy where polrelid = c.oid order by 1) as policies
      from pg_class c where c.relname ~ '^locations(_|$)' and c.relkind in ('r', 'p')`)
    expect(rows.length).toBeGreaterThan(70)
    // Partitions are written through their parent only, whose fence policies protect accounts that are being moved.
    const fence = ['fence_delete', 'fence_insert', 'fence_update']
    for (const row of rows) {
      const policies =
        row.name === 'locations'
          ? [...fence, 'of_account', 'of_eraser', 'of_migration', 'of_recorder']
          : ['of_account', 'of_recorder']
      expect(row).toMatchObject({ on: true, forced: true, policies })
    }
  })

  test('shows an account only its rows, also when it is queried directly', async () => {
    const at = daysFromNow(-2)
    const partition = await insert(at, 'standard')
    await insert(at, 'standard', otherAccount.accountId)
    const app = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_URL })
    await app.connect()
    const seen = async (setting: string) => {
      await app.query('begin')
      await app.query(`select set_config('rastro.account', $1, true)`, [setting])
      const { rows } = await app.query(`select distinct account_id from ${partition}`)
      await app.query('rollback')
      return rows.map((row) => row.account_id)
    }
    expect(await seen('')).toEqual([])
    expect(await seen(String(account.accountId))).toEqual([account.accountId])
    expect(await seen(String(otherAccount.accountId))).toEqual([otherAccount.accountId])
    await expect(app.query(`insert into ${partition} select * from ${partition}`)).rejects.toThrow(
      'permission denied',
    )
    await expect(app.query(`drop table ${partition}`)).rejects.toThrow('must be owner')
    await expect(app.query(`select create_location_partition('x', 'locations', '', '')`)).rejects.toThrow(
      'permission denied',
    )
    await app.end()
  })
})
