// Conventions that hold for every resource of the API.

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'
import { openWorld } from './world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 50 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(method, path, { token: account.token, body, headers })

const email = () => `${randomText(10).toLowerCase()}@example.com`
const resources: Record<string, () => Promise<string>> = {
  device: async () => `/api/devices/${(await world.make.device(account, { tags: { a: 'b' } })).id}`,
  group: async () => {
    const { id } = await world.make.device(account)
    return `/api/groups/${(await world.make.group(account, { devices: [id] })).id}`
  },
  user: async () => `/api/users/${(await world.make.user(account)).id}`,
  alertRule: async () => `/api/alertRules/${(await world.make.rule(account)).id}`,
  geofence: async () => `/api/geofences/${(await world.make.geofence(account)).id}`,
  contact: async () => `/api/contacts/${(await world.make.contact(account, { address: email() })).id}`,
  deviceTripSettings: async () => {
    const path = `/api/devices/${(await world.make.device(account)).id}/tripSettings`
    await call('PUT', path, { profile: 'vessel', stopSeconds: 600 })
    return path
  },
  webhook: async () => `/api/webhooks/${(await world.make.webhook(account)).id}`,
}
const documentOf = (body: Record<string, unknown>) => (body.device ?? body) as Record<string, unknown>
const plain = ({ requestId, apiUsage, apiDailyUsage, ...rest }: Record<string, unknown>) => rest

describe.each(Object.keys(resources))('a %s', (name) => {
  test('is replaced by what GET returned, which changes nothing', async () => {
    const path = await resources[name]!()
    const before = await call('GET', path)
    const put = await call('PUT', path, documentOf(before.body))
    expect([put.status, put.text]).toEqual([200, put.text])
    expect(plain(put.body)).toEqual(plain(before.body))
    expect(put.headers.etag).toBe(before.headers.etag)
  })

  test('rejects fields that GET does not return', async () => {
    const path = await resources[name]!()
    const { body } = await call('GET', path)
    const put = await call('PUT', path, { ...documentOf(body), nonsense: 1 })
    expect([put.status, put.body.details]).toEqual([
      400,
      [{ path: 'nonsense', message: 'is not a known field' }],
    ])
  })

  test('keeps its version with an empty patch', async () => {
    const path = await resources[name]!()
    const before = await call('GET', path)
    for (const patch of [{}, []]) {
      const { status, headers, body } = await call('PATCH', path, patch)
      expect([status, headers.etag, plain(body)]).toEqual([200, before.headers.etag, plain(before.body)])
    }
  })
})

test('the ETag changes with live fields, and If-Match ignores them', async () => {
  const path = await resources.device!()
  const before = await call('GET', path)
  await world.superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, now(), now(), now(), 1, 1 from devices where id = $1`,
    [before.body.device.id],
  )
  const after = await call('GET', path)
  expect([before.body.device.online, after.body.device.online]).toEqual([false, true])
  expect(after.headers.etag).not.toBe(before.headers.etag)
  const match = { 'if-match': String(before.headers.etag) }
  expect((await call('PATCH', path, { name: 'First' }, match)).status).toBe(200)
  const stale = await call('PATCH', path, { name: 'Second' }, match)
  expect([stale.status, stale.body.code]).toEqual([412, 'version.stale'])
})

describe('a patch', () => {
  const types = { json: 'application/json-patch+json', merge: 'application/merge-patch+json' }
  const operations = [{ op: 'replace', path: '/description', value: 'x' }]

  test.each([
    [types.json, { description: 'x' }, types.merge],
    [types.merge, operations, types.json],
  ])('sent as %s with the content of the other format is a 415', async (type, patch, right) => {
    const path = await resources.group!()
    const { status, body } = await call('PATCH', path, patch, { 'content-type': type })
    expect([status, body.code]).toEqual([415, 'body.unsupported_type'])
    expect(body.error).toContain(right)
  })

  test.each([
    [types.json, operations],
    [types.merge, { description: 'x' }],
    [`${types.merge}; charset=utf-8`, { description: 'x' }],
    ['application/json', operations],
    ['application/json', { description: 'x' }],
  ])('sent as %s is applied: %j', async (type, patch) => {
    const path = await resources.group!()
    const { status, body } = await call('PATCH', path, patch, { 'content-type': type })
    expect([status, body.description]).toEqual([200, 'x'])
  })
})

describe('a body that cannot be read', () => {
  const send = (payload: Buffer | string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/api/groups',
      payload,
      headers: {
        authorization: `Bearer ${account.token}`,
        'content-type': 'application/json',
        ...headers,
      },
    })

  test('compressed: 415 that names the encoding', async () => {
    const answer = await send(gzipSync('{"name":"Zipped"}'), { 'content-encoding': 'gzip' })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'body.unsupported_type'])
    expect(answer.json().error).toContain('Content-Encoding: gzip')
  })

  test('with a forbidden name: 400 with that reason', async () => {
    const answer = await send('{"name":"x","__proto__":{}}')
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('__proto__')])
    expect((await send('{"name":')).json().error).toContain('not valid JSON')
  })

  test('in another encoding than UTF-8: 400', async () => {
    const answer = await send(Buffer.from('{"name":"Ni\xf1o"}', 'latin1'))
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('UTF-8')])
    expect((await send(Buffer.from('{"name":"Niño"}'))).statusCode).toBe(201)
  })
})

test('a part of the path that is too long is a 414 with that reason', async () => {
  const { status, body } = await call('GET', `/api/groups/${'x'.repeat(300)}`)
  expect([status, body.code]).toEqual([414, 'url.too_long'])
})

test.each([
  ['groups', {}],
  ['devices', {}],
  ['alertRules', { type: 'sos' }],
  ['geofences', { geometry: { type: 'Point', coordinates: [2, 41] }, radius: 500 }],
  ['webhooks', { url: 'https://127.0.0.1:9/' }],
  ['ingestKeys', { protocol: 'spot-push' }],
  ['apiKeys', {}],
])('%s: a name has visible characters on one line', async (path, fields) => {
  for (const name of ['  ', '\t', 'two\nlines', 'bell\u0007', '\u2028']) {
    const { status, body } = await call('POST', `/api/${path}`, { name, ...fields })
    expect([name, status, body.details]).toEqual([
      name,
      400,
      [{ path: 'name', message: 'must have a visible character, and no line break or control character' }],
    ])
  }
})

test.each([
  ['phoneNumber', 'abc', 'must be a phone number, like +34 600 123 456'],
  ['protocol', 'nonsense', expect.stringMatching(/^must be one of .*teltonika/)],
])('the %s of a device is checked', async (field, wrong, message) => {
  const { status, body } = await call('POST', '/api/devices', { name: 'Boat', [field]: wrong })
  expect([status, body.details]).toEqual([400, [{ path: field, message }]])
})

test('names of groups that look the same are taken', async () => {
  const name = `North ${randomText(8)}`
  const group = await world.make.group(account, { name })
  for (const same of [name.toUpperCase(), ` ${name} `, name]) {
    const { status, body } = await call('POST', '/api/groups', { name: same })
    expect([same, status, body.code]).toEqual([same, 409, 'groups.name_taken'])
  }
  const answers = await Promise.all(
    ['Up', 'up', 'UP', ' Up'].map((one) => call('POST', '/api/groups', { name: one })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await call('PATCH', `/api/groups/${group.id}`, { name: name.toUpperCase() })).status).toBe(200)
})

test('parallel calls create no more API keys than allowed', async () => {
  const other = await world.make.account()
  await world.superuser.query(
    `insert into api_keys (account_id, id, user_id, name, secret_hash, created_at)
     select account_id, 'key_' || lpad(n::text, 22, '0'), user_id, 'filler', secret_hash, now()
     from api_keys, generate_series(1, 97) n where account_id = $1`,
    [other.accountId],
  )
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      world.call('POST', '/api/apiKeys', { token: other.token, body: { name: 'one more' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
})

test('the audit log shows cleared fields on both sides', async () => {
  const path = await resources.device!()
  await call('PATCH', path, { description: 'before', model: 'X1' })
  await call('PUT', path, { name: 'Only a name' })
  const { changes } = (await call('GET', `/api/audit?targetId=${path.split('/').at(-1)}&limit=1`)).body
  expect(changes[0].action).toBe('devices.changed')
  expect(Object.keys(changes[0].after).sort()).toEqual(Object.keys(changes[0].before).sort())
  expect([changes[0].before.model, changes[0].after.model]).toEqual(['X1', null])
})

describe.each(['devices', 'groups', 'alerts', 'lastLocations', 'audit'])('the cursor of %s', (list) => {
  test('shows nothing, and works only in its account', async () => {
    const [own, other] = await Promise.all([world.make.account(), world.make.account()])
    for (const { token } of [own, other]) {
      for (let count = 0; count < 3; count += 1) {
        const { id } = await world.make.device({ token })
        await world.make.group({ token })
        await world.make.alert({ token }, id)
        await world.superuser.query(
          `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
           select account_id, number, now(), now(), now(), 1, 1 from devices where id = $1`,
          [id],
        )
      }
    }
    const page = (token: string, cursor = '') =>
      world.call('GET', `/api/${list}?limit=1${cursor && `&cursor=${cursor}`}`, { token })
    const { nextCursor } = (await page(own.token)).body
    expect(Buffer.from(nextCursor, 'base64url').toString('latin1')).not.toMatch(/^[\x20-\x7e]+$/)
    expect((await page(own.token, nextCursor)).status).toBe(200)
    const foreign = await page(other.token, nextCursor)
    expect([foreign.status, foreign.body.details]).toEqual([
      400,
      [{ path: 'cursor', message: 'is not a cursor of this list' }],
    ])
  })
})
