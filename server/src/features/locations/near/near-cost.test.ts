// What a search reads depends neither on the account nor on other accounts, also under row-level security.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFleet } from '../../../../test/fleet.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import { listNearDevices } from './near.api.ts'
import { listNearestInScope, listShown, readSquares } from './near.queries.ts'
import { numbersOf, squareOf } from './squares.ts'

let world: World
let accountId: number
const position = { x: 4_797_000, y: 181_000, z: 4_185_000 }
const around = { latitude: 41.405, longitude: 2.175 }

beforeAll(async () => {
  world = await openWorld()
  const account = await world.make.account({ licenses: 30_000 })
  const other = await world.make.account({ licenses: 30_000 })
  accountId = account.accountId
  for (const owner of [account, other]) {
    await insertFleet(world.superuser, { accountId: owner.accountId, active: 20_000 })
    // A grid of 1 by 2 degrees.
    await world.superuser.query(
      `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
       select account_id, number, now(), now(), now(), 410000000 + (n % 100) * 100000, 15000000 + n / 100 * 100000
       from (select *, row_number() over (order by number) - 1 as n from devices where account_id = $1) as numbered`,
      [owner.accountId],
    )
  }
  await world.superuser.query('analyze newest_locations')
})
afterAll(() => world.close())

const rowsRead = (query: (db: AccountDb) => Promise<unknown>) =>
  rowsReadBy(world.ctx.db.forAccount(accountId), 'newest_locations', query)

test('a square reads its own locations of its own account', async () => {
  const number = squareOf(around)
  const range = { first: number, last: number, maxRows: 1_000 }
  const read = await rowsRead((db) => readSquares(db, { kind: 'all' }, [range], position, 20))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(4)
})

test('a large square stops at its maximum, whatever the scope', async () => {
  const whole = { ...numbersOf({ level: 15, row: 0, column: 0 }), maxRows: 101 }
  const scopes: DeviceScope[] = [{ kind: 'all' }, { kind: 'groups', groupIds: ['grp_none'] }]
  for (const scope of scopes) {
    expect(await rowsRead((db) => readSquares(db, scope, [whole, whole], position, 20))).toBe(202)
  }
})

test('a search of a whole account reads little of it, near or far', async () => {
  let read = 0
  const db = world.ctx.db.forAccount(accountId)
  // Each statement is run twice: once to count, once for its rows.
  const counting = Object.assign(async (pieces: TemplateStringsArray, ...values: unknown[]) => {
    read += await rowsReadBy(db, 'newest_locations', (explained) => explained(pieces, ...values))
    return db(pieces, ...values)
  }, db)
  const ctx = { now: world.ctx.now, db: { forAccount: () => counting } as unknown as typeof world.ctx.db }
  const found = await listNearDevices(
    ctx,
    { accountId, scope: { kind: 'all' } },
    { ...around, radiusM: 500_000, limit: 20 },
  )
  expect(found.count).toBe(20)
  expect(read).toBeLessThan(600)
  read = 0
  const far = { latitude: 43, longitude: 2.175, radiusM: 500_000, limit: 20 }
  expect((await listNearDevices(ctx, { accountId, scope: { kind: 'all' } }, far)).count).toBe(20)
  expect(read).toBeLessThan(4_000)
})

test('a large group is searched by squares, and finds its own devices only', async () => {
  const group = 'grp_0000000000000000000001'
  await world.superuser.query(
    `insert into groups (account_id, id, name, created_at, modified_at) values ($1, $2, 'Large', now(), now())`,
    [accountId, group],
  )
  await world.superuser.query(
    `insert into group_devices (account_id, group_id, device_number)
     select account_id, $2, number from devices where account_id = $1 and number % 5 = 0`,
    [accountId, group],
  )
  const expected = await world.superuser.query(
    `select d.id from group_devices g join devices d on d.account_id = g.account_id and d.number = g.device_number
     join newest_locations l on l.account_id = d.account_id and l.device_number = d.number
     where g.account_id = $1 and g.group_id = $2
     order by st_distance(st_makepoint(l.longitude / 1e7, l.latitude / 1e7)::geography, st_makepoint($4, $3)::geography)
     limit 20`,
    [accountId, group, around.latitude + 0.0012, around.longitude + 0.0007],
  )
  const found = await listNearDevices(
    world.ctx,
    { accountId, scope: { kind: 'groups', groupIds: [group] } },
    { latitude: around.latitude + 0.0012, longitude: around.longitude + 0.0007, radiusM: 500_000, limit: 20 },
  )
  const ids = JSON.parse(`[${found.json}]`).map(({ id }: { id: string }) => id)
  expect(ids).toEqual(expected.rows.map(({ id }) => id))
})

test('a small scope reads its own devices', async () => {
  const { rows } = await world.superuser.query('select number from devices where account_id = $1 limit 1', [
    accountId,
  ])
  const deviceNumber: number = rows[0].number
  const scope: DeviceScope = { kind: 'device', deviceNumber }
  expect(await rowsRead((db) => listNearestInScope(db, scope, position, 20))).toBeLessThanOrEqual(1)
  expect(await rowsRead((db) => listShown(db, scope, [deviceNumber], new Date()))).toBeLessThanOrEqual(1)
})
