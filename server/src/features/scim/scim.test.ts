// Requests as Entra ID and Okta send them, by their documentation.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SsoAccount } from '../../../test/sso.ts'
import { makeSsoAccount } from '../../../test/sso.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { operator } from '../audit/audit.api.ts'
import { createApiKey } from '../auth/api-key.api.ts'

let world: World
let account: SsoAccount
let secret: string
let other: SsoAccount
let otherSecret: string
let groupId: string
const provider = { issuer: 'http://127.0.0.1:9', clientId: 'rastro', clientSecret: 'secret' }
beforeAll(async () => {
  world = await openWorld()
  account = await makeSsoAccount(world, provider)
  groupId = (await world.make.group(account)).id
  const roles = [
    { value: 'Drivers', role: 'standard', privileges: ['reports.read'], groupIds: [groupId] },
    { value: 'Admins', role: 'administrator', privileges: [], groupIds: [] },
  ]
  const body = {
    ...{ name: 'X', mode: 'off', createsUsers: false, keepsApiKeys: true, claim: 'groups', roles },
    ...provider,
  }
  expect((await world.call('PUT', '/api/account/sso', { token: account.session, body })).status).toBe(200)
  secret = await newKey(account)
  other = await makeSsoAccount(world, provider)
  otherSecret = await newKey(other)
})
afterAll(() => world.close())

async function newKey({ session }: SsoAccount): Promise<string> {
  const answer = await world.call('POST', '/api/account/scimKeys', {
    token: session,
    body: { name: 'Entra ID' },
  })
  expect(answer.status).toBe(201)
  return answer.body.secret
}
const scim = (method: string, path: string, body?: object, key = secret) =>
  world.call(method, `/scim/v2${path}`, {
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/scim+json' }) },
    ...(body && { body }),
  })
let users = 0
const newUser = async (fields: object = {}) => {
  users += 1
  const userName = `user-${users}@${account.domain}`
  const entra = {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: `ext-${users}`,
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ana Ruiz', familyName: 'Ruiz', givenName: 'Ana' },
    roles: [],
    ...fields,
  }
  return scim('POST', '/Users', entra)
}
const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const userOf = async (id: string) =>
  (await world.call('GET', `/api/users/${id}`, { token: account.token })).body

describe('users', () => {
  test('Entra ID looks for the user, creates it, and finds it', async () => {
    const before = await scim('GET', `/Users?filter=userName eq "user-${users + 1}@${account.domain}"`)
    expect(before.body).toMatchObject({ totalResults: 0, Resources: [] })
    const created = await newUser()
    expect([created.status, created.headers['content-type']]).toEqual([
      201,
      expect.stringContaining('application/scim+json'),
    ])
    expect(created.body).toMatchObject({ userName: `user-${users}@${account.domain}`, active: true })
    expect(created.headers.location).toContain(created.body.id)
    for (const filter of [
      `userName eq "${created.body.userName.toUpperCase()}"`,
      `externalId eq "ext-${users}"`,
    ]) {
      const found = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect(found.body.Resources).toEqual([expect.objectContaining({ id: created.body.id })])
    }
    expect(await userOf(created.body.id)).toMatchObject({ role: 'standard', privileges: [], groupIds: [] })
    const again = await scim('POST', '/Users', { userName: created.body.userName })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
    expect(again.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  })

  test('Entra ID changes with text booleans and paths, Okta with an object', async () => {
    const { id } = (await newUser()).body
    const entra = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'displayName', value: 'Ana Gil' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: `ana-${users}@${account.domain}` },
        { op: 'Replace', path: 'active', value: 'False' },
      ),
    )
    expect(entra.status).toBe(200)
    expect(entra.body).toMatchObject({
      displayName: 'Ana Gil',
      active: false,
      emails: [{ value: `ana-${users}@${account.domain}` }],
    })
    const okta = await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }))
    expect(okta.body.active).toBe(true)
    const put = await scim('PUT', `/Users/${id}`, {
      userName: okta.body.userName,
      name: { givenName: 'Eva', familyName: 'Sanz' },
      emails: [{ value: okta.body.userName, primary: true }],
      active: true,
    })
    expect(put.body).toMatchObject({ displayName: 'Eva Sanz', active: true })
  })

  test('a disabled or deleted user is out within 5 s', async () => {
    for (const end of ['disable', 'delete']) {
      const made = (await newUser()).body
      const user = await world.make.token(made.userName, await keyOf(made.id, made.userName))
      const status = async () => (await world.call('GET', '/api/users/me', { token: user })).status
      expect(await status()).toBe(200)
      if (end === 'disable')
        await scim('PATCH', `/Users/${made.id}`, patch({ op: 'replace', path: 'active', value: false }))
      else expect((await scim('DELETE', `/Users/${made.id}`)).status).toBe(204)
      await sleep(2_500)
      expect(await status()).toBe(401)
      if (end === 'delete') expect((await scim('GET', `/Users/${made.id}`)).status).toBe(404)
    }
  })

  async function keyOf(userId: string, userName: string): Promise<string> {
    const made = await inTransaction(world.ctx, account.accountId, (tx) =>
      createApiKey(tx, { userId, userName }, { name: 'test' }, operator),
    )
    return made.apiKey
  }

  test('pages, and bounds them', async () => {
    const all = (await scim('GET', '/Users?count=1000')).body
    expect(all.totalResults).toBeGreaterThan(2)
    const second = (await scim('GET', '/Users?startIndex=2&count=1')).body
    expect(second.Resources).toEqual([all.Resources[1]])
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: all.totalResults,
      Resources: [],
    })
  })

  test('the owner and users of others are out of reach', async () => {
    const owner = await scim('POST', '/Users', {
      userName: account.userName,
      emails: [{ value: 'a@b.example' }],
    })
    expect([owner.status, owner.body.scimType]).toEqual([409, 'uniqueness'])
    const { id } = (await newUser()).body
    for (const target of [account.ownerId, id]) {
      const key = target === id ? otherSecret : secret
      for (const [method, body] of [
        ['GET'],
        ['DELETE'],
        ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
      ] as const) {
        expect((await scim(method, `/Users/${target}`, body, key)).status).toBe(404)
      }
    }
    expect((await scim('GET', '/Users', undefined, otherSecret)).body.totalResults).toBe(0)
  })
})

describe('groups', () => {
  test('members get what the roles give to the group, and lose it', async () => {
    const { id } = (await newUser()).body
    const group = await scim('POST', '/Groups', { displayName: 'Drivers', externalId: 'g-1', members: [] })
    expect(group.status).toBe(201)
    const path = `/Groups/${group.body.id}`
    const add = await scim('PATCH', path, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))
    expect(add.status).toBe(204)
    expect(await userOf(id)).toMatchObject({
      role: 'standard',
      privileges: ['reports.read'],
      groupIds: [groupId],
    })
    expect((await scim('GET', path)).body.members).toEqual([expect.objectContaining({ value: id })])
    expect((await scim('GET', '/Groups?excludedAttributes=members')).body.Resources[0].members).toBe(
      undefined,
    )
    await scim('PATCH', path, patch({ op: 'replace', value: { displayName: 'Admins' } }))
    expect(await userOf(id)).toMatchObject({ role: 'administrator' })
    await scim('PATCH', path, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
    expect(await userOf(id)).toMatchObject({ role: 'standard', privileges: [], groupIds: [] })
    await scim('PUT', path, { displayName: 'Drivers', members: [{ value: id }] })
    expect(await userOf(id)).toMatchObject({ groupIds: [groupId] })
    expect((await scim('DELETE', path)).status).toBe(204)
    expect(await userOf(id)).toMatchObject({ groupIds: [] })
    expect((await scim('GET', path)).status).toBe(404)
  })

  test('refuse unknown members, and a name twice', async () => {
    const unknown = await scim('POST', '/Groups', { displayName: 'A', members: [{ value: account.ownerId }] })
    expect([unknown.status, unknown.body.scimType]).toEqual([400, 'invalidValue'])
    expect((await scim('POST', '/Groups', { displayName: 'A' })).status).toBe(201)
    expect((await scim('POST', '/Groups', { displayName: 'a' })).status).toBe(409)
  })
})

test('describes itself', async () => {
  expect((await scim('GET', '/ServiceProviderConfig')).body.patch).toEqual({ supported: true })
  expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2)
  expect((await scim('GET', '/Schemas')).body.totalResults).toBe(2)
})

test.each([
  ['no secret', ''],
  ['another secret', `sc_${'0'.repeat(22)}_${'0'.repeat(36)}`],
])('refuses %s', async (_name, key) => {
  const answer = await scim('GET', '/Users', undefined, key)
  expect([answer.status, answer.body.status]).toEqual([401, '401'])
})

test('refuses hostile requests in its own form', async () => {
  const { id } = (await newUser()).body
  for (const filter of [
    'userName co "a"',
    'userName eq a',
    'password eq "x"',
    `userName eq "${'x'.repeat(700)}"`,
  ]) {
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).status).toBe(400)
  }
  for (const body of [
    {},
    patch(),
    patch({ op: 'x' }),
    patch({ op: 'add', path: 'active', value: 'maybe' }),
  ]) {
    const answer = await scim('PATCH', `/Users/${id}`, body)
    expect([answer.status, answer.body.schemas]).toEqual([
      400,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ])
  }
  const large = await scim('POST', '/Users', { userName: 'x', padding: 'x'.repeat(300_000) })
  expect(large.status).toBe(413)
})

test('a deleted key opens nothing', async () => {
  const keys = (await world.call('GET', '/api/account/scimKeys', { token: other.session })).body.scimKeys
  const removed = await world.call('DELETE', `/api/account/scimKeys/${keys[0].id}`, { token: other.session })
  expect(removed.status).toBe(200)
  expect((await scim('GET', '/Users', undefined, otherSecret)).status).toBe(401)
})
