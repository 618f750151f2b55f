import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

// Limits are changed in this process and must hold in the other one, which shares only the database.
let world: World
let other: ServerProcess
let account: MadeAccount
let north: { id: string }
let south: { id: string }
let northBoat: { id: string }
let southBoat: { id: string }
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  other = await spawnServer(world.env)
  account = await world.make.account()
  north = await world.make.group(account)
  south = await world.make.group(account)
  northBoat = await world.make.device(account, { name: 'North', groups: [north.id] })
  southBoat = await world.make.device(account, { name: 'South', groups: [south.id] })
})
afterAll(async () => {
  await other.stop()
  await world.close()
})

afterEach(() => {
  world.clock.offsetMs = 0
})

const office = '192.0.2.7'
const create = (limits: object, token = account.token) =>
  world.call('POST', '/api/apiKeys', { token, body: { name: 'limited', ...limits } })
const change = (id: string, limits: object, token = account.token) =>
  world.call('PATCH', `/api/apiKeys/${id}`, { token, body: limits })
const exchange = (apiKey: string, from = office, userName = account.userName) =>
  world.call('POST', '/api/Auth/Token', { body: { userName, apiKey }, headers: { 'x-forwarded-for': from } })
async function tokenOf(
  limits: object,
  token?: string,
  userName?: string,
): Promise<{ token: string; id: string; apiKey: string }> {
  const { status, body, text } = await create(limits, token)
  expect([status, text]).toEqual([201, text])
  const exchanged = await exchange(body.apiKey, office, userName)
  expect([exchanged.status, exchanged.text]).toEqual([200, exchanged.text])
  return { token: exchanged.body.token, id: body.key.id, apiKey: body.apiKey }
}
const call = (method: string, path: string, token: string, body?: unknown, from = office) =>
  world.call(method, path, {
    token,
    ...(body !== undefined && { body }),
    headers: { 'x-forwarded-for': from },
  })
const elsewhere = async (token: string, path = '/api/account', from = office) =>
  (
    await fetch(`${other.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
    })
  ).status
const namesOf = async (token: string) =>
  (await call('GET', '/api/devices', token)).body.devices.map(({ name }: { name: string }) => name)

describe('a key with none of the limits', () => {
  test('may do what its user may', async () => {
    const { token } = await tokenOf({})
    expect(await namesOf(token)).toEqual(expect.arrayContaining(['North', 'South']))
    expect((await call('PATCH', '/api/account', token, { name: 'Changed by key' })).status).toBe(200)
    expect((await call('POST', '/api/apiKeys', token, { name: 'by key' })).status).toBe(201)
    expect((await call('GET', '/api/account', token, undefined, '2001:db8::1')).status).toBe(200)
  })

  test('of before the limits existed has no end', async () => {
    const { token, id } = await tokenOf({})
    await world.superuser.query('update api_keys set expires_at = null where id = $1', [id])
    world.clock.offsetMs = 30 * 60_000
    expect((await call('GET', '/api/account', token)).status).toBe(200)
    world.clock.offsetMs = 0
  })
})

describe('a key with privileges', () => {
  test('may only what they allow, though its user is the owner', async () => {
    const { token } = await tokenOf({ privileges: ['geofences.manage'] })
    const circle = { name: 'Port', geometry: { type: 'Point', coordinates: [2, 41] }, radius: 500 }
    expect((await call('POST', '/api/geofences', token, circle)).status).toBe(201)
    expect(await namesOf(token)).toEqual(expect.arrayContaining(['North', 'South']))
    for (const [method, path, body] of [
      ['POST', '/api/devices', { name: 'New' }],
      ['POST', '/api/users', {}],
      ['PATCH', '/api/account', { name: 'No' }],
      ['GET', '/api/audit', undefined],
      ['POST', '/api/groups', { name: 'No' }],
    ] as const) {
      const answer = await call(method, path, token, body)
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await call('GET', '/api/users', token)).body.users).toHaveLength(1)
  })

  test('an empty list only reads', async () => {
    const { token } = await tokenOf({ privileges: [] })
    expect((await call('GET', `/api/devices/${northBoat.id}`, token)).status).toBe(200)
    expect((await call('PATCH', `/api/devices/${northBoat.id}`, token, { name: 'No' })).status).toBe(403)
  })

  test('never has more than its user, also when the user loses one', async () => {
    const user = await world.make.user(account, {
      groupIds: [north.id],
      privileges: ['geofences.manage', 'devices.edit'],
    })
    const refused = await create({ privileges: ['users.manage'] }, user.token)
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'privileges.0', message: 'is a privilege that you do not have' }],
    ])
    const { token } = await tokenOf({ privileges: ['devices.edit'] }, user.token, user.userName)
    const rename = () => call('PATCH', `/api/devices/${northBoat.id}`, token, { description: 'x' })
    expect((await rename()).status).toBe(200)
    const path = `/api/users/${user.id}`
    expect((await call('PATCH', path, account.token, { privileges: ['geofences.manage'] })).status).toBe(200)
    await expect.poll(async () => (await rename()).status, { timeout: 5_000 }).toBe(403)
  })

  test('narrowed later, acts on tokens in another process within 5 s', async () => {
    const { token, id } = await tokenOf({})
    expect(await elsewhere(token, '/api/audit')).toBe(200)
    expect((await change(id, { privileges: [] })).status).toBe(200)
    await expect.poll(() => elsewhere(token, '/api/audit'), { timeout: 5_000 }).toBe(403)
    expect(await elsewhere(token)).toBe(200)
  })
})

describe('a key with groups', () => {
  test('sees only these', async () => {
    const { token } = await tokenOf({ groupIds: [north.id] })
    expect(await namesOf(token)).toEqual(['North'])
    expect((await call('GET', `/api/devices/${southBoat.id}`, token)).status).toBe(404)
    expect((await call('PATCH', `/api/devices/${northBoat.id}`, token, { description: 'y' })).status).toBe(
      200,
    )
    expect((await call('PATCH', '/api/account', token, { name: 'No' })).status).toBe(403)
    const groups = (await call('GET', '/api/groups', token)).body.groups
    expect(groups.map(({ id }: { id: string }) => id)).toEqual([north.id])
  })

  test('sees nothing once they are deleted, never all', async () => {
    const group = await world.make.group(account)
    const { token } = await tokenOf({ groupIds: [group.id] })
    expect((await call('DELETE', `/api/groups/${group.id}`, account.token)).status).toBe(200)
    expect(await namesOf(token)).toEqual([])
  })

  test('sees what user and key have in common', async () => {
    const user = await world.make.user(account, { groupIds: [north.id, south.id] })
    const { token } = await tokenOf({ groupIds: [south.id] }, user.token, user.userName)
    expect(await namesOf(token)).toEqual(['South'])
    await call('PATCH', `/api/users/${user.id}`, account.token, { groupIds: [north.id] })
    await expect.poll(() => namesOf(token), { timeout: 5_000 }).toEqual([])
  })

  test('cannot have a group of another account, or one that its user does not see', async () => {
    const another = await world.make.account()
    const theirs = await world.make.group(another)
    const user = await world.make.user(account, { groupIds: [north.id] })
    for (const [groupId, token] of [
      [theirs.id, account.token],
      [south.id, user.token],
    ] as const) {
      const { status, body } = await create({ groupIds: [groupId] }, token)
      expect([status, body.details?.[0].path]).toEqual([400, 'groupIds.0'])
    }
  })
})

describe('a key with a device', () => {
  test('sees only it, and nothing once it is deleted', async () => {
    const boat = await world.make.device(account, { name: 'Only', groups: [north.id] })
    const { token, id } = await tokenOf({ deviceId: boat.id })
    expect(await namesOf(token)).toEqual(['Only'])
    const both = await change(id, { groupIds: [north.id] })
    expect([both.status, both.body.details]).toEqual([
      400,
      [{ path: 'deviceId', message: 'cannot be set together with groupIds' }],
    ])
    await call('DELETE', `/api/devices/${boat.id}`, account.token)
    await expect.poll(() => namesOf(token), { timeout: 5_000 }).toEqual([])
  })

  test('sees it only while it is in a group of its user', async () => {
    const boat = await world.make.device(account, { name: 'Moving', groups: [north.id] })
    const user = await world.make.user(account, { groupIds: [north.id] })
    const { token } = await tokenOf({ deviceId: boat.id }, user.token, user.userName)
    expect(await namesOf(token)).toEqual(['Moving'])
    await call('PATCH', `/api/devices/${boat.id}`, account.token, { groups: [south.id] })
    await expect.poll(() => namesOf(token), { timeout: 5_000 }).toEqual([])
  })
})

describe('a key with networks', () => {
  const networks = ['192.0.2.0/24', '2001:db8:7::/48']

  test('is refused elsewhere, at the exchange and on every call', async () => {
    const { token, apiKey } = await tokenOf({ networks })
    for (const from of [office, '192.0.2.255', '2001:db8:7::9', '::ffff:192.0.2.9']) {
      expect([from, (await exchange(apiKey, from)).status]).toEqual([from, 200])
      expect([from, (await call('GET', '/api/account', token, undefined, from)).status]).toEqual([from, 200])
    }
    for (const from of ['198.51.100.1', '192.0.3.1', '2001:db8:8::9', 'unknown']) {
      const refused = await exchange(apiKey, from)
      expect([from, refused.status, refused.text]).toEqual([
        from,
        401,
        '{"success":false,"error":"The user name or the API key is not valid."}',
      ])
      const answer = await call('GET', '/api/account', token, undefined, from)
      expect([from, answer.status, answer.body.code]).toEqual([from, 401, 'access.network_refused'])
      expect([from, await elsewhere(token, '/api/account', from)]).toEqual([from, 401])
    }
  })

  test('changed later, acts on tokens in another process within 5 s', async () => {
    const { token, id } = await tokenOf({})
    expect(await elsewhere(token)).toBe(200)
    await change(id, { networks: ['198.51.100.0/24'] })
    await expect.poll(() => elsewhere(token), { timeout: 5_000 }).toBe(401)
    expect(await elsewhere(token, '/api/account', '198.51.100.9')).toBe(200)
  })

  test('are stored as networks, at most 20', async () => {
    const { body } = await create({ networks: ['10.1.2.3/8', '192.0.2.9'] })
    expect(body.key.networks).toEqual(['10.0.0.0/8', '192.0.2.9/32'])
    const many = Array.from({ length: 21 }, (_, index) => `10.0.${index}.0/24`)
    expect((await create({ networks: many })).status).toBe(400)
    expect((await create({ networks: many.slice(1) })).status).toBe(201)
    for (const wrong of [
      'nonsense',
      '10.0.0.0/33',
      '2001:db8::/129',
      '10.0.0.0/-1',
      'fe80::1%eth0',
      '',
      '2001:db8::/064',
      '10.0.0.0/08',
    ]) {
      const answer = await create({ networks: [wrong] })
      expect([wrong, answer.status]).toEqual([wrong, 400])
    }
  })
})

describe('a key with an end', () => {
  const inDays = (days: number) => new Date(world.ctx.now().getTime() + days * 86_400_000).toISOString()

  test('and its tokens stop at that instant', async () => {
    const { token, apiKey } = await tokenOf({ expiresAt: inDays(1 / 96) })
    world.clock.offsetMs = 14.9 * 60_000
    expect((await call('GET', '/api/account', token)).status).toBe(200)
    world.clock.offsetMs = 15.1 * 60_000
    expect((await call('GET', '/api/account', token)).status).toBe(401)
    expect((await exchange(apiKey)).status).toBe(401)
    world.clock.offsetMs = 0
  })

  test('shortened later, dies in another process within 5 s', async () => {
    const { token, id } = await tokenOf({})
    expect(await elsewhere(token)).toBe(200)
    await change(id, { expiresAt: new Date(Date.now() + 500).toISOString() })
    await expect.poll(() => elsewhere(token), { timeout: 5_000 }).toBe(401)
  })

  test('is at most 365 days away, unless the account sets another limit', async () => {
    const own = await world.make.account()
    const made = (await create({}, own.token)).body.key
    expect(Math.abs(Date.parse(made.expiresAt) - Date.parse(inDays(365)))).toBeLessThan(60_000)
    for (const expiresAt of [inDays(366), null, inDays(-1)]) {
      const { status, body } = await create({ expiresAt }, own.token)
      expect([expiresAt, status, body.details?.[0].path]).toEqual([expiresAt, 400, 'expiresAt'])
      expect((await change(made.id, { expiresAt }, own.token)).status).toBe(400)
    }
    const policy = (apiKeyMaxDays: number | null) =>
      call('PATCH', '/api/account', own.token, { apiKeyMaxDays })
    expect((await policy(30)).body.account.apiKeyMaxDays).toBe(30)
    expect((await create({ expiresAt: inDays(31) }, own.token)).status).toBe(400)
    expect((await create({ expiresAt: inDays(29) }, own.token)).status).toBe(201)
    expect((await policy(null)).body.account.apiKeyMaxDays).toBeNull()
    // A key never creates one that outlives it: the owner signs in for that.
    const signedIn = await world.make.passwordToken(own)
    expect((await create({}, signedIn)).body.key.expiresAt).toBeNull()
    expect((await create({}, own.token)).body.key.expiresAt).not.toBeNull()
  })
})

test('a key cannot take over one that outlives it', async () => {
  const inDays = (days: number) => new Date(world.ctx.now().getTime() + days * 86_400_000).toISOString()
  const short = await tokenOf({ expiresAt: inDays(1) })
  const long = await tokenOf({ expiresAt: inDays(2) })
  for (const [method, path, body] of [
    ['POST', `/api/apiKeys/${long.id}/regenerate`, undefined],
    ['PATCH', `/api/apiKeys/${long.id}`, { expiresAt: inDays(1 / 2) }],
  ] as const) {
    const answer = await call(method, path, short.token, body)
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'access.key_limited'])
  }
  expect((await exchange(long.apiKey)).status).toBe(200)
  expect((await change(short.id, { name: 'renamed' }, long.token)).status).toBe(200)
  expect((await call('POST', `/api/apiKeys/${short.id}/regenerate`, long.token)).status).toBe(200)
})

describe('a limited key', () => {
  test.each([{ privileges: ['users.manage'] }, { groupIds: ['north'] }, { networks: ['192.0.2.0/24'] }])(
    'manages no keys, sessions and passwords: %o',
    async (given) => {
      const limits = 'groupIds' in given ? { groupIds: [north.id] } : given
      const { token, id } = await tokenOf(limits)
      const unlimited = (await create({})).body.key.id
      const user = {
        name: 'New',
        email: 'new@example.com',
        country: 'ES',
        timeZone: 'UTC',
        groupIds: [north.id],
      }
      for (const [method, path, body] of [
        ['POST', '/api/apiKeys', { name: 'wider' }],
        ['PATCH', `/api/apiKeys/${id}`, { privileges: null, groupIds: null, networks: null }],
        ['POST', `/api/apiKeys/${unlimited}/regenerate`, undefined],
        ['DELETE', `/api/apiKeys/${unlimited}`, undefined],
        ['DELETE', '/api/me/sessions', undefined],
        ['POST', '/api/users', { ...user, password: 'mareas vivas de marzo' }],
        ['POST', `/api/users/${account.ownerId}/invitation`, undefined],
      ] as const) {
        const answer = await call(method, path, token, body)
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'access.key_limited'])
      }
    },
  )

  test('does not get the answers to requests of its user', async () => {
    const { token } = await tokenOf({ networks: ['192.0.2.0/24'] })
    const headers = { 'idempotency-key': 'create-erp', 'x-forwarded-for': office }
    const post = (by: string) =>
      world.call('POST', '/api/apiKeys', { token: by, body: { name: 'erp' }, headers })
    expect((await post(account.token)).status).toBe(201)
    expect((await post(account.token)).headers['idempotent-replayed']).toBe('true')
    const { status, body, text } = await post(token)
    expect([status, body.code]).toEqual([422, 'idempotency.key_reused'])
    expect(text).not.toContain('rk_live_')
  })

  test('may replace its own secret, and end itself', async () => {
    const { token, id } = await tokenOf({ privileges: [] })
    const { status, body } = await call('POST', `/api/apiKeys/${id}/regenerate`, token, { overlapHours: 1 })
    expect([status, body.key.privileges]).toEqual([200, []])
    expect((await call('DELETE', `/api/apiKeys/${id}`, token)).status).toBe(200)
  })
})

describe('replacing a secret with an overlap', () => {
  const regenerate = (id: string, body?: object) =>
    call('POST', `/api/apiKeys/${id}/regenerate`, account.token, body)

  test('accepts both until it ends, and shows whether the old one is used', async () => {
    const old = await tokenOf({})
    const { body } = await regenerate(old.id, { overlapHours: 24 })
    expect(body.key.previousSecret).toEqual({ validUntil: expect.any(String), lastUsedAt: null })
    const fresh = (await exchange(body.apiKey)).body.token
    const again = (await exchange(old.apiKey)).body.token
    for (const token of [old.token, fresh, again]) expect(await elsewhere(token)).toBe(200)
    const listed = (await call('GET', '/api/apiKeys', account.token)).body.apiKeys
    const shown = listed.find(({ id }: { id: string }) => id === old.id)
    expect(Math.abs(Date.parse(shown.previousSecret.lastUsedAt) - Date.now())).toBeLessThan(60_000)

    world.clock.offsetMs = 24 * 3_600_000 + 1_000
    expect((await exchange(old.apiKey)).status).toBe(401)
    const now = (await exchange(body.apiKey)).body.token
    expect((await call('GET', '/api/account', now)).status).toBe(200)
    world.clock.offsetMs = 0
  })

  test('its tokens end with the overlap, also when it is ended early', async () => {
    const old = await tokenOf({})
    const { body } = await regenerate(old.id, { overlapHours: 168 })
    const fresh = (await exchange(body.apiKey)).body.token
    expect(await elsewhere(old.token)).toBe(200)
    const ended = await call('DELETE', `/api/apiKeys/${old.id}/previousSecret`, account.token)
    expect([ended.status, ended.body.key.previousSecret]).toEqual([200, null])
    await expect.poll(() => elsewhere(old.token), { timeout: 5_000 }).toBe(401)
    expect((await exchange(old.apiKey)).status).toBe(401)
    expect(await elsewhere(fresh)).toBe(200)
  })

  test('the old secret manages no keys: it would outlast the overlap', async () => {
    const old = await tokenOf({})
    const { body } = await regenerate(old.id, { overlapHours: 24 })
    const again = (await exchange(old.apiKey)).body.token
    for (const token of [old.token, again])
      for (const [method, path, given] of [
        ['POST', `/api/apiKeys/${old.id}/regenerate`, { overlapHours: 168 }],
        ['POST', '/api/apiKeys', { name: 'another' }],
        ['PATCH', `/api/apiKeys/${old.id}`, { name: 'mine' }],
        ['DELETE', `/api/apiKeys/${old.id}`, undefined],
        ['DELETE', '/api/me/sessions', undefined],
      ] as const) {
        const answer = await call(method, path, token, given)
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'access.key_limited'])
      }
    expect((await call('GET', '/api/account', again)).status).toBe(200)
    const fresh = (await exchange(body.apiKey)).body.token
    expect((await call('POST', `/api/apiKeys/${old.id}/regenerate`, fresh)).status).toBe(200)
  })

  test('is for at most 7 days, and only the last two secrets', async () => {
    const first = await tokenOf({})
    expect((await regenerate(first.id, { overlapHours: 169 })).status).toBe(400)
    const second = (await regenerate(first.id, { overlapHours: 24 })).body.apiKey
    const third = (await regenerate(first.id, { overlapHours: 24 })).body.apiKey
    const statuses = await Promise.all(
      [first.apiKey, second, third].map(async (key) => (await exchange(key)).status),
    )
    expect(statuses).toEqual([401, 200, 200])
    const fourth = (await regenerate(first.id)).body.apiKey
    const after = await Promise.all([second, third, fourth].map(async (key) => (await exchange(key)).status))
    expect(after).toEqual([401, 401, 200])
  })
})

test('changes are audited, without secrets', async () => {
  const { id, apiKey } = await tokenOf({ privileges: [] })
  await change(id, { networks: ['192.0.2.0/24'], privileges: null })
  const { body, text } = await call('GET', `/api/audit?targetId=${id}`, account.token)
  expect(body.changes.map(({ action }: { action: string }) => action)).toEqual([
    'apiKeys.changed',
    'apiKeys.created',
  ])
  expect(body.changes[0]).toMatchObject({
    before: { privileges: [], networks: null },
    after: { privileges: null, networks: ['192.0.2.0/24'] },
  })
  expect(text).not.toContain(apiKey)
})

test('only its user changes a key', async () => {
  const user = await world.make.user(account, { role: 'administrator' })
  const { id } = await tokenOf({})
  const refused = await change(id, { networks: null }, user.token)
  expect([refused.status, refused.body.code]).toEqual([403, 'apiKeys.not_yours'])
  const another = await world.make.account()
  expect((await change(id, { networks: null }, another.token)).status).toBe(404)
})
