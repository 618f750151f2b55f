// That the examination of plans finds what it is for.

import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Examiner } from './examine.ts'
import { databaseOf, examinerOptions, openExaminer } from './examine.ts'
import { untilExists } from './statements.ts'

let client: pg.Client
let large: Examiner
beforeAll(async () => {
  await untilExists(databaseOf('large'))
  const connectionString = inject('services').appUrl.replace('DATABASE', databaseOf('large'))
  client = new pg.Client({ connectionString, options: examinerOptions })
  await client.connect()
  large = await openExaminer(client, 'large')
})
afterAll(() => client.end())

const one = 'account_id = $1 and number = $2'
test.each([
  ['a condition without an index', 'select id from devices where driver_phone = $1', ['scans devices']],
  ['a missing account', `select id from devices where lower(name) = $1`, ['scans devices']],
  [
    'a part of a statement',
    `with d as (select * from devices where ${one}) select (
    select count(*) from group_devices g where g.device_number = d.number) from d`,
    ['reads all of group_devices'],
  ],
  [
    'an order that reads a whole index',
    'select number from devices order by number',
    ['reads all of devices_number_key'],
  ],
  ['a look-up', `select id from devices where ${one}`, []],
  ['a page', 'select id from devices where account_id = $1 and number > $2 order by number limit 20', []],
  ['history of a device', 'select 1 from locations where device_number = $1 and fixed_at > $2', []],
  [
    'history of an account',
    'select 1 from locations where account_id = $1 and fixed_at > $2',
    ['reads all of locations'],
  ],
  ['a small table', 'select * from signing_keys order by kid', []],
])('%s', async (_, text, expected) => {
  const found = (await large.examine(text))!
  if (expected.length === 0) expect(found).toEqual([])
  else for (const one of expected) expect(found.join()).toMatch(one)
})

test('the owner has statements that the application cannot run', async () => {
  expect(await large.examine('delete from schema_migrations')).toBeUndefined()
  expect(await large.examine('select * from no_such_table')).toBeUndefined()
  await expect(large.examine('selec')).rejects.toThrow('cannot explain')
})
