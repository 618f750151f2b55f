// What a list of a limited scope reads does not depend on the rest of the account.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { knownDevice } from '../../../../test/trips/stored-track.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import { listBeginning, listLasting } from './fleet-read.queries.ts'

let world: World
let account: MadeAccount
let scope: DeviceScope
let numbers: { seen: number; unseen: number }
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10 })
  const seen = await world.make.device(account)
  const unseen = await world.make.device(account)
  const group = await world.make.group(account, { devices: [seen.id] })
  scope = { kind: 'groups', groupIds: [group.id] }
  numbers = {
    seen: (await knownDevice(world, account.accountId, seen.id)).deviceNumber,
    unseen: (await knownDevice(world, account.accountId, unseen.id)).deviceNumber,
  }
  await addSegments(numbers.seen, 200, '8 minutes')
})
afterAll(() => world.close())

/** Trips of two minutes, the newest one now. */
async function addSegments(deviceNumber: number, count: number, every: string): Promise<void> {
  await world.superuser.query(
    `insert into segments (account_id, device_number, began_at, ended_at, id, kind, algorithm, day, from_latitude,
       from_longitude, to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings, locations,
       began, ended)
     select $1, $2, began_at, began_at + interval '2 minutes', gen_random_uuid(), 'trip', 1, began_at::date, 0, 0, 0, 0,
       100000, 0, 0, 0, 0, 0, 5, 'moved 0 0 0', 'stayed 0 0 0'
     from (select now() - n * $4::interval as began_at from generate_series(1, $3::int) n) as made`,
    [account.accountId, deviceNumber, count, every],
  )
  await world.superuser.query('analyze segments')
}

const rowsRead = (query: (db: AccountDb) => Promise<unknown>) =>
  rowsReadBy(world.ctx.db.forAccount(account.accountId), 'segments', query)

test('a page of some devices reads their segments only', async () => {
  const filter = { kind: 'trip', groupId: undefined, minCm: 0 } as const
  const nowMs = Date.now()
  const before = { beganAtMs: nowMs, deviceNumber: 0 }
  const dayMs = 86_400_000
  const read = async () => [
    await rowsRead((db) => listBeginning(db, scope, filter, { fromMs: nowMs - dayMs, before }, 50)),
    await rowsRead((db) =>
      listLasting(db, scope, filter, { atMs: nowMs - dayMs, before, now: new Date(nowMs) }, 50),
    ),
  ]
  const [beginning, lasting] = await read()
  expect(beginning).toBeGreaterThanOrEqual(50)
  expect(beginning).toBeLessThan(200)
  expect(lasting).toBeLessThan(5)
  await addSegments(numbers.unseen, 20_000, '3 minutes')
  expect(await read()).toEqual([beginning, lasting])
})

test('a page of the whole account reads little more than the page', async () => {
  const filter = { kind: 'trip', groupId: undefined, minCm: 0 } as const
  const before = { beganAtMs: Date.now(), deviceNumber: 0 }
  const read = rowsRead((db) => listBeginning(db, { kind: 'all' }, filter, { fromMs: 0, before }, 50))
  expect(await read).toBeLessThan(200)
})
