import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount, MadeUser } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { parseApiKey } from './api-key.api.ts'

let world: World
let account: MadeAccount
let stranger: MadeAccount
let standard: MadeUser
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  account = await world.make.account()
  stranger = await world.make.account()
  standard = await world.make.user(account)
})
afterAll(() => world.close())

interface View {
  id: string
  name: string
  userName: string
  created: string
  lastUsed: string | null
  lastUsedFrom: string | null
}
const list = async (token = account.token): Promise<View[]> =>
  (await world.call('GET', '/api/apiKeys', { token })).body.apiKeys
const create = (body: unknown = { name: 'ERP' }, token = account.token) =>
  world.call('POST', '/api/apiKeys', { token, body })
const regenerate = (id: string, token = account.token) =>
  world.call('POST', `/api/apiKeys/${id}/regenerate`, { token })
const remove = (id: string, token = account.token) => world.call('DELETE', `/api/apiKeys/${id}`, { token })
const trade = (apiKey: string, userName = account.userName, from = '192.0.2.1') =>
  world.call('POST', '/api/Auth/Token', { body: { userName, apiKey }, headers: { 'x-forwarded-for': from } })

describe('an API key', () => {
  test('is shown whole when it is made, and never again', async () => {
    const { status, body, headers } = await create({ name: 'ERP' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/apiKeys/${body.key.id}`)
    expect(body.apiKey).toMatch(/^rk_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{36}$/)
    expect(body.key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      name: 'ERP',
      userName: account.userName,
      created: expect.any(String),
      lastUsed: null,
      lastUsedFrom: null,
    })

    const listed = await world.call('GET', '/api/apiKeys', { token: account.token })
    expect(listed.body.apiKeys).toContainEqual(body.key)
    const [, secret] = /_([^_]{30})[^_]{6}$/.exec(body.apiKey)!
    expect(listed.text).not.toContain(secret)
    const { rows } = await world.superuser.query(
      `select k::text as key, (select json_agg(a) from audit_log a)::text as audit from api_keys k`,
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('gets tokens, and tells when and from where it last did', async () => {
    const { body } = await create({ name: 'used' })
    expect((await trade(body.apiKey, account.userName, '2001:db8::7')).status).toBe(200)
    const used = (await list()).find(({ id }) => id === body.key.id)!
    expect(used.lastUsedFrom).toBe('2001:db8::7')
    expect(Math.abs(Date.parse(used.lastUsed!) - Date.now())).toBeLessThan(5_000)
    await trade(body.apiKey, account.userName, '192.0.2.9')
    expect((await list()).find(({ id }) => id === body.key.id)!.lastUsedFrom).toBe('192.0.2.9')
  })

  test('works also when a proxy says nonsense about where it was used', async () => {
    for (const from of ['unknown', '192.0.2.9:4711', 'fe80::1%eth0', '_hidden']) {
      expect([from, (await trade(account.apiKey, account.userName, from)).status]).toEqual([from, 200])
    }
  })

  test('is not used by an attempt that failed', async () => {
    const { body } = await create({ name: 'unused' })
    await trade(body.apiKey, stranger.userName)
    await trade(`${body.apiKey.slice(0, -1)}~`)
    expect((await list()).find(({ id }) => id === body.key.id)!.lastUsed).toBeNull()
  })

  test('regenerated: the old secret is dead at once, the new one works, the rest stays', async () => {
    const { body: old } = await create({ name: 'rotated' })
    await trade(old.apiKey)
    const { status, body } = await regenerate(old.key.id)
    expect(status).toBe(200)
    expect(body.apiKey).not.toBe(old.apiKey)
    expect(body.key).toEqual({ ...old.key, lastUsed: null, lastUsedFrom: null })
    expect((await trade(old.apiKey)).status).toBe(401)
    expect((await trade(body.apiKey)).status).toBe(200)
  })

  test('deleted: it is dead at once, and gone from the list', async () => {
    const { body } = await create({ name: 'short lived' })
    expect((await remove(body.key.id)).status).toBe(200)
    expect((await trade(body.apiKey)).status).toBe(401)
    expect((await list()).map(({ id }) => id)).not.toContain(body.key.id)
    expect((await remove(body.key.id)).status).toBe(404)
  })

  test('lives beside others of the same user', async () => {
    const [one, other] = [await create({ name: 'same' }), await create({ name: 'same' })]
    expect((await trade(one.body.apiKey)).status).toBe(200)
    expect((await trade(other.body.apiKey)).status).toBe(200)
  })
})

describe("somebody else's API key", () => {
  test('of another account does not exist', async () => {
    const ids = [stranger.keyId, 'key_AAAAAAAAAAAAAAAAAAAAAA', 'x', "'", '%00'.repeat(2), 'key_%F0%9F%9B%B0']
    for (const id of ids) {
      for (const answer of [await regenerate(id), await remove(id)]) {
        if (id.includes('%00')) expect(answer.status).toBe(400)
        else expect(answer).toMatchObject({ status: 404, body: { code: 'apiKeys.not_found' } })
      }
    }
    expect((await list()).map(({ id }) => id)).not.toContain(stranger.keyId)
    expect((await trade(stranger.apiKey, stranger.userName)).status).toBe(200)
  })

  test('of the same account is seen and changed by the owner and by administrators', async () => {
    const administrator = await world.make.user(account, { role: 'administrator' })
    for (const token of [account.token, administrator.token]) {
      const ids = (await list(token)).map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining([account.keyId, standard.keyId, administrator.keyId]))
    }
    const { body } = await create({ name: 'of the standard user' }, standard.token)
    expect((await regenerate(body.key.id, administrator.token)).body.key.userName).toBe(standard.userName)
    expect((await remove(body.key.id)).status).toBe(200)
  })

  test('is not there for a standard user, who has his own', async () => {
    const { body } = await create({ name: 'mine' }, standard.token)
    expect((await list(standard.token)).map(({ id }) => id).sort()).toEqual(
      [standard.keyId, body.key.id].sort(),
    )
    for (const answer of [
      await regenerate(account.keyId, standard.token),
      await remove(account.keyId, standard.token),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'apiKeys.not_found' } })
    }
    expect((await trade(account.apiKey)).status).toBe(200)
    expect((await trade(body.apiKey, standard.userName)).status).toBe(200)
    expect((await regenerate(body.key.id, standard.token)).status).toBe(200)
    expect((await remove(body.key.id, standard.token)).status).toBe(200)
  })

  test('is no key of ours, even with its user in our account', async () => {
    expect((await trade(account.apiKey, standard.userName)).status).toBe(401)
  })
})

describe('what is sent', () => {
  test.each([{}, { name: '' }, { name: 'x'.repeat(101) }, { name: 1 }, { name: 'x', userId: 'usr_x' }, []])(
    'is refused when it is no name: %o',
    async (body) => {
      const answer = await create(body)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'body.invalid', details: expect.any(Array) },
      })
    },
  )

  test('may be a name of 100 letters of any kind', async () => {
    const name = 'ñ🛰'.repeat(50).slice(0, 100)
    expect((await create({ name })).body.key.name).toBe(name)
  })

  test('is refused when the account has 100 keys', async () => {
    const full = await world.make.account()
    await world.superuser.query(
      `insert into api_keys (account_id, id, user_id, name, secret_hash)
       select $1, 'key_' || lpad(n::text, 22, '0'), $2, 'many', '\\x00' from generate_series(1, 99) n`,
      [full.accountId, full.ownerId],
    )
    const { status, body } = await create({ name: 'one too many' }, full.token)
    expect([status, body.code]).toEqual([409, 'apiKeys.too_many'])
  })
})

describe('the checksum', () => {
  test('lets a real key through and tells a mistyped one apart', () => {
    const { id, secret } = parseApiKey(account.apiKey)
    expect(id).toBe(account.keyId)
    expect(secret.length).toBe(30)
    for (let at = 'rk_live_'.length; at < account.apiKey.length; at += 1) {
      const letter = account.apiKey[at] === 'a' ? 'b' : 'a'
      const mistyped = account.apiKey.slice(0, at) + letter + account.apiKey.slice(at + 1)
      expect([at, parseApiKey(mistyped)]).toEqual([at, { id: 'key_', secret: '' }])
    }
  })

  test.each(['', 'x', 'rk_live_', 'RK_LIVE_a_b', ' '])('finds no key in %o', (text) => {
    expect(parseApiKey(text)).toEqual({ id: 'key_', secret: '' })
    expect(parseApiKey(account.apiKey + text)).toEqual(
      text ? { id: 'key_', secret: '' } : parseApiKey(account.apiKey),
    )
  })
})
