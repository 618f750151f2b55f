import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Algorithm } from '../../../../test/authenticator.ts'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { codeOf, cookieOf, signInAs } from '../../../../test/second-factor.ts'
import { decode } from '../../../../test/tokens.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

const origin = 'https://rastro.example'
const host = 'rastro.example'
const former = 'old.example'
const here = { origin, host }

let world: World
beforeAll(async () => {
  world = await openWorld({
    RASTRO_PUBLIC_URL: origin,
    RASTRO_FORMER_PUBLIC_URLS: `https://${former}`,
  })
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

type Authenticator = ReturnType<typeof createAuthenticator>

const optionsFor = async (token: string) =>
  (await world.call('POST', '/api/me/passkeys/options', { token })).body.options
const add = (token: string, response: object, name = 'Phone') =>
  world.call('POST', '/api/me/passkeys', { token, body: { name, response } })

async function registered(algorithm: Algorithm = 'ES256') {
  const account = await world.make.account()
  const signedIn = await signInAs(world, account)
  const { token } = signedIn.body
  const authenticator = createAuthenticator(algorithm)
  const added = await add(token, authenticator.create(await optionsFor(token), here))
  expect([added.status, added.text]).toEqual([201, added.text])
  return { account, token, cookie: cookieOf(signedIn), authenticator, added: added.body }
}

async function challenge(body: object = {}) {
  const answer = await world.call('POST', '/session/passkey/options', { body })
  return { options: answer.body.options, cookie: cookieOf(answer, '__Host-rastro-passkey') }
}
const enter = (response: object, cookie: string) =>
  world.call('POST', '/session/passkey', { body: { response }, headers: { cookie } })
async function enterWith(authenticator: Authenticator, how: object = {}) {
  const { options, cookie } = await challenge()
  return enter(authenticator.get(options, { ...here, ...how }), cookie)
}
const expectRefused = ({ status, body }: { status: number; body: { code: string } }) =>
  expect([status, body.code]).toEqual([401, 'session.passkey_refused'])
const passkeysOf = async ({ accountId }: MadeAccount) =>
  (await world.superuser.query('select * from passkeys where account_id = $1', [accountId])).rows

const countSessions = async ({ accountId }: MadeAccount) =>
  (await world.superuser.query('select from sessions where account_id = $1', [accountId])).rowCount

describe('registering', () => {
  test('asks for a discoverable key with user verification, without attestation, of named algorithms', async () => {
    const account = await world.make.account()
    const { token } = (await signInAs(world, account)).body
    const options = await optionsFor(token)
    expect(options).toMatchObject({
      rp: { id: host },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    })
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257])
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(`${account.account}.${account.ownerId}`)
  })

  test('needs a recent sign-in of a session', async () => {
    const account = await world.make.account()
    const byKey = await world.call('POST', '/api/me/passkeys/options', { token: account.token })
    expect([byKey.status, byKey.body.code]).toEqual([403, 'access.not_recent'])
  })

  test.each([
    ['ES256', -7],
    ['EdDSA', -8],
    ['RS256', -257],
  ] as const)('stores and accepts %s', async (algorithm, stored) => {
    const { account, authenticator, added } = await registered(algorithm)
    expect(added.recoveryCodes).toHaveLength(10)
    expect(await passkeysOf(account)).toMatchObject([{ algorithm: stored, host, name: 'Phone' }])
    expect((await enterWith(authenticator)).status).toBe(200)
  })

  const faults: [string, Algorithm, object][] = [
    ['another algorithm', 'ES384', {}],
    ['another origin', 'ES256', { origin: 'https://evil.example' }],
    ['another host', 'ES256', { host: 'evil.example' }],
    ['no user verification', 'ES256', { isVerified: false }],
  ]
  test.each(faults)('refuses %s', async (_, algorithm, how) => {
    const account = await world.make.account()
    const { token } = (await signInAs(world, account)).body
    const response = createAuthenticator(algorithm).create(await optionsFor(token), { ...here, ...how })
    const refused = await add(token, response)
    expect([refused.status, refused.body.code]).toEqual([400, 'passkeys.invalid'])
    expect(await passkeysOf(account)).toEqual([])
  })

  test('a challenge works once, for five minutes, for its user', async () => {
    const account = await world.make.account()
    const { token } = (await signInAs(world, account)).body
    const options = await optionsFor(token)
    const other = await world.make.account()
    const { token: otherToken } = (await signInAs(world, other)).body
    expect((await add(otherToken, createAuthenticator().create(options, here))).status).toBe(400)
    expect((await add(token, createAuthenticator().create(options, here))).status).toBe(201)
    expect((await add(token, createAuthenticator().create(options, here))).status).toBe(400)
    const late = await optionsFor(token)
    world.clock.offsetMs = 5 * 60_000
    expect((await add(token, createAuthenticator().create(late, here))).status).toBe(400)
  })

  test('at most ten per user', async () => {
    const account = await world.make.account()
    const { token } = (await signInAs(world, account)).body
    for (let count = 0; count < 10; count += 1) {
      expect((await add(token, createAuthenticator().create(await optionsFor(token), here))).status).toBe(201)
    }
    const refused = await world.call('POST', '/api/me/passkeys/options', { token })
    expect([refused.status, refused.body.code]).toEqual([409, 'passkeys.too_many'])
  })
})

describe('in parallel', () => {
  test('no more than ten are added', async () => {
    const { account, token } = await registered()
    for (let count = 1; count < 5; count += 1) {
      expect((await add(token, createAuthenticator().create(await optionsFor(token), here))).status).toBe(201)
    }
    const responses: object[] = []
    for (let count = 0; count < 10; count += 1) {
      responses.push(createAuthenticator().create(await optionsFor(token), here))
    }
    const answers = await Promise.all(responses.map((response) => add(token, response)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)])
    expect(await passkeysOf(account)).toHaveLength(10)
  })

  test('the last required factor is not removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { account, token, added } = await registered()
      const { secret } = (await world.call('POST', '/api/me/totp', { token })).body
      const body = { code: codeOf(world, secret) }
      expect((await world.call('POST', '/api/me/totp/confirm', { token, body })).status).toBe(200)
      const policy = { secondFactor: 'all' }
      expect((await world.call('PUT', '/api/account/signIn', { token, body: policy })).status).toBe(200)
      const answers = await Promise.all(
        ['/api/me/totp', `/api/me/passkeys/${added.passkey.id}`].map((path) =>
          world.call('DELETE', path, { token }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await signInAs(world, account)).body.next).toBe('secondFactor')
    }
  })
})

describe('signing in', () => {
  test('opens a session without a password, and counts as two factors', async () => {
    const { authenticator } = await registered()
    const { options, cookie } = await challenge()
    expect(options).toMatchObject({ rpId: host, userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const entered = await enter(authenticator.get(options, here), cookie)
    expect(entered.status).toBe(200)
    expect(decode(entered.body.token).claims.amr).toEqual(['pop', 'user', 'mfa'])
    expect(
      (await world.call('GET', '/api/me/passkeys', { token: entered.body.token })).body.passkeys,
    ).toMatchObject([{ name: 'Phone', host, synced: false, lastUsedAt: expect.any(String) }])
  })

  test('the password alone is not enough any more', async () => {
    const { account } = await registered()
    const first = await signInAs(world, account)
    expect([first.status, first.body.methods]).toEqual([202, ['passkey', 'recoveryCode']])
  })

  const faults: [string, object][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: `${origin}:8443` }],
    ['another host', { host: 'evil.example' }],
    ['no user verification', { isVerified: false }],
  ]
  test.each(faults)('refuses %s', async (_, how) => {
    const { authenticator } = await registered()
    expectRefused(await enterWith(authenticator, how))
    expect((await enterWith(authenticator)).status).toBe(200)
  })

  test('refuses a replay, also in parallel', async () => {
    const { authenticator } = await registered()
    const { options, cookie } = await challenge()
    const response = authenticator.get(options, here)
    const answers = await Promise.all(Array.from({ length: 16 }, () => enter(response, cookie)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expectRefused(await enter(response, cookie))
  })

  test('refuses a challenge that is late, of another browser, or not ours', async () => {
    const { authenticator } = await registered()
    const one = await challenge()
    const two = await challenge()
    expectRefused(await enter(authenticator.get(one.options, here), two.cookie))
    expectRefused(await enter(authenticator.get(one.options, here), ''))
    expectRefused(await enter(authenticator.get(one.options, here), '__Host-rastro-passkey=AAAA'))
    const late = await challenge()
    world.clock.offsetMs = 5 * 60_000
    expectRefused(await enter(authenticator.get(late.options, here), late.cookie))
  })

  test('a counter that goes back ends the passkey', async () => {
    const { account, authenticator } = await registered()
    authenticator.counter = 10
    expect((await enterWith(authenticator)).status).toBe(200)
    authenticator.counter = 5
    expectRefused(await enterWith(authenticator))
    expect(await passkeysOf(account)).toEqual([])
    // Neither the password alone nor a session that the copy opened is enough.
    expect(await countSessions(account)).toBe(0)
    const next = await signInAs(world, account)
    expect([next.status, next.body.methods]).toEqual([202, ['recoveryCode']])
    authenticator.counter = 20
    expectRefused(await enterWith(authenticator))
    const { rows } = await world.superuser.query(
      `select after from audit_log where account_id = $1 and action = 'users.passkey_removed'`,
      [account.accountId],
    )
    expect(JSON.stringify(rows)).toContain('copied')
  })

  test('a copied passkey without recovery codes leaves only the link of an e-mail', async () => {
    const { account, authenticator } = await registered()
    const { accountId } = account
    await world.superuser.query('update recovery_codes set used_at = now() where account_id = $1', [
      accountId,
    ])
    await world.superuser.query('update users set email_verified_at = now() where account_id = $1', [
      accountId,
    ])
    authenticator.counter = 10
    expect((await enterWith(authenticator)).status).toBe(200)
    authenticator.counter = 5
    expectRefused(await enterWith(authenticator))
    expect(await passkeysOf(account)).toEqual([])
    expect(await countSessions(account)).toBe(0)
    expect((await signInAs(world, account)).body.code).toBe('session.enrolment_link_required')
    const { rows } = await world.superuser.query('select kind from identity_mails where account_id = $1', [
      accountId,
    ])
    expect(rows.map(({ kind }) => kind)).toContain('second-factor-reset')
  })

  test('a removed passkey, a disabled user, and the handle of another user are refused', async () => {
    const { token, authenticator, added } = await registered()
    const other = await registered()
    const handle = authenticator.userHandle
    authenticator.userHandle = other.authenticator.userHandle
    expectRefused(await enterWith(authenticator))
    authenticator.userHandle = Buffer.from('nobody').toString('base64url')
    expectRefused(await enterWith(authenticator))
    authenticator.userHandle = handle
    const path = `/api/me/passkeys/${added.passkey.id}`
    expect((await world.call('DELETE', path, { token: other.token })).status).toBe(404)
    expect((await world.call('DELETE', path, { token })).status).toBe(200)
    expectRefused(await enterWith(authenticator))
    await world.superuser.query('update users set disabled = true where id = $1', [other.account.ownerId])
    expectRefused(await enterWith(other.authenticator))
  })

  test('a passkey of a former host is accepted from the current origin, and the former host names it', async () => {
    const { account, authenticator } = await registered()
    await world.superuser.query('update passkeys set host = $2 where account_id = $1', [
      account.accountId,
      former,
    ])
    expectRefused(await enterWith(authenticator))
    const { options, cookie } = await challenge({ host: former })
    expect(options.rpId).toBe(former)
    expect((await enter(authenticator.get(options, { origin, host: former }), cookie)).status).toBe(200)
    const elsewhere = await challenge({ host: former })
    const response = authenticator.get(elsewhere.options, { origin: `https://${former}`, host: former })
    expectRefused(await enter(response, elsewhere.cookie))
    const unknown = await world.call('POST', '/session/passkey/options', { body: { host: 'evil.example' } })
    expect(unknown.status).toBe(400)
    const known = await world.call('GET', '/.well-known/webauthn')
    expect(known.body).toEqual({ origins: [origin] })
  })
})

describe('proving the identity again', () => {
  const prove = (cookie: string, passkey: object, passkeyCookie: string) =>
    world.call('POST', '/session/proof', {
      body: { passkey },
      headers: { cookie: `${cookie}; ${passkeyCookie}` },
    })

  test('works with a passkey of the session’s user only', async () => {
    const { cookie, authenticator } = await registered()
    const other = await registered()
    world.clock.offsetMs = 6 * 60_000
    const foreign = await challenge()
    expectRefused(await prove(cookie, other.authenticator.get(foreign.options, here), foreign.cookie))
    const own = await challenge()
    const proven = await prove(cookie, authenticator.get(own.options, here), own.cookie)
    expect(proven.status).toBe(200)
    const { token } = proven.body
    expect(decode(token).claims.amr).toEqual(['pop', 'user', 'mfa'])
    expect((await world.call('POST', '/api/me/totp', { token })).status).toBe(200)
  })

  test('a user with a passkey and no app cannot prove it with the password alone', async () => {
    const { account, cookie } = await registered()
    const body = { password: account.password }
    const refused = await world.call('POST', '/session/proof', { body, headers: { cookie } })
    expect(refused.body.code).toBe('session.second_factor_required')
  })

  test('removing the app keeps the recovery codes while a passkey is left', async () => {
    const { token } = await registered()
    const { secret } = (await world.call('POST', '/api/me/totp', { token })).body
    expect(secret).toHaveLength(32)
    const status = await world.call('GET', '/api/me/secondFactor', { token })
    expect(status.body).toMatchObject({ totpSince: null, passkeys: 1, recoveryCodesLeft: 10 })
    const body = { code: codeOf(world, secret) }
    expect((await world.call('POST', '/api/me/totp/confirm', { token, body })).status).toBe(200)
    expect((await world.call('DELETE', '/api/me/totp', { token })).status).toBe(200)
    const after = await world.call('GET', '/api/me/secondFactor', { token })
    expect(after.body).toMatchObject({ totpSince: null, passkeys: 1, recoveryCodesLeft: 10 })
  })
})

describe('changing the password', () => {
  const newPassword = 'four lighthouses and a ferry'
  const change = (account: MadeAccount, passkey: object, cookie: string) =>
    world.call('PUT', '/session/password', {
      body: { userName: account.userName, password: account.password, newPassword, passkey },
      headers: { cookie },
    })

  test('a user with a passkey and no app changes it with the passkey', async () => {
    const { account, authenticator } = await registered()
    const { options, cookie } = await challenge()
    const response = authenticator.get(options, here)
    const changed = await change(account, response, cookie)
    expect(changed.status).toBe(200)
    expect(decode(changed.body.token).claims.amr).toEqual(['pop', 'user', 'mfa'])
    expect((await signInAs(world, account)).status).toBe(401)
    expect((await signInAs(world, { ...account, password: newPassword })).body.next).toBe('secondFactor')
    expectRefused(await change({ ...account, password: newPassword }, response, cookie))
  })

  test('needs a passkey of this user, and the challenge of this browser', async () => {
    const { account, authenticator } = await registered()
    const other = await registered()
    const one = await challenge()
    expectRefused(await change(account, other.authenticator.get(one.options, here), one.cookie))
    const two = await challenge()
    expectRefused(await change(account, authenticator.get(two.options, here), ''))
    const { userName, password } = account
    const alone = await world.call('PUT', '/session/password', { body: { userName, password, newPassword } })
    expect([alone.status, alone.body.code]).toEqual([403, 'session.second_factor_required'])
    expect((await signInAs(world, account)).status).toBe(202)
  })

  test('a temporary password is replaced with the passkey', async () => {
    const { account, authenticator } = await registered()
    await world.superuser.query(
      `update users set temporary_password_until = now() + interval '1 day' where id = $1`,
      [account.ownerId],
    )
    expect((await signInAs(world, account)).body.code).toBe('session.password_temporary')
    const { options, cookie } = await challenge()
    expect((await change(account, authenticator.get(options, here), cookie)).status).toBe(200)
  })
})
