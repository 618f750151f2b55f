import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { privileges } from '../../platform/http/caller.ts'

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

describe('managing users', () => {
  test('requires the privilege', async () => {
    const user = await world.make.user(account)
    for (const [method, path, body] of [
      ['POST', '/api/users', newUser()],
      ['PUT', `/api/users/${user.id}`, newUser()],
      ['PATCH', `/api/users/${user.id}`, { name: 'x' }],
      ['DELETE', `/api/users/${user.id}`, undefined],
    ] as const) {
      const answer = await call(method, path, body, user.token)
      expect([method, answer.status, answer.body.code]).toEqual([method, 403, 'access.privilege_missing'])
    }
  })

  test('a user without the privilege sees only itself', async () => {
    const user = await world.make.user(account)
    const list = await call('GET', '/api/users', undefined, user.token)
    expect(list.body.users.map((one: { id: string }) => one.id)).toEqual([user.id])
    expect((await call('GET', `/api/users/${account.ownerId}`, undefined, user.token)).status).toBe(404)
  })

  test('a manager limited to a group sees and changes only users of that group', async () => {
    const group = await world.make.group(account)
    const manager = await world.make.user(account, { groupIds: [group.id], privileges: ['users.manage'] })
    const mate = await world.make.user(account, { groupIds: [group.id] })
    const other = await world.make.user(account)
    const list = await call('GET', '/api/users', undefined, manager.token)
    const ids = list.body.users.map((one: { id: string }) => one.id)
    expect(new Set(ids)).toEqual(new Set([manager.id, mate.id]))
    const patch = (id: string) => call('PATCH', `/api/users/${id}`, { description: 'x' }, manager.token)
    expect((await patch(mate.id)).status).toBe(200)
    for (const id of [other.id, account.ownerId]) expect((await patch(id)).status).toBe(404)
  })
})

describe('a user cannot grant more than it has:', () => {
  test.each(privileges.filter((one) => one !== 'users.manage'))('the privilege %s', async (privilege) => {
    const group = await world.make.group(account)
    const fields = { groupIds: [group.id], privileges: ['users.manage'] }
    const manager = await world.make.user(account, fields)
    const grant = { groupIds: [group.id], privileges: [privilege] }
    const refused = await create(grant, manager.token)
    expect([refused.status, refused.body.code]).toEqual([403, 'users.cannot_grant'])
    const lent = await world.make.user(account, {
      groupIds: [group.id],
      privileges: ['users.manage', privilege],
    })
    expect((await create(grant, lent.token)).status).toBe(201)
  })

  test('a role, another group, no group, or adminDevices', async () => {
    const [group, other] = [await world.make.group(account), await world.make.group(account)]
    const { id: deviceId } = await world.make.device(account)
    const manager = await world.make.user(account, { groupIds: [group.id], privileges: ['users.manage'] })
    const wanted = [
      { role: 'administrator', groupIds: [group.id] },
      { role: 'owner', groupIds: [group.id] },
      { groupIds: [other.id] },
      {},
      { deviceId },
      { groupIds: [group.id], adminDevices: true },
    ]
    for (const fields of wanted) {
      const { status, body } = await create(fields, manager.token)
      expect([fields, status, body.code]).toEqual([fields, 403, 'users.cannot_grant'])
    }
  })

  test('not even to itself, with any method', async () => {
    const group = await world.make.group(account)
    const manager = await world.make.user(account, { groupIds: [group.id], privileges: ['users.manage'] })
    const path = `/api/users/${manager.id}`
    const greedy = { role: 'administrator' }
    for (const [method, body] of [
      ['PATCH', greedy],
      ['PATCH', [{ op: 'replace', path: '/role', value: 'administrator' }]],
      ['PATCH', [{ op: 'add', path: '/privileges/-', value: 'audit.read' }]],
      ['PUT', newUser({ ...greedy, groupIds: [group.id] })],
      ['PATCH', { groupIds: [] }],
    ] as const) {
      expect([method, (await call(method, path, body, manager.token)).status]).toEqual([method, 403])
    }
  })

  test('and cannot set the password of a user with more privileges', async () => {
    const group = await world.make.group(account)
    const manager = await world.make.user(account, { groupIds: [group.id], privileges: ['users.manage'] })
    const richer = await world.make.user(account, { groupIds: [group.id], privileges: ['audit.read'] })
    const body = { password: randomText(20) }
    expect((await call('PATCH', `/api/users/${richer.id}`, body, manager.token)).status).toBe(403)
  })
})
