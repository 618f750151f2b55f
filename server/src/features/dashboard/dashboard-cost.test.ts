// What the dashboard reads depends on the number of devices, not on their days, and not on devices that are not shown.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { rowsReadBy } from '../../../test/rows-read.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { findPeriod } from './dashboard.queries.ts'
import { readSums } from './fleet-sums.queries.ts'

let world: World
let account: MadeAccount
let scope: DeviceScope
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 5_000 })
  const devices = await insertFleet(world.superuser, { accountId: account.accountId, active: 20 })
  const group = await world.make.group(account, { devices })
  scope = { kind: 'groups', groupIds: [group.id] }
  await fill()
})
afterAll(() => world.close())

/** Eight weeks of each device. */
async function fill(): Promise<void> {
  const { accountId } = account
  await world.superuser.query(
    `insert into device_days (account_id, device_number, day, zone, cm)
     select account_id, number, current_date - ago, 'UTC', 1000 from devices cross join generate_series(0, 60) as ago
     where account_id = $1 on conflict do nothing`,
    [accountId],
  )
  await world.superuser.query(
    `insert into trip_states (account_id, device_number, processed_at, state, open)
     select account_id, number, now(), '[]', '{"segment": {"kind": "stop", "beganAtMs": 0}, "untilMs": 0, "segmentDays": [], "days": []}'
     from devices where account_id = $1 on conflict do nothing`,
    [accountId],
  )
  await world.superuser.query(
    `select refresh_recent_days($1, array_agg(number), array_agg('-infinity'::date), current_date, 'UTC')
     from devices where account_id = $1`,
    [accountId],
  )
  await world.superuser.query('analyze devices, group_devices, device_days, trip_states, recent_days')
}

async function rowsRead(table: string, seen: DeviceScope): Promise<number> {
  const db = world.ctx.db.forAccount(account.accountId)
  const now = new Date()
  const wanted = { scope: seen, groupId: undefined, period: await findPeriod(db, now), now }
  // The statement is explained instead of answered.
  return rowsReadBy(db, table, (explained) => readSums(explained, wanted).catch(() => undefined))
}

test('reads each device that is shown, and no days', async () => {
  const read = async () => ({
    days: await rowsRead('device_days', scope),
    states: await rowsRead('trip_states', scope),
    recent: await rowsRead('recent_days', scope),
  })
  const before = await read()
  expect(before).toEqual({ days: 0, states: 20, recent: 40 })
  await insertOthers(2_000)
  expect(await read()).toEqual(before)
  expect(await rowsRead('recent_days', { kind: 'all' })).toBe(2 * 2_020)
  expect(await rowsRead('device_days', { kind: 'all' })).toBe(0)
})

async function insertOthers(count: number): Promise<void> {
  await world.superuser.query(
    `insert into devices (account_id, id, name, expires, created_at, modified_at)
     select $1::int, 'dev_' || lpad('y' || n, 22, '0'), 'Other ' || n, false, now(), now()
     from generate_series(1, $2::int) as n`,
    [account.accountId, count],
  )
  await fill()
}
