// Every route, tried by everybody who must not get through it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLocations } from '../src/features/locations/recorder.consumer.ts'
import { randomText } from '../src/platform/ids.ts'
import type { MadeAccount } from './make.ts'
import { strike } from './people.ts'
import type { Belongings, Operation } from './recipes.ts'
import { listOperations, pathOf, recipes } from './recipes.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

/** In every name of the account under attack; in no answer to anybody else. */
const secret = 'TOP-SECRET'
const allPrivileges = ['devices.edit', 'devices.limits', 'users.manage', 'audit.read']
const operations = listOperations()
const guarded = operations.filter(({ isOpen }) => !isOpen)

let world: World
let victim: MadeAccount
let belongings: Belongings
let recorder: { stop(): void }
/** Tokens of those who try. */
const tokens: Record<string, string | undefined> = {}

beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  victim = await world.make.account({ licenses: 100 })
  const device = await world.make.device(victim, { name: `${secret} sled`, identifier: `${secret}-IMEI` })
  const group = await world.make.group(victim, { name: `${secret} group`, devices: [device.id] })
  const user = await world.make.user(victim, { name: `${secret} user`, group: group.id })
  await world.call('POST', `/api/devices/${device.id}/locations`, {
    token: victim.token,
    body: { dateTime: new Date().toISOString(), latitude: 1, longitude: 2, attributes: { note: secret } },
  })
  const fresh = () => `x-${randomText(10)}`
  belongings = { deviceId: device.id, groupId: group.id, userId: user.id, keyId: user.keyId, fresh }

  const stranger = await world.make.account({ licenses: 100 })
  tokens['owner of another account'] = stranger.token
  const otherGroup = await world.make.group(victim)
  const neighbour = { group: otherGroup.id, privileges: allPrivileges }
  tokens['user of another group'] = (await world.make.user(victim, neighbour)).token
  tokens['read-only user'] = (await world.make.user(victim, { group: group.id })).token
  const revoked = await world.make.user(victim, { role: 'administrator' })
  tokens['user whose key was revoked'] = revoked.token
  await world.superuser.query('delete from api_keys where id = $1', [revoked.keyId])
  const expired = await world.make.user(victim, { role: 'administrator' })
  tokens['user who has expired'] = expired.token
  await strike(world.superuser, expired.id, 'expired')
  tokens['caller without a token'] = undefined
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

function attempt(who: string, operation: Operation) {
  const recipe = recipes[operation.id]!(belongings)
  return world.call(operation.method, pathOf(operation, belongings, recipe), {
    token: tokens[who],
    body: recipe.body,
    ...(recipe.type && { headers: { 'content-type': recipe.type } }),
  })
}

/** Every row of the account under attack, but for what counts calls. */
async function digest(): Promise<string> {
  const { rows: tables } = await world.superuser.query(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'account_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('api_usage') and not c.relname ~ '^locations_.*_(\\d{8}|default)$'
    union select 'locations' order by 1`)
  let text = ''
  for (const { name } of tables) {
    const { rows } = await world.superuser.query(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t where account_id = $1`,
      [victim.accountId],
    )
    text += `${name} ${rows[0].hash}\n`
  }
  return text
}

/** The rows that belong to the things under attack, wherever they stand. */
async function digestOfBelongings(): Promise<string> {
  const { deviceId, groupId, userId, keyId } = belongings
  const places = [
    ['devices', 'id', deviceId],
    ['groups', 'id', groupId],
    ['group_devices', 'group_id', groupId],
    ['users', 'id', userId],
    ['api_keys', 'id', keyId],
  ] as const
  let text = ''
  for (const [table, column, id] of places) {
    const { rows } = await world.superuser.query(`select t::text from ${table} t where ${column} = $1`, [id])
    text += JSON.stringify(rows)
  }
  return text
}

test('every route of the API has a recipe, and every recipe a route', () => {
  expect(Object.keys(recipes).sort()).toEqual(operations.map(({ id }) => id).sort())
})

describe.each(['caller without a token', 'user whose key was revoked', 'user who has expired'])(
  'a %s',
  (who) => {
    test.each(guarded)('is refused at $method $path', async (operation) => {
      const before = await digest()
      const { status, headers, text } = await attempt(who, operation)
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
      expect(text).not.toContain(secret)
      expect(await digest()).toBe(before)
    })
  },
)

describe('the owner of another account', () => {
  test.each(guarded)('sees and changes nothing by $method $path', async (operation) => {
    const before = await digest()
    const { status, text } = await attempt('owner of another account', operation)
    if (operation.path.includes('{')) expect(status).toBe(404)
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(secret)
    expect(await digest()).toBe(before)
  })
})

describe('a user of another group, with every privilege', () => {
  test.each(guarded)('sees and changes nothing of this one by $method $path', async (operation) => {
    const before = await digestOfBelongings()
    const { status, text } = await attempt('user of another group', operation)
    if (operation.path.includes('{')) expect([403, 404]).toContain(status)
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(secret)
    expect(await digestOfBelongings()).toBe(before)
  })
})

describe('a read-only user', () => {
  test.each(guarded)('changes nothing by $method $path', async (operation) => {
    const isOwnKey = operation.id === 'createApiKey'
    const before = await digest()
    const { status } = await attempt('read-only user', operation)
    const { changes } = recipes[operation.id]!(belongings)
    if (changes && !isOwnKey) expect([403, 404]).toContain(status)
    if (!isOwnKey) expect(await digest()).toBe(before)
  })
})
