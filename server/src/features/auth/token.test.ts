import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { strike } from '../../../test/people.ts'
import { decode } from '../../../test/tokens.ts'
import type { CallOptions, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const path = '/api/Auth/Token'
const ask = (body: unknown, options: CallOptions = {}) => world.call('POST', path, { body, ...options })
const good = () => ({ userName: account.userName, apiKey: account.apiKey })
const refused = { success: false, error: 'The user name or the API key is not valid.' }

describe('a token request', () => {
  test('with a valid name and key returns exactly success, token and expires', async () => {
    const { status, body } = await ask(good())

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['expires', 'success', 'token'])
    expect(body.success).toBe(true)
    expect(body.expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const minutes = (Date.parse(body.expires) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
  })

  test('accepts the name and the path in any case', async () => {
    const { status } = await world.call('POST', '/API/auth/TOKEN', {
      body: { ...good(), userName: account.userName.toUpperCase() },
    })
    expect(status).toBe(200)
  })

  test('right after another does not record the use of the key again', async () => {
    const written = async () => {
      const { rows } = await world.superuser.query('select xmin::text from api_keys where id = $1', [
        account.keyId,
      ])
      return rows
    }
    await ask(good())
    const before = await written()
    await ask(good())
    expect(await written()).toEqual(before)

    world.clock.offsetMs = 61_000
    await ask(good())
    expect(await written()).not.toEqual(before)
    world.clock.offsetMs = 0
  })

  test('is never cached', async () => {
    expect((await ask(good())).headers['cache-control']).toBe('no-store')
    expect((await ask({ ...good(), apiKey: 'wrong' })).headers['cache-control']).toBe('no-store')
  })
})

describe('a token', () => {
  test('contains issuer, user, account, key and times', async () => {
    const { body } = await ask(good())
    const { header, claims } = decode(body.token)

    expect(header).toEqual({ alg: 'EdDSA', kid: expect.stringMatching(/^[\w-]{43}$/), typ: 'at+jwt' })
    const names = ['account', 'aud', 'auth_time', 'client_id', 'exp', 'iat', 'iss', 'jti', 'sub']
    expect(Object.keys(claims).sort()).toEqual(names)
    expect(claims).toMatchObject({
      iss: world.ctx.config.http.publicUrl,
      aud: 'rastro-api',
      sub: account.ownerId,
      account: account.account,
      client_id: `${account.keyId}.1`,
      exp: Date.parse(body.expires) / 1_000,
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600)
  })

  test('is different each time', async () => {
    const [one, other] = await Promise.all([ask(good()), ask(good())])
    expect(decode(one.body.token).claims.jti).not.toBe(decode(other.body.token).claims.jti)
  })

  test('is signed with a published key, whose private part is not published', async () => {
    const { header } = decode((await ask(good())).body.token)
    const { body, headers } = await world.call('GET', '/.well-known/jwks.json')

    expect(headers['cache-control']).toBe('public, max-age=300')
    const key = body.keys.find(({ kid }: { kid: string }) => kid === header.kid)
    expect(key).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      kid: header.kid,
      alg: 'EdDSA',
      use: 'sig',
    })
  })

  test('expires at its expiry time', async () => {
    const { token } = (await ask(good())).body
    const use = () => world.call('GET', '/api/account', { token })
    expect((await use()).status).toBe(200)

    world.clock.offsetMs = 59 * 60_000
    expect((await use()).status).toBe(200)
    world.clock.offsetMs = 60 * 60_000
    expect((await use()).status).toBe(401)
    world.clock.offsetMs = 0
  })
})

describe('a rejected token request returns exactly success and error', () => {
  test('401 with the same error for an unknown name, a wrong key and a key of another user', async () => {
    const other = await world.make.account()
    const attempts = [
      { ...good(), userName: 'nobody@example.com' },
      { ...good(), apiKey: `${account.apiKey.slice(0, -1)}!` },
      { ...good(), apiKey: account.apiKey.replace(/_[^_]+$/, other.apiKey.match(/_[^_]+$/)![0]) },
      { ...good(), apiKey: other.apiKey },
      { ...good(), apiKey: 'a' },
    ]
    for (const attempt of attempts) {
      expect(await ask(attempt)).toMatchObject({ status: 401, text: JSON.stringify(refused) })
    }
  })

  test.each(['disabled', 'expired', 'not yet valid'] as const)(
    '401 with the same error for a user that is %s',
    async (misfortune) => {
      const { ownerId, userName, apiKey } = await world.make.account()
      await strike(world.superuser, ownerId, misfortune)
      expect(await ask({ userName, apiKey })).toMatchObject({ status: 401, text: JSON.stringify(refused) })
    },
  )

  test('400 for an invalid body, naming every error', async () => {
    const { status, body } = await ask({ userName: 7, password: 'x' })
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      error: 'apiKey is required, password is not a known field, userName must be string.',
    })
    for (const wrong of [
      [],
      'text',
      null,
      7,
      {},
      { ...good(), userName: '' },
      { ...good(), apiKey: 'x'.repeat(201) },
    ]) {
      const answer = await ask(JSON.stringify(wrong))
      expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.any(String) } })
      expect(Object.keys(answer.body)).toEqual(['success', 'error'])
    }
  })

  test('400 for a name that the database cannot store', async () => {
    for (const userName of ['nul\u0000', '\u0000', 'lone \ud800 surrogate']) {
      const { status, body } = await ask({ ...good(), userName })
      expect({ status, body }).toEqual({
        status: 400,
        body: { success: false, error: 'userName contains a character that is not text.' },
      })
    }
  })

  test('400 for invalid JSON', async () => {
    const { status, body } = await ask('{"userName":')
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, error: 'The body is not valid JSON.' })
  })

  test('415 for another content type', async () => {
    const headers = { 'content-type': 'text/plain' }
    const { status, body } = await ask('userName=x', { headers })
    expect(status).toBe(415)
    expect(Object.keys(body)).toEqual(['success', 'error'])
  })

  test('413 for a body that is too large', async () => {
    const { status, body } = await ask({ ...good(), apiKey: 'x'.repeat(300_000) })
    expect(status).toBe(413)
    expect(Object.keys(body)).toEqual(['success', 'error'])
  })

  test('405 for another method, with the allowed one', async () => {
    const { status, body, headers } = await world.call('GET', path)
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST')
    expect(body).toEqual({ success: false, error: 'GET is not allowed here. Allowed: POST.' })
  })
})
