// What a list reads depends on the devices, not on their history.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { rowsReadBy } from '../../../test/rows-read.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { countStates, listKeys, renderStates } from './state.queries.ts'

const devices = 300

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  await world.superuser.query(
    `insert into devices (account_id, id, name, created_at, modified_at)
     select $1, 'dev_' || lpad(n::text, 22, '0'), 'Truck ' || n, now() - interval '1 year', now()
     from generate_series(1, $2::int) n`,
    [account.accountId, devices],
  )
  await world.make.maintenancePlan(account, { everyKm: 1_000 })
  await world.make.maintenancePlan(account, { everyHours: 1_000 })
})
afterAll(() => world.close())

/** So many records of work of each device and plan, and so many days. */
async function addHistory(count: number): Promise<void> {
  await world.superuser.query(
    `insert into maintenance_work (account_id, id, plan_number, device_number, done_at, created_at, created_by)
     select $1, 'mwk_' || left(md5(random()::text), 22), p.number, d.number, now() - n * interval '1 day', now(), 'usr_x'
     from generate_series(1, $2::int) n
     join maintenance_plans p on p.account_id = $1 join devices d on d.account_id = $1`,
    [account.accountId, count],
  )
  await world.superuser.query(
    `insert into device_days (account_id, device_number, day, zone, cm)
     select $1, d.number, current_date - n, 'UTC', 1000000
     from generate_series(1, $2::int) n join devices d on d.account_id = $1
     on conflict do nothing`,
    [account.accountId, count],
  )
  await world.superuser.query('analyze maintenance_work, device_days, devices')
}

const rowsRead = (table: string, query: (db: AccountDb) => Promise<unknown>) =>
  rowsReadBy(world.ctx.db.forAccount(account.accountId), table, query)

test('a page and the counts read no more with a longer history', async () => {
  const now = new Date()
  const scope = { kind: 'all' } as const
  const page = { now, after: undefined, limit: 50 }
  const read = async (table: string) => [
    await rowsRead(table, (db) => listKeys(db, scope, {}, page)),
    await rowsRead(table, (db) => countStates(db, scope, {}, now)),
  ]
  await addHistory(20)
  const [keys, counts] = await read('maintenance_work')
  expect(keys).toBeLessThanOrEqual(2 * devices)
  expect(counts).toBeLessThanOrEqual(2 * devices)
  await addHistory(60)
  expect(await read('maintenance_work')).toEqual([keys, counts])
  expect(await read('device_days')).toEqual([0, 0])
})

test('forecasts are computed for the page only, from at most 28 days of each device', async () => {
  const db = world.ctx.db.forAccount(account.accountId)
  const now = new Date()
  const keys = await listKeys(db, { kind: 'all' }, {}, { now, after: undefined, limit: 50 })
  const read = await rowsRead('device_days', async (explained) => {
    await renderStates(explained, keys, now).catch(() => {})
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(50 * 28)
})
