import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { CallOptions, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

let world: World
let account: MadeAccount
let path: string
let userName: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

beforeEach(async () => {
  const fields = { description: 'blue', message: 'hello', tags: { shift: 'day' }, privileges: ['audit.read'] }
  const user = await world.make.user(account, fields)
  path = `/api/users/${user.id}`
  userName = user.userName
})

const patch = (body: unknown, options: CallOptions = {}) =>
  world.call('PATCH', path, { token: account.token, body, ...options })
const read = async () => {
  const { requestId, apiUsage, apiDailyUsage, ...user } = (
    await world.call('GET', path, { token: account.token })
  ).body
  return user
}

test('a JSON Patch of a user supports add, remove, replace, move, copy and test', async () => {
  const { status, body } = await patch([
    { op: 'test', path: '/privileges', value: ['audit.read'] },
    { op: 'add', path: '/privileges/0', value: 'reports.read' },
    { op: 'remove', path: '/message' },
    { op: 'replace', path: '/country', value: 'PT' },
    { op: 'move', from: '/description', path: '/tags/colour' },
    { op: 'copy', from: '/tags/shift', path: '/description' },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    userName,
    privileges: ['reports.read', 'audit.read'],
    message: null,
    country: 'PT',
    description: 'day',
    tags: { shift: 'day', colour: 'blue' },
  })
})

test('a merge patch of a user sets, clears and keeps fields', async () => {
  const { body } = await patch({ name: 'New', message: null, tags: { shift: null }, userName: null })
  expect(body).toMatchObject({ userName, name: 'New', message: null, tags: {}, description: 'blue' })
})

describe('a patch of a user is rejected as a whole', () => {
  test.each([
    ['a failed test', { op: 'test', path: '/name', value: 'Nobody' }, 409, 'patch.test_failed'],
    ['an unknown path', { op: 'remove', path: '/nickname' }, 400, 'patch.unknown_path'],
    ['an unknown field', { op: 'add', path: '/nickname', value: 'x' }, 400, 'body.invalid'],
    ['a read-only field', { op: 'add', path: '/lastLoginAt', value: null }, 400, 'body.invalid'],
    ['a removed e-mail', { op: 'remove', path: '/email' }, 400, 'body.invalid'],
    ['an unknown privilege', { op: 'add', path: '/privileges/-', value: 'all' }, 400, 'body.invalid'],
    ['/__proto__/x', { op: 'add', path: '/__proto__/x', value: 1 }, 400, 'patch.unknown_path'],
    [
      '/constructor/prototype',
      { op: 'add', path: '/constructor/prototype', value: 1 },
      400,
      'patch.unknown_path',
    ],
    [
      'a password to read',
      { op: 'copy', from: '/password', path: '/description' },
      400,
      'patch.unknown_path',
    ],
  ])('for %s', async (_name, operation, status, code) => {
    const before = await read()
    const answer = await patch([{ op: 'replace', path: '/name', value: 'Changed' }, operation])
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })
})

describe('a password', () => {
  const signIn = async (password: string) =>
    (await world.call('POST', '/session', { body: { userName, password } })).status

  test('is set by either format, and ends existing sessions', async () => {
    const [first, second] = [randomText(20), randomText(20)]
    expect((await patch({ password: first })).status).toBe(200)
    expect(await signIn(first)).toBe(200)
    expect((await patch([{ op: 'add', path: '/password', value: second }])).status).toBe(200)
    expect([await signIn(first), await signIn(second)]).toEqual([401, 200])
    const { rows } = await world.superuser.query(
      'select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.user_name = $1',
      [userName],
    )
    expect(rows[0].n).toBe(1)
  })

  test.each([
    ['too short', 'short one'],
    ['a common one', 'passwordpassword'],
    ['a common one with decoration', '!!password2026!!'],
    ['one letter', 'aaaaaaaaaaaaaaaa'],
    ['a product word', '12345-Tracking-2026'],
    ['only digits', '123456789012'],
  ])('is rejected if it is %s', async (_name, password) => {
    for (const body of [{ password }, [{ op: 'add', path: '/password', value: password }]]) {
      const answer = await patch(body)
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'password'])
    }
  })

  test('may be long, with spaces and any characters', async () => {
    const password = 'caballo correcto batería grapa — 正しい馬'
    expect((await patch({ password })).status).toBe(200)
    expect(await signIn(password)).toBe(200)
  })

  test('is never returned, not even in the audit log', async () => {
    const password = randomText(20)
    const changed = await patch({ password })
    const audit = await world.call('GET', '/api/audit', { token: account.token })
    expect(changed.text + audit.text).not.toContain(password)
    expect(audit.body.changes[0].after).toMatchObject({ passwordChanged: true })
  })
})

test('of several patches with the same If-Match exactly one succeeds, the others get 412', async () => {
  const { headers } = await world.call('GET', path, { token: account.token })
  const ifMatch = { headers: { 'if-match': String(headers.etag) } }
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => patch({ name }, ifMatch)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  expect((await read()).name).toBe(answers.find(({ status }) => status === 200)?.body.name)
})
