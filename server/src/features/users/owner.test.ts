import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const newUser = (fields: object = {}) => ({
  name: 'Ana Admin',
  email: `u-${randomText(8).toLowerCase()}@example.com`,
  country: 'PT',
  timeZone: 'Atlantic/Azores',
  ...fields,
})
const create = (fields: object = {}, token?: string) => call('POST', '/api/users', newUser(fields), token)

describe('the owner', () => {
  test('cannot be deleted, disabled, limited in time or demoted, not even by the owner', async () => {
    const path = `/api/users/${account.ownerId}`
    expect((await call('DELETE', path)).status).toBe(409)
    for (const body of [
      { disabled: true },
      { expiresAt: '2030-01-01T00:00:00Z' },
      { from: '2020-01-01T00:00:00Z' },
      { role: 'standard' },
    ]) {
      const answer = await call('PATCH', path, body)
      expect([answer.status, answer.body.code]).toEqual([409, 'users.owner'])
    }
  })

  test('may change its own name', async () => {
    expect((await call('PATCH', `/api/users/${account.ownerId}`, { name: 'Olga O.' })).status).toBe(200)
  })

  test('cannot be changed by an administrator', async () => {
    const admin = await world.make.user(account, { role: 'administrator' })
    const path = `/api/users/${account.ownerId}`
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await call(method, path, { name: 'x' }, admin.token)
      expect([method, status, body.code]).toEqual([method, 403, 'users.owner'])
    }
  })

  test('cannot be created, only transferred', async () => {
    const admin = await world.make.user(account, { role: 'administrator' })
    for (const answer of [
      await create({ role: 'owner' }),
      await call('PATCH', `/api/users/${admin.id}`, { role: 'owner' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'users.owner'])
    }
  })
})

describe('a hand-over', () => {
  const rolesOf = async (accountId: number) => {
    const { rows } = await world.superuser.query(
      `select id, role from users where account_id = $1 and role <> 'standard'`,
      [accountId],
    )
    return Object.fromEntries(rows.map(({ id, role }) => [id, role]))
  }

  test('makes an administrator the owner, and the owner an administrator', async () => {
    const house = await world.make.account()
    const successor = await world.make.user(house, { role: 'administrator' })
    const token = await world.make.passwordToken(house)
    const { status, body } = await call(
      'POST',
      `/api/users/${successor.id}/transferOwnership`,
      undefined,
      token,
    )
    expect([status, body.role]).toEqual([200, 'owner'])
    expect(await rolesOf(house.accountId)).toEqual({
      [successor.id]: 'owner',
      [house.ownerId]: 'administrator',
    })
  })

  test('requires the owner, and an enabled administrator without dates', async () => {
    const house = await world.make.account()
    const admin = await world.make.user(house, { role: 'administrator' })
    const standard = await world.make.user(house)
    const disabled = (await create({ role: 'administrator', disabled: true }, house.token)).body
    const dated = (await create({ role: 'administrator', expiresAt: '2030-01-01T00:00:00Z' }, house.token))
      .body
    const ownToken = await world.make.passwordToken(house)
    const transfer = (id: string, token = ownToken) =>
      call('POST', `/api/users/${id}/transferOwnership`, undefined, token)
    expect((await transfer(admin.id, admin.token)).status).toBe(403)
    for (const { id } of [standard, disabled, dated, { id: house.ownerId }]) {
      expect((await transfer(id)).status).toBe(409)
    }
    expect((await transfer(account.ownerId)).status).toBe(404)
  })

  test('requires a recent sign-in with the password: an API key is not enough', async () => {
    const house = await world.make.account()
    const admin = await world.make.user(house, { role: 'administrator' })
    const transfer = (token: string) =>
      call('POST', `/api/users/${admin.id}/transferOwnership`, undefined, token)
    const refused = await transfer(house.token)
    expect([refused.status, refused.body.code]).toEqual([403, 'access.not_recent'])
    const token = await world.make.passwordToken(house)
    world.clock.offsetMs = 5 * 60_000
    expect((await transfer(token)).body.code).toBe('access.not_recent')
    world.clock.offsetMs = 0
    expect((await transfer(token)).status).toBe(200)
  })

  test('to two users at once succeeds for exactly one', async () => {
    const house = await world.make.account()
    const heirs = [
      await world.make.user(house, { role: 'administrator' }),
      await world.make.user(house, { role: 'administrator' }),
    ]
    const token = await world.make.passwordToken(house)
    const answers = await Promise.all(
      heirs.map(({ id }) => call('POST', `/api/users/${id}/transferOwnership`, undefined, token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(Object.values(await rolesOf(house.accountId)).filter((role) => role === 'owner')).toHaveLength(1)
  })
})
