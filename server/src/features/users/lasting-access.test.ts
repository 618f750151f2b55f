import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

const nameConflicts = 5
let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_AUTH_FAILURES_PER_ADDRESS: String(nameConflicts) })
  account = await world.make.account({ licenses: 10 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const newUser = (fields: object = {}) => ({
  name: 'Eva Example',
  email: `eva-${randomText(8).toLowerCase()}@example.com`,
  country: 'PT',
  timeZone: 'UTC',
  ...fields,
})
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const later = new Date(Date.now() + 9 * 86_400_000).toISOString()

describe('a user with an end date', () => {
  const outlives = [403, 'users.outlives_caller']
  const refusalOf = async (method: string, path: string, body: object, token: string) => {
    const answer = await call(method, path, body, token)
    return [answer.status, answer.body.code]
  }

  test.each(['administrator', 'standard'])('cannot remove or extend it: %s', async (role) => {
    const groupIds = role === 'standard' ? [(await world.make.group(account)).id] : []
    const fields = {
      role,
      groupIds,
      expiresAt: tomorrow,
      ...(role === 'standard' && { privileges: ['users.manage'] }),
    }
    const self = await world.make.user(account, fields)
    const path = `/api/users/${self.id}`
    expect(await refusalOf('PATCH', path, { expiresAt: null }, self.token)).toEqual(outlives)
    expect(await refusalOf('PATCH', path, { expiresAt: later }, self.token)).toEqual(outlives)
    const document = newUser({ role, groupIds, privileges: fields.privileges ?? [] })
    expect(await refusalOf('PUT', path, document, self.token)).toEqual(outlives)
    expect((await call('PATCH', path, { name: 'Eva E.' }, self.token)).status).toBe(200)
    expect((await call('PATCH', path, { expiresAt: later })).status).toBe(200)
  })

  test('cannot create, extend or take over a user that lasts longer', async () => {
    const admin = await world.make.user(account, { role: 'administrator', expiresAt: tomorrow })
    const lasting = await world.make.user(account, { role: 'administrator' })
    const brief = await call('POST', '/api/users', newUser({ expiresAt: tomorrow }), admin.token)
    expect(brief.status).toBe(201)
    expect(await refusalOf('POST', '/api/users', newUser(), admin.token)).toEqual(outlives)
    expect(await refusalOf('POST', '/api/users', newUser({ expiresAt: later }), admin.token)).toEqual(
      outlives,
    )
    const path = `/api/users/${brief.body.id}`
    expect(await refusalOf('PATCH', path, { expiresAt: null }, admin.token)).toEqual(outlives)
    const lastingPath = `/api/users/${lasting.id}`
    const password = { password: 'a caracola in the sea' }
    expect(await refusalOf('PATCH', lastingPath, password, admin.token)).toEqual(outlives)
    expect((await call('PATCH', lastingPath, { name: 'Lea L.' }, admin.token)).status).toBe(200)
  })
})

describe('access ends', () => {
  async function keyOf(user: { token: string }): Promise<string> {
    return (await call('POST', '/api/apiKeys', { name: 'program' }, user.token)).body.apiKey
  }
  const exchange = async (userName: string, apiKey: string) =>
    (await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })).status

  test('by API key when someone else sets the password, unless the keys are kept', async () => {
    const user = await world.make.user(account, { role: 'administrator' })
    const path = `/api/users/${user.id}`
    const apiKey = await keyOf(user)
    const kept = { password: 'another caracola here', keepApiKeys: true }
    expect((await call('PATCH', path, kept)).status).toBe(200)
    expect(await exchange(user.userName, apiKey)).toBe(200)
    const reset = await call('PATCH', path, { password: 'the third caracola now' })
    expect(reset.status).toBe(200)
    expect(reset.text).not.toContain('keepApiKeys')
    expect(await exchange(user.userName, apiKey)).toBe(401)
    const { body } = await call('GET', '/api/audit')
    expect(body.changes.map(({ action }: { action: string }) => action)).toContain('apiKeys.deleted')
    expect(JSON.stringify(body)).not.toContain('keepApiKeys')
  })

  test('through share links when the user who created them is deleted', async () => {
    const device = await world.make.device(account)
    const user = await world.make.user(account, { role: 'administrator' })
    const share = await world.make.share(user, { devices: [device.id] })
    const own = await world.make.share(account, { devices: [device.id] })
    const open = async (secret: string) => (await world.call('GET', `/share/${secret}`)).status
    expect(await open(share.secret)).toBe(200)
    expect((await call('DELETE', `/api/users/${user.id}`)).status).toBe(200)
    expect(await open(share.secret)).toBe(404)
    expect(await open(own.secret)).toBe(200)
    const { body } = await call('GET', `/api/audit?targetId=${share.id}`)
    expect(body.changes.map(({ action }: { action: string }) => action)).toContain('shares.revoked')
  })
})

test('taken user names are revealed a few times only, also to parallel calls', async () => {
  const curious = await world.make.account()
  const conflict = () => call('POST', '/api/users', newUser({ userName: account.userName }), curious.token)
  const codes = (await Promise.all(Array.from({ length: 40 }, conflict))).map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'users.name_taken')).toHaveLength(nameConflicts)
  expect(codes.filter((code) => code === 'access.too_many_attempts')).toHaveLength(40 - nameConflicts)
  expect((await call('POST', '/api/users', newUser())).status).toBe(201)
})
