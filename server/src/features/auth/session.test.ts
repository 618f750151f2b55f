import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { strike } from '../../../test/people.ts'
import { decode } from '../../../test/tokens.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { resetPassword } from '../users/user.api.ts'
import { newTemporaryPassword } from './new-passwords.api.ts'
import { hashPassword } from './password.api.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_PUBLIC_URL: 'https://rastro.example' })
  account = await world.make.account()
})
afterAll(() => world.close())
afterEach(() => {
  world.clock.offsetMs = 0
})

const signIn = ({ userName, password } = account, headers: Record<string, string> = {}) =>
  world.call('POST', '/session', { body: { userName, password }, headers })
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  world.call('POST', '/session/refresh', { headers: { cookie, ...headers } })
const signOut = (cookie: string) => world.call('DELETE', '/session', { headers: { cookie } })
const isLive = async (token: string) => (await world.call('GET', '/api/account', { token })).status === 200
/** Rechecked every 2 s; 5 s are promised. */
const expectToDie = (token: string) => expect.poll(() => isLive(token), { timeout: 5_000 }).toBe(false)
/** The cookie that a browser sends back; empty if none was set. */
const cookieOf = ({ headers }: Called) => String(headers['set-cookie'] ?? '').split(';')[0]!
const later = (seconds: number) => {
  world.clock.offsetMs += seconds * 1_000
}

describe('changing your own password', () => {
  const newPassword = 'a sled, a compass and 40 dogs'
  const change = (who: { userName: string; password: string }, wanted = newPassword) =>
    world.call('PUT', '/session/password', {
      body: { userName: who.userName, password: who.password, newPassword: wanted },
    })

  test('needs only the old password, and no privilege', async () => {
    const password = 'the first password'
    const { userName } = await world.make.user(account, { role: 'standard', password })
    const reader = { userName, password }
    const changed = await change(reader)
    expect(changed.status).toBe(200)
    expect((await signIn({ ...account, ...reader })).status).toBe(401)
    expect((await signIn({ ...account, userName, password: newPassword })).status).toBe(200)
  })

  test('ends all other sessions and is audited', async () => {
    const own = await world.make.account()
    const before = await signIn(own)
    const changed = await change(own)
    expect((await refresh(cookieOf(before))).status).toBe(401)
    await expectToDie(before.body.token)
    expect((await refresh(cookieOf(changed))).status).toBe(200)
    expect(await isLive(changed.body.token)).toBe(true)
    const { body } = await world.call('GET', `/api/audit?targetId=${own.ownerId}`, {
      token: changed.body.token,
    })
    expect(body.changes[0]).toMatchObject({ action: 'users.changed', after: { passwordChanged: true } })
    expect(JSON.stringify(body)).not.toContain(newPassword)
  })

  test('is rejected without the old password, and counts as a failed sign-in', async () => {
    const own = await world.make.account()
    const refused = await change({ ...own, password: 'not the one' })
    expect(refused).toMatchObject({ status: 401, body: { code: 'session.refused' } })
    expect((await signIn(own)).status).toBe(200)
  })

  test('rejects a common new password and names the field', async () => {
    const refused = await change(await world.make.account(), 'password2026!')
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'newPassword' }] } })
  })
})

describe('signing in', () => {
  test('returns a short-lived token and sets a protected cookie', async () => {
    const answer = await signIn()
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['expiresAt', 'requestId', 'success', 'token'])
    expect(answer.headers['cache-control']).toBe('no-store')
    const minutes = (Date.parse(answer.body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    expect(await isLive(answer.body.token)).toBe(true)

    const [value, ...attributes] = String(answer.headers['set-cookie']).split('; ')
    expect(value).toMatch(/^__Host-rastro=acc_\w{22}\.ses_\w{22}\.\w{43}$/)
    const expires = attributes.find((one) => one.startsWith('Expires='))!
    expect(attributes.filter((one) => one !== expires).sort()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    const days = (Date.parse(expires.slice(8)) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThanOrEqual(14)
  })

  test('issues the token for the session, so that it can be revoked', async () => {
    const answer = await signIn()
    const [, sessionId] = cookieOf(answer).split('.')
    expect(decode(answer.body.token).claims).toMatchObject({ client_id: sessionId, sub: account.ownerId })
  })

  test('accepts the user name in any case', async () => {
    expect((await signIn({ ...account, userName: account.userName.toUpperCase() })).status).toBe(200)
  })

  test('gives the same error for a wrong password and an unknown, disabled, expired or not yet valid user', async () => {
    const users = await Promise.all([1, 2, 3].map(() => world.make.account()))
    const misfortunes = ['disabled', 'expired', 'not yet valid'] as const
    for (const [index, what] of misfortunes.entries())
      await strike(world.superuser, users[index]!.ownerId, what)
    const unknownUser = { ...account, userName: 'nobody@example.com' }
    for (const who of [{ ...account, password: 'wrong' }, unknownUser, ...users]) {
      const { status, body, headers } = await signIn(who)
      expect(status).toBe(401)
      expect(body).toEqual({
        success: false,
        error: 'The user name or the password is not valid.',
        code: 'session.refused',
        requestId: expect.any(String),
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('rejects an API key as password and a password as API key', async () => {
    expect((await signIn({ ...account, password: account.apiKey })).status).toBe(401)
    const { userName, password: apiKey } = account
    expect((await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })).status).toBe(401)
  })
})

describe('refreshing', () => {
  test('returns a new token and a new cookie each time', async () => {
    const first = await signIn()
    const second = await refresh(cookieOf(first))
    const third = await refresh(cookieOf(second))
    expect([second.status, third.status]).toEqual([200, 200])
    expect(new Set([first, second, third].map(cookieOf)).size).toBe(3)
    expect(new Set([first, second, third].map(({ body }) => body.token)).size).toBe(3)
    expect(await isLive(third.body.token)).toBe(true)
  })

  test('extends the session', async () => {
    let cookie = cookieOf(await signIn())
    for (let week = 0; week < 4; week += 1) {
      later(7 * 86_400)
      const answer = await refresh(cookie)
      expect(answer.status).toBe(200)
      cookie = cookieOf(answer)
    }
    later(14 * 86_400 + 1)
    expect((await refresh(cookie)).status).toBe(401)
  })

  test('extends the session to 90 days at most', async () => {
    let answer = await signIn()
    const ends: string[] = []
    for (let week = 0; week < 12; week += 1) {
      later(7 * 86_400)
      answer = await refresh(cookieOf(answer))
      expect(answer.status).toBe(200)
      ends.push(/expires=([^;]+)/i.exec(String(answer.headers['set-cookie']))![1]!)
    }
    expect(ends.at(-1)).toBe(ends.at(-2))
    later(6 * 86_400)
    expect((await refresh(cookieOf(answer))).status).toBe(401)
  })

  test('works in two tabs at once', async () => {
    const before = cookieOf(await signIn())
    const tabs = await Promise.all([refresh(before), refresh(before), refresh(before)])
    for (const { status, body } of tabs) {
      expect(status).toBe(200)
      expect(await isLive(body.token)).toBe(true)
    }
    // The tabs share one cookie jar, so the order of responses must not matter.
    expect(new Set(tabs.map(cookieOf)).size).toBe(1)
    later(600)
    expect((await refresh(cookieOf(tabs[2]!))).status).toBe(200)
  })

  test('can be repeated after a lost response', async () => {
    const before = cookieOf(await signIn())
    const lost = await refresh(before)
    later(20)
    const again = await refresh(before)
    expect(again.status).toBe(200)
    expect(cookieOf(again)).toBe(cookieOf(lost))
    later(600)
    expect((await refresh(cookieOf(again))).status).toBe(200)
  })

  test('with a cookie replaced more than 30 s ago ends the session, because the cookie was copied', async () => {
    const stolen = cookieOf(await signIn())
    const current = await refresh(stolen)
    later(31)
    expect(await isLive(current.body.token)).toBe(true)
    expect(await refresh(stolen)).toMatchObject({ status: 401, body: { code: 'session.ended' } })

    expect((await refresh(cookieOf(current))).status).toBe(401)
    await expectToDie(current.body.token)
  })

  test('with the ids of a session and a wrong secret does not end it', async () => {
    const first = cookieOf(await signIn())
    const current = cookieOf(await refresh(first))
    world.clock.offsetMs = 31_000
    const [name, account, id] = current.split(/[=.]/)
    expect((await refresh(`${name}=${account}.${id}.${'x'.repeat(43)}`)).status).toBe(401)
    expect((await refresh(current)).status).toBe(200)
    world.clock.offsetMs = 0
  })

  test('with a cookie of several refreshes ago ends the session too', async () => {
    const stolen = cookieOf(await signIn())
    let current = stolen
    for (let trade = 0; trade < 3; trade += 1) {
      current = cookieOf(await refresh(current))
      later(300)
    }
    expect((await refresh(stolen)).status).toBe(401)
    expect((await refresh(current)).status).toBe(401)
  })

  test('is rejected for a disabled user', async () => {
    const who = await world.make.account()
    const cookie = cookieOf(await signIn(who))
    await strike(world.superuser, who.ownerId, 'disabled')
    expect((await refresh(cookie)).status).toBe(401)
  })

  test('is rejected without a cookie and with an unknown one', async () => {
    const own = cookieOf(await signIn())
    const [account, session, secret] = own.split('.')
    const other = cookieOf(await signIn(await world.make.account())).split('.')
    const invented = ['', 'x', '__Host-rastro=', '__Host-rastro=..', `${account}.${session}.`, `${account}`]
    const mixed = [`${other[0]}.${session}.${secret}`, `${account}.${other[1]}.${secret}`]
    for (const cookie of [
      ...invented,
      ...mixed,
      `${account}.%00.%00`,
      `${account}.${session}.${'x'.repeat(3_000)}`,
    ]) {
      expect(await refresh(cookie)).toMatchObject({ status: 401, body: { code: 'session.ended' } })
    }
  })
})

describe('signing out', () => {
  test('ends the session, revokes its token and clears the cookie', async () => {
    const { body, ...answer } = await signIn()
    const cookie = cookieOf({ body, ...answer })
    const out = await signOut(cookie)
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toMatch(/^__Host-rastro=; .*Expires=Thu, 01 Jan 1970/)
    expect((await refresh(cookie)).status).toBe(401)
    await expectToDie(body.token)
  })

  test('works with a cookie that another tab has just refreshed', async () => {
    const before = cookieOf(await signIn())
    const { body } = await refresh(before)
    expect((await signOut(before)).status).toBe(200)
    await expectToDie(body.token)
  })

  test('succeeds without a session', async () => {
    expect((await signOut('')).status).toBe(200)
    expect((await signOut('__Host-rastro=a.b.c')).status).toBe(200)
  })

  test('with a wrong secret ends nothing', async () => {
    const answer = await signIn()
    const [account, session] = cookieOf(answer).split('.')
    await signOut(`${account}.${session}.${'x'.repeat(43)}`)
    expect((await refresh(cookieOf(answer))).status).toBe(200)
    expect(await isLive(answer.body.token)).toBe(true)
  })
})

describe('another site', () => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://rastro.example' },
    { origin: 'https://rastro.example.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://rastro.example' },
  ] as Record<string, string>[])('gets nothing out of the cookie: %o', async (headers) => {
    const cookie = cookieOf(await signIn())
    for (const answer of [
      await signIn(account, headers),
      await refresh(cookie, headers),
      await world.call('DELETE', '/session', { headers: { cookie, ...headers } }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'session.foreign_origin' } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await refresh(cookie)).status).toBe(200)
  })

  test.each([
    { origin: 'https://rastro.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://rastro.example' },
    {},
  ] as Record<string, string>[])('is not the web interface itself: %o', async (headers) => {
    expect((await signIn(account, headers)).status).toBe(200)
  })
})

test('the cookie does not authenticate requests under /api', async () => {
  const cookie = cookieOf(await signIn())
  expect((await world.call('GET', '/api/account', { headers: { cookie } })).status).toBe(401)
})

test('the database contains neither secrets nor passwords', async () => {
  const [, , secret] = cookieOf(await signIn()).split('.')
  const { rows } = await world.superuser.query(
    'select s::text as session, u::text as holder from sessions s join users u on u.id = s.user_id',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(account.password)
})

describe('a temporary password', () => {
  const own = 'mareas vivas de marzo'
  let userName: string
  let password: string
  beforeEach(async () => {
    const { accountId, userName: name, ownerId } = await world.make.account()
    userName = name
    const given = newTemporaryPassword(world.ctx.now())
    password = given.password
    const passwordHash = await hashPassword(password)
    await inTransaction(world.ctx, accountId, (tx) =>
      resetPassword(tx, ownerId, { passwordHash, until: given.until, keepApiKeys: true }),
    )
  })
  const enter = (with_: string) => world.call('POST', '/session', { body: { userName, password: with_ } })
  const choose = (newPassword: string) =>
    world.call('PUT', '/session/password', { body: { userName, password, newPassword } })

  test('only allows choosing another password', async () => {
    const refused = await enter(password)
    expect([refused.status, refused.body.code]).toEqual([403, 'session.password_temporary'])
    expect(refused.headers).not.toHaveProperty('set-cookie')
    expect((await choose(password)).body.code).toBe('session.password_temporary')
    expect((await choose(own)).status).toBe(200)
    expect([(await enter(password)).status, (await enter(own)).status]).toEqual([401, 200])
  })

  test('expires after a day', async () => {
    later(24 * 3_600 - 5)
    expect((await enter(password)).status).toBe(403)
    later(10)
    for (const answer of [await enter(password), await choose(own)]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'session.refused'])
    }
  })
})
