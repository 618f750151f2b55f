import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import { apiKeyTokens, createClient, sessionTokens } from '../src/index.ts'
import type { CountedFetch } from './connections.ts'
import { countAnswers, createBrowser } from './connections.ts'

const lifetimeMinutes = 5

let world: World
let url: string
let account: MadeAccount
beforeAll(async () => {
  const minutes = String(lifetimeMinutes)
  world = await openWorld({
    RASTRO_TOKEN_MINUTES: minutes,
    RASTRO_SESSION_TOKEN_MINUTES: minutes,
    RASTRO_AUTH_FAILURES_PER_NAME: '3',
  })
  account = await world.make.account()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())
afterEach(() => {
  world.clock.offsetMs = 0
})

const now = () => Date.now() + world.clock.offsetMs
const countOf = ({ answers }: CountedFetch, answer: string) => answers.filter((one) => one === answer).length

/** Ten calls at once, every 20 seconds. */
async function callForLifetimes(counted: CountedFetch, token: () => Promise<string> | string): Promise<void> {
  const rastro = createClient({ url, token, fetch: counted.fetch })
  for (let second = 0; second <= 3 * lifetimeMinutes * 60; second += 20) {
    world.clock.offsetMs = second * 1_000
    await Promise.all(Array.from({ length: 10 }, () => rastro.get('/api/account')))
  }
}

describe('a token of an API key', () => {
  test('is renewed before it expires, over three lifetimes, without a refused call', async () => {
    const { userName, apiKey } = account
    const counted = countAnswers()
    await callForLifetimes(counted, apiKeyTokens({ url, userName, apiKey, fetch: counted.fetch, now }))
    expect(countOf(counted, 'GET /api/account 200')).toBe(460)
    expect(countOf(counted, 'POST /api/Auth/Token 200')).toBe(4)
    expect(counted.answers).toHaveLength(464)
  })

  test('is obtained from a base URL with a slash at its end too', async () => {
    const { userName, apiKey } = account
    const rastro = createClient({ url: `${url}/`, token: apiKeyTokens({ url: `${url}/`, userName, apiKey }) })
    expect((await rastro.get('/api/account')).success).toBe(true)
  })

  test('is renewed in time although the local clock is wrong by a day', async () => {
    const { userName, apiKey } = account
    for (const wrongByMs of [-86_400_000, 86_400_000]) {
      const counted = countAnswers()
      const token = apiKeyTokens({
        url,
        userName,
        apiKey,
        fetch: counted.fetch,
        now: () => now() + wrongByMs,
      })
      await callForLifetimes(counted, token)
      expect(countOf(counted, 'POST /api/Auth/Token 200')).toBe(4)
      expect(counted.answers.filter((answer) => !answer.endsWith('200'))).toEqual([])
    }
  })

  test('with a wrong key is refused once, with the server’s message', async () => {
    const counted = countAnswers()
    const { userName } = account
    const token = apiKeyTokens({ url, userName, apiKey: 'wrong', fetch: counted.fetch })
    const rastro = createClient({ url, token, fetch: counted.fetch })
    const message = 'The user name or the API key is not valid.'
    await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 401, message })
    expect(counted.answers).toEqual(['POST /api/Auth/Token 401'])
  })
})

describe('a token that is refused', () => {
  test('is requested once more', async () => {
    const requested: unknown[] = []
    const token = async (options?: object) => {
      requested.push(options)
      return options ? account.token : 'stale'
    }
    const rastro = createClient({ url, token })
    expect(await rastro.get('/api/account')).toMatchObject({ success: true })
    expect(requested).toEqual([undefined, { fresh: true }])
  })

  test('throws if refused again', async () => {
    const counted = countAnswers()
    const rastro = createClient({ url, token: async () => 'stale', fetch: counted.fetch })
    await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 401, code: 'token.invalid' })
    expect(counted.answers).toHaveLength(2)
  })
})

describe('a token of a session', () => {
  const who = () => ({ userName: account.userName, password: account.password })

  test('is renewed by the cookie before it expires', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch, now })
    await session.signIn(who())
    await callForLifetimes(browser, session.token)
    expect(countOf(browser, 'GET /api/account 200')).toBe(460)
    expect(countOf(browser, 'POST /session/refresh 200')).toBe(3)
    expect(browser.answers).toHaveLength(464)
  })

  test('is found again after a reload of the page', async () => {
    const browser = createBrowser()
    await sessionTokens({ url, fetch: browser.fetch }).signIn(who())
    const reloaded = sessionTokens({ url, fetch: browser.fetch })
    const rastro = createClient({ url, token: reloaded.token })
    expect(await rastro.get('/api/account')).toMatchObject({ success: true })
  })

  test('is refused for a wrong password', async () => {
    const session = sessionTokens({ url, fetch: createBrowser().fetch })
    const signingIn = session.signIn({ userName: account.userName, password: 'wrong' })
    await expect(signingIn).rejects.toMatchObject({ status: 401, code: 'session.refused' })
  })

  test('is not retried after a 429 on sign-in', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch })
    const guess = () => session.signIn({ userName: 'nobody@example.com', password: 'wrong' })
    for (let tries = 0; tries < 3; tries += 1) await expect(guess()).rejects.toMatchObject({ status: 401 })
    await expect(guess()).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
    expect(browser.answers).toHaveLength(4)
  })

  test('ends when the server refuses to renew it, and notifies listeners once', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch, now })
    let notified = 0
    session.onSignedOut(() => {
      notified += 1
    })
    await session.signIn(who())
    browser.forget()
    world.clock.offsetMs = lifetimeMinutes * 60_000
    const asking = Array.from({ length: 5 }, () => session.token())
    for (const { status } of await Promise.allSettled(asking)) expect(status).toBe('rejected')
    await expect(session.token()).rejects.toMatchObject({ status: 401, code: 'session.ended' })
    expect(notified).toBe(1)
    await session.signIn(who())
    expect(await session.token()).toContain('.')
  })

  test('survives a short outage of the server', async () => {
    const browser = createBrowser()
    let isAway = false
    const fetch = (...request: Parameters<typeof browser.fetch>) =>
      isAway ? Promise.reject(new TypeError('fetch failed')) : browser.fetch(...request)
    const session = sessionTokens({ url, fetch, now })
    let notified = 0
    session.onSignedOut(() => {
      notified += 1
    })
    await session.signIn(who())
    const first = await session.token()
    isAway = true
    world.clock.offsetMs = (lifetimeMinutes - 1) * 60_000
    expect(await session.token()).toBe(first)
    world.clock.offsetMs = lifetimeMinutes * 60_000
    await expect(session.token()).rejects.toMatchObject({ code: 'network.unreachable' })
    isAway = false
    expect(await session.token()).not.toBe(first)
    expect(notified).toBe(0)
  })

  test('ends with signing out', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch })
    let notified = 0
    const stop = session.onSignedOut(() => {
      notified += 1
    })
    await session.signIn(who())
    await session.signOut()
    expect(notified).toBe(1)
    await expect(session.token()).rejects.toMatchObject({ status: 401, code: 'session.ended' })
    expect(notified).toBe(1)
    stop()
    await session.signIn(who())
    await session.signOut()
    expect(notified).toBe(1)
  })
})
