import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount, MadeUser } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { parseApiKey } from './api-key.api.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let standard: MadeUser
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  account = await world.make.account()
  otherAccount = await world.make.account()
  standard = await world.make.user(account)
})
afterAll(() => world.close())

interface View {
  id: string
  name: string
  userName: string
  createdAt: string
  lastUsedAt: string | null
  lastUsedFrom: string | null
}
const list = async (token = account.token): Promise<View[]> =>
  (await world.call('GET', '/api/apiKeys', { token })).body.apiKeys
const create = (body: unknown = { name: 'ERP' }, token = account.token) =>
  world.call('POST', '/api/apiKeys', { token, body })
const regenerate = (id: string, token = account.token) =>
  world.call('POST', `/api/apiKeys/${id}/regenerate`, { token })
const remove = (id: string, token = account.token) => world.call('DELETE', `/api/apiKeys/${id}`, { token })
const exchange = (apiKey: string, userName = account.userName, from = '192.0.2.1') =>
  world.call('POST', '/api/Auth/Token', { body: { userName, apiKey }, headers: { 'x-forwarded-for': from } })

describe('an API key', () => {
  test('is shown in full only on creation', async () => {
    const { status, body, headers } = await create({ name: 'ERP' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/apiKeys/${body.key.id}`)
    expect(body.apiKey).toMatch(/^rk_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{36}$/)
    expect(body.key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      name: 'ERP',
      userName: account.userName,
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastUsedFrom: null,
      privileges: null,
      groupIds: null,
      deviceId: null,
      expiresAt: expect.any(String),
      networks: null,
      previousSecret: null,
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

  test('is exchanged for tokens, and records when and from where', async () => {
    const { body } = await create({ name: 'used' })
    expect((await exchange(body.apiKey, account.userName, '2001:db8::7')).status).toBe(200)
    const used = (await list()).find(({ id }) => id === body.key.id)!
    expect(used.lastUsedFrom).toBe('2001:db8::7')
    expect(Math.abs(Date.parse(used.lastUsedAt!) - Date.now())).toBeLessThan(5_000)
    await exchange(body.apiKey, account.userName, '192.0.2.9')
    expect((await list()).find(({ id }) => id === body.key.id)!.lastUsedFrom).toBe('192.0.2.9')
  })

  test('works even if a proxy sends an invalid address', async () => {
    for (const from of ['unknown', '192.0.2.9:4711', 'fe80::1%eth0', '_hidden']) {
      expect([from, (await exchange(account.apiKey, account.userName, from)).status]).toEqual([from, 200])
    }
  })

  test('does not count a failed attempt as use', async () => {
    const { body } = await create({ name: 'unused' })
    await exchange(body.apiKey, otherAccount.userName)
    await exchange(`${body.apiKey.slice(0, -1)}~`)
    expect((await list()).find(({ id }) => id === body.key.id)!.lastUsedAt).toBeNull()
  })

  test('regenerating replaces the secret immediately and keeps everything else', async () => {
    const { body: old } = await create({ name: 'rotated' })
    await exchange(old.apiKey)
    const { status, body } = await regenerate(old.key.id)
    expect(status).toBe(200)
    expect(body.apiKey).not.toBe(old.apiKey)
    // The programs that used the old secret are the ones that need the new one.
    const { lastUsedAt, lastUsedFrom } = body.key
    expect(body.key).toEqual({ ...old.key, lastUsedAt, lastUsedFrom })
    expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(60_000)
    expect((await exchange(old.apiKey)).status).toBe(401)
    expect((await exchange(body.apiKey)).status).toBe(200)
  })

  test('stops working immediately after deletion', async () => {
    const { body } = await create({ name: 'short lived' })
    expect((await remove(body.key.id)).status).toBe(200)
    expect((await exchange(body.apiKey)).status).toBe(401)
    expect((await list()).map(({ id }) => id)).not.toContain(body.key.id)
    expect((await remove(body.key.id)).status).toBe(404)
  })

  test('is independent of other keys of the same user', async () => {
    const [one, other] = [await create({ name: 'same' }), await create({ name: 'same' })]
    expect((await exchange(one.body.apiKey)).status).toBe(200)
    expect((await exchange(other.body.apiKey)).status).toBe(200)
  })
})

describe('an API key of another user', () => {
  test('of another account is not found', async () => {
    const ids = [
      otherAccount.keyId,
      'key_AAAAAAAAAAAAAAAAAAAAAA',
      'x',
      "'",
      '%00'.repeat(2),
      'key_%F0%9F%9B%B0',
    ]
    for (const id of ids) {
      for (const answer of [await regenerate(id), await remove(id)]) {
        if (id.includes('%00')) expect(answer.status).toBe(400)
        else expect(answer).toMatchObject({ status: 404, body: { code: 'apiKeys.not_found' } })
      }
    }
    expect((await list()).map(({ id }) => id)).not.toContain(otherAccount.keyId)
    expect((await exchange(otherAccount.apiKey, otherAccount.userName)).status).toBe(200)
  })

  test('can be listed and deleted by the owner and administrators, but not regenerated', async () => {
    const administrator = await world.make.user(account, { role: 'administrator' })
    for (const token of [account.token, administrator.token]) {
      const ids = (await list(token)).map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining([account.keyId, standard.keyId, administrator.keyId]))
    }
    const { body } = await create({ name: 'of the standard user' }, standard.token)
    for (const [keyId, token] of [
      [account.keyId, administrator.token],
      [body.key.id, administrator.token],
      [body.key.id, account.token],
    ]) {
      const refused = await regenerate(keyId, token)
      expect([refused.status, refused.body.code]).toEqual([403, 'apiKeys.not_yours'])
    }
    expect((await exchange(body.apiKey, standard.userName)).status).toBe(200)
    expect((await remove(body.key.id)).status).toBe(200)
  })

  test('is hidden from standard users', async () => {
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
    expect((await exchange(account.apiKey)).status).toBe(200)
    expect((await exchange(body.apiKey, standard.userName)).status).toBe(200)
    expect((await regenerate(body.key.id, standard.token)).status).toBe(200)
    expect((await remove(body.key.id, standard.token)).status).toBe(200)
  })

  test('does not work with another user name of the same account', async () => {
    expect((await exchange(account.apiKey, standard.userName)).status).toBe(401)
  })
})

describe('creating an API key', () => {
  test.each([{}, { name: '' }, { name: 'x'.repeat(101) }, { name: 1 }, { name: 'x', userId: 'usr_x' }, []])(
    'rejects an invalid body: %o',
    async (body) => {
      const answer = await create(body)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'body.invalid', details: expect.any(Array) },
      })
    },
  )

  test('accepts a name of 100 characters of any kind', async () => {
    const name = 'ñ🛰'.repeat(50).slice(0, 100)
    expect((await create({ name })).body.key.name).toBe(name)
  })

  test('is rejected when the account has 100 keys', async () => {
    const full = await world.make.account()
    await world.superuser.query(
      `insert into api_keys (account_id, id, user_id, name, secret_hash)
       select $1, 'key_' || lpad(n::text, 22, '0'), $2, 'many', '\\x00' from generate_series(1, 99) n`,
      [full.accountId, full.ownerId],
    )
    const { status, body } = await create({ name: 'one too many' }, full.token)
    expect([status, body.code]).toEqual([409, 'apiKeys.too_many'])
  })

  test('does not exceed 100 in parallel', async () => {
    const full = await world.make.account()
    await world.superuser.query(
      `insert into api_keys (account_id, id, user_id, name, secret_hash)
       select $1, 'key_' || lpad(n::text, 22, '0'), $2, 'many', '\\x00' from generate_series(1, 96) n`,
      [full.accountId, full.ownerId],
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'many' }, full.token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  })
})

describe('the checksum', () => {
  test('accepts a real key and detects a mistyped one', () => {
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
