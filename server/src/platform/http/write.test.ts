import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../crypto/ids.ts'

let world: World
let account: MadeAccount
let key: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())
beforeEach(() => {
  key = randomText(20)
})

const post = (body: unknown, { path = '/api/devices', token = account.token, as = key } = {}) =>
  world.call('POST', path, { token, body, headers: { 'idempotency-key': as } })
const countNamed = async (name: string) =>
  Number((await world.superuser.query('select count(*) from devices where name = $1', [name])).rows[0].count)

describe('a POST with an Idempotency-Key', () => {
  test('that is repeated gets the same response and runs once', async () => {
    const name = `Once ${key}`
    const first = await post({ name })
    const again = await post({ name })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.device).toEqual(first.body.device)
    expect(again.headers).toMatchObject({ etag: first.headers.etag, location: first.headers.location })
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ])
    expect(again.body.requestId).not.toBe(first.body.requestId)
    expect(await countNamed(name)).toBe(1)
  })

  test('gets the original response, even after the resource was changed', async () => {
    const first = await post({ name: `Before ${key}` })
    const path = `/api/devices/${first.body.device.id}`
    await world.call('PATCH', path, { token: account.token, body: { name: 'After' } })
    expect((await post({ name: `Before ${key}` })).body.device).toEqual(first.body.device)
  })

  test('returns a one-time secret again to the same user, and to no other', async () => {
    const first = await post({ name: 'key' }, { path: '/api/apiKeys' })
    const again = await post({ name: 'key' }, { path: '/api/apiKeys' })
    expect(again.body.apiKey).toBe(first.body.apiKey)
    const { rows } = await world.superuser.query('select answer::text from idempotency_keys')
    expect(rows.some(({ answer }) => Buffer.from(answer.slice(2), 'hex').includes(first.body.apiKey))).toBe(
      false,
    )
  })

  test.each([
    ['another body', { name: 'Other' }, {}],
    ['another path', { name: 'Same' }, { path: '/api/groups' }],
  ])('that was used for %s gets 422', async (_title, body, more) => {
    await post({ name: 'Same' })
    const { status, body: error } = await post(body, more)
    expect([status, error.code]).toEqual([422, 'idempotency.key_reused'])
  })

  test('is per user: the same key of another user is another key', async () => {
    const admin = await world.make.user(account, { role: 'administrator' })
    const name = `Own ${key}`
    const ids = [await post({ name }), await post({ name }, { token: admin.token })].map(
      (one) => one.body.device.id,
    )
    expect(new Set(ids).size).toBe(2)
  })

  test('sent many times at once runs once, and all get the same response', async () => {
    const name = `Many ${key}`
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ name })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.device.id)).size).toBe(1)
    expect(await countNamed(name)).toBe(1)
  })

  test('can be retried after a failure', async () => {
    const house = await world.make.account({ licenses: 0 })
    const name = `Failed ${key}`
    expect((await post({ name }, { token: house.token })).status).toBe(409)
    await world.superuser.query('update accounts set licenses = 1 where account_id = $1', [house.accountId])
    expect((await post({ name }, { token: house.token })).status).toBe(201)
    expect((await post({ name: '' })).status).toBe(400)
    expect((await post({ name })).status).toBe(201)
  })

  test('expires after a day, not before', async () => {
    const again = await world.make.account({ licenses: 10 })
    const dayMs = 24 * 3_600_000
    const post24 = async () => {
      const token = await world.make.token(again.userName, again.apiKey)
      return (await post({ name: 'Day' }, { token })).body.device.id
    }
    const first = await post24()
    world.clock.offsetMs = dayMs - 60_000
    const within = await post24()
    world.clock.offsetMs = dayMs + 60_000
    const after = await post24()
    world.clock.offsetMs = 0
    expect(within).toBe(first)
    expect(after).not.toBe(first)
  })

  test.each(['x'.repeat(201), 'with space', 'ñ', ''])('is rejected if invalid: %j', async (as) => {
    const { status, body } = await post({ name: 'Boat' }, { as })
    expect([status, body.code]).toEqual([400, 'idempotency.invalid'])
  })
})
