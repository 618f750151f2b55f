import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HostileProvider } from '../../../test/hostile-provider.ts'
import { newPair, openHostileProvider } from '../../../test/hostile-provider.ts'
import { cookieOf, finish, nextCode, signInAs, stepCookieOf } from '../../../test/second-factor.ts'
import type { SsoAccount } from '../../../test/sso.ts'
import {
  beginFor,
  comeBack,
  makeSsoAccount,
  settingsOf,
  setUp,
  signInWith,
  tokenOf,
} from '../../../test/sso.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let provider: HostileProvider
beforeAll(async () => {
  world = await openWorld()
  provider = await openHostileProvider({ now: () => world.ctx.now() })
})
afterAll(async () => {
  await provider.close()
  await world.close()
})
afterEach(() => {
  provider.attack = {}
  world.clock.release()
})

const names = new Map<SsoAccount, number>()
/** A new person of the company. */
function person(account: SsoAccount, claims: object = {}) {
  const count = (names.get(account) ?? 0) + 1
  names.set(account, count)
  const email = `person-${count}@${account.domain}`
  provider.person = { sub: `${account.account}-${count}`, email, email_verified: true, ...claims }
  return email
}
const signIn = (account: SsoAccount) => signInWith(world, provider, `x@${account.domain}`)
const me = async (token: string) => world.call('GET', '/api/users/me', { token })
const mailsOf = async ({ accountId }: SsoAccount, kind: string) => {
  const { rows } = await world.superuser.query(
    'select kind from identity_mails where account_id = $1 and kind = $2',
    [accountId, kind],
  )
  return rows.length
}

describe('the settings', () => {
  test('need a proof and an administrator, keep the secret sealed, and are audited and sent by e-mail', async () => {
    const account = await makeSsoAccount(world, provider)
    await world.superuser.query('update users set email_verified_at = now() where account_id = $1', [
      account.accountId,
    ])
    const put = (token: string, body: object) => world.call('PUT', '/api/account/sso', { token, body })
    const byKey = await put(account.token, settingsOf(provider))
    expect([byKey.status, byKey.body.code]).toEqual([403, 'access.not_recent'])
    const saved = await put(account.session, settingsOf(provider, { name: 'Other' }))
    expect(saved.body.provider).toMatchObject({ name: 'Other', issuer: provider.issuer, mode: 'allowed' })
    expect(saved.text).not.toContain(provider.clientSecret)
    expect(saved.body.redirectUri).toMatch(/\/session\/sso\/callback$/)
    const { rows } = await world.superuser.query('select p::text from sso_providers p')
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(provider.clientSecret).toString('hex'))
    expect(await mailsOf(account, 'sso-changed')).toBeGreaterThan(0)
    const audit = await world.call('GET', `/api/audit?targetId=${account.account}`, { token: account.token })
    expect(audit.body.changes[0]).toMatchObject({ action: 'account.sso_changed', after: { name: 'Other' } })
    expect(audit.text).not.toContain(provider.clientSecret)
  })

  test.each([
    'http://10.0.0.1',
    'https://169.254.169.254',
    'ftp://example.com',
    'nonsense',
    'https://a.example?x=1',
  ])('refuse the issuer %s', async (issuer) => {
    const account = await makeSsoAccount(world, provider)
    const body = settingsOf({ ...provider, issuer })
    const { status } = await world.call('PUT', '/api/account/sso', { token: account.session, body })
    expect(status).toBe(400)
  })

  test('a test signs in for real, opens no session, and shows what a user would get', async () => {
    const account = await makeSsoAccount(world, provider, { mode: 'off' })
    const email = person(account, { groups: ['drivers'] })
    const { url, cookie } = await beginFor(world, 'test', account.sessionCookie)
    const back = await comeBack(world, cookie, { ...provider.authorize(url) })
    expect(back.headers.location).toBe('/sso-done?outcome=tested')
    expect(cookieOf(back)).toBe('')
    const { body } = await world.call('GET', '/api/account/sso', { token: account.session })
    expect(body.provider.test).toMatchObject({
      ...{ failure: null, email, emailVerified: true, values: ['drivers'], role: 'standard' },
    })
    expect(body.provider.testedAt).not.toBe(null)
  })
})

test('what a user name can sign in with depends on its domain alone', async () => {
  const account = await makeSsoAccount(world, provider)
  const email = person(account)
  await signIn(account)
  const start = async (userName: string) => {
    const { text, status } = await world.call('POST', '/session/start', { body: { userName } })
    return [status, text.replace(/"req_\w+"/, '')]
  }
  expect(await start(email)).toEqual(await start(`nobody@${account.domain}`))
  expect((await start(email))[1]).toContain('Example Corp')
  expect(await start(account.userName)).toEqual(await start('nobody@nowhere.example'))
})

test('roles follow the claim, and are read again at each sign-in', async () => {
  const account = await makeSsoAccount(world, provider)
  const group = await world.make.group(account)
  await setUp(world, account, provider, {
    roles: [
      { value: 'admins', role: 'administrator', privileges: [], groupIds: [] },
      { value: 'drivers', role: 'standard', privileges: ['reports.read'], groupIds: [group.id] },
    ],
  })
  person(account, { groups: ['drivers'] })
  const first = await tokenOf(world, await signIn(account))
  expect((await me(first)).body).toMatchObject({
    ...{ role: 'standard', privileges: ['reports.read'], groupIds: [group.id] },
  })
  provider.person.groups = ['admins', 'drivers']
  const second = await tokenOf(world, await signIn(account))
  expect((await me(second)).body).toMatchObject({ role: 'administrator', groupIds: [] })
  provider.person.groups = ['others']
  expect((await signIn(account)).headers.location).toBe('/sign-in?sso=no_role')
})

test('sessions end 12 hours after the sign-in at the provider, and are no newer than that', async () => {
  const account = await makeSsoAccount(world, provider)
  person(account)
  const seconds = Math.floor(world.ctx.now().getTime() / 1_000)
  provider.attack = { claims: (claims) => ({ ...claims, auth_time: seconds - 3_600 }) }
  const answer = await signIn(account)
  const refresh = () => world.call('POST', '/session/refresh', { headers: { cookie: cookieOf(answer) } })
  const { token } = (await refresh()).body
  const recent = await world.call('POST', '/api/me/totp', { token })
  expect([recent.status, recent.body.code]).toEqual([403, 'access.not_recent'])
  world.clock.offsetMs = 11 * 3_600_000 + 1_000
  expect((await refresh()).status).toBe(401)
})

test('a new sign-in at the provider is a proof, once', async () => {
  const account = await makeSsoAccount(world, provider)
  person(account)
  const cookie = cookieOf(await signIn(account))
  world.clock.offsetMs = 10 * 60_000
  const prove = () => world.call('POST', '/session/proof', { headers: { cookie }, body: { sso: true } })
  expect((await prove()).body.code).toBe('session.not_proven')
  const begun = await beginFor(world, 'proof', cookie)
  expect(new URL(begun.url).searchParams.get('max_age')).toBe('0')
  // The provider did not ask again.
  const early = Math.floor(world.ctx.now().getTime() / 1_000) - 300
  provider.attack = { claims: (claims) => ({ ...claims, auth_time: early }) }
  const stale = await comeBack(world, begun.cookie, { ...provider.authorize(begun.url) })
  expect(stale.headers.location).toBe('/sso-done?outcome=refused')
  provider.attack = {}
  const again = await beginFor(world, 'proof', cookie)
  const back = await comeBack(world, again.cookie, { ...provider.authorize(again.url) })
  expect(back.headers.location).toBe('/sso-done?outcome=proven')
  const proven = await prove()
  expect(proven.status).toBe(200)
  expect((await world.call('POST', '/api/me/totp', { token: proven.body.token })).status).toBe(200)
  expect((await prove()).status).toBe(401)
})

describe('required', () => {
  async function required(fields: object = {}) {
    const account = await makeSsoAccount(world, provider)
    const userName = `kept@${account.domain}`
    const password = 'a sled, a compass and 40 dogs'
    await world.call('POST', '/api/users', {
      token: account.session,
      body: { name: 'Kept', email: userName, country: 'ES', timeZone: 'UTC', password },
    })
    await world.superuser.query(
      'update users set temporary_password_until = null, email_verified_at = now() where account_id = $1',
      [account.accountId],
    )
    const before = await signInAs(world, { userName, password })
    expect(before.status).toBe(200)
    await world.superuser.query('update sso_providers set tested_at = now() where account_id = $1', [
      account.accountId,
    ])
    await setUp(world, account, provider, { mode: 'required', ...fields })
    return { account, userName, password, before }
  }

  test('needs a test first', async () => {
    const account = await makeSsoAccount(world, provider)
    const body = settingsOf(provider, { mode: 'required' })
    const answer = await world.call('PUT', '/api/account/sso', { token: account.session, body })
    expect([answer.status, answer.body.code]).toEqual([409, 'sso.not_tested'])
  })

  test('passwords are refused like wrong ones, and open sessions end', async () => {
    const { userName, password, before } = await required()
    const right = await signInAs(world, { userName, password })
    const wrong = await signInAs(world, { userName, password: `not ${password}` })
    const bytes = ({ text, status }: typeof right) => [status, text.replace(/"req_\w+"/, '')]
    expect(bytes(right)).toEqual(bytes(wrong))
    expect(right.status).toBe(401)
    const headers = { cookie: cookieOf(before) }
    expect((await world.call('POST', '/session/refresh', { headers })).status).toBe(401)
    await sleep(2_500)
    expect((await me(before.body.token)).status).toBe(401)
  })

  test('the owner signs in with both factors, and all administrators learn of it', async () => {
    const { account } = await required()
    const first = await signInAs(world, account)
    expect(first.status).toBe(202)
    const code = nextCode(world, account.totpSecret)
    expect((await finish(world, stepCookieOf(first), { code })).status).toBe(200)
    expect(await mailsOf(account, 'sso-bypassed')).toBe(1)
  })

  test('API keys are kept, or not', async () => {
    const { account } = await required()
    const user = await world.make.user(account, { email: `key-${Math.random()}@${account.domain}` })
    await sleep(2_500)
    expect((await me(user.token)).status).toBe(200)
    await setUp(world, account, provider, { mode: 'required', keepsApiKeys: false })
    await sleep(2_500)
    expect((await me(user.token)).status).toBe(401)
    expect((await me(account.token)).status).toBe(200)
  })
})

describe('back-channel logout', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claimsOf = (more: object = {}) => ({
    ...{ iss: provider.issuer, aud: provider.clientId, iat: Math.floor(Date.now() / 1_000) },
    ...{ jti: `jti-${Math.random()}`, events: event, sub: provider.person.sub, ...more },
  })
  const header = { typ: 'logout+jwt' }
  const post = (account: SsoAccount, token: string) =>
    world.call('POST', `/session/sso/logout/${account.account}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `logout_token=${token}`,
    })
  async function signedIn(claims: object = {}) {
    const account = await makeSsoAccount(world, provider)
    person(account, claims)
    const cookie = cookieOf(await signIn(account))
    const isOpen = async () =>
      (await world.call('POST', '/session/refresh', { headers: { cookie } })).status === 200
    return { account, isOpen }
  }

  test('ends the sessions of the subject, once per token', async () => {
    const { account, isOpen } = await signedIn()
    const token = await provider.sign(claimsOf(), { header })
    expect(await isOpen()).toBe(true)
    expect((await post(account, token)).status).toBe(200)
    expect(await isOpen()).toBe(false)
    expect((await post(account, token)).status).toBe(400)
  })

  test('ends the session of the sid alone', async () => {
    const { account, isOpen } = await signedIn({ sid: 'sid-1' })
    const bySid = (sid: string) => provider.sign(claimsOf({ sub: undefined, sid }), { header })
    expect((await post(account, await bySid('sid-2'))).status).toBe(200)
    expect(await isOpen()).toBe(true)
    expect((await post(account, await bySid('sid-1'))).status).toBe(200)
    expect(await isOpen()).toBe(false)
  })

  const old = Math.floor(Date.now() / 1_000) - 600
  const wrong: [string, object, object?][] = [
    ['of another issuer', { iss: 'https://another.example' }],
    ['for another client', { aud: 'another' }],
    ['that is old', { iat: old }],
    ['from the future', { iat: old + 1_200 }],
    ['without a time', { iat: undefined }],
    ['with a nonce', { nonce: 'x' }],
    ['without events', { events: undefined }],
    ['with another event', { events: { 'https://example.com/other': {} } }],
    ['without jti', { jti: undefined }],
    ['of nobody', { sub: undefined }],
    ['that is an ID token', {}, { typ: 'JWT' }],
  ]
  test.each(wrong)('refuses a token %s', async (_name, claims, otherHeader) => {
    const { account, isOpen } = await signedIn()
    const token = await provider.sign(claimsOf(claims), { header: otherHeader ?? header })
    expect((await post(account, token)).status).toBe(400)
    expect(await isOpen()).toBe(true)
  })

  test('refuses a forged token, and one of an account without a provider', async () => {
    const { account, isOpen } = await signedIn()
    const forged = await provider.sign(claimsOf(), { header, pair: newPair(provider.pair.kid) })
    expect((await post(account, forged)).status).toBe(400)
    expect((await post(account, 'nonsense')).status).toBe(400)
    const other = (await world.make.account()) as SsoAccount
    expect((await post(other, await provider.sign(claimsOf(), { header }))).status).toBe(400)
    expect(await isOpen()).toBe(true)
  })
})
