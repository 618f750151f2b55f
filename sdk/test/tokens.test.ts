import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import { apiKeyTokens, createClient, sessionTokens } from '../src/index.ts'
import type { CountedFetch } from './lines.ts'
import { countAnswers, createBrowser } from './lines.ts'

const lifetimeMinutes = 5

let world: World
let url: string
let account: MadeAccount
beforeAll(async () => {
  const minutes = String(lifetimeMinutes)
  world = await openWorld({
    RASTRO_TOKEN_MINUTES: minutes,
    RASTRO_SESSION_TOKEN_MINUTES: minutes,
    RASTRO_FAILURES_PER_NAME: '3',
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
async function callForLifetimes(line: CountedFetch, token: () => Promise<string> | string): Promise<void> {
  const rastro = createClient({ url, token, fetch: line.fetch })
  for (let second = 0; second <= 3 * lifetimeMinutes * 60; second += 20) {
    world.clock.offsetMs = second * 1_000
    await Promise.all(Array.from({ length: 10 }, () => rastro.get('/api/account')))
  }
}

describe('a token of an API key', () => {
  test('is renewed before it runs out: three lifetimes, no call refused, one request at a time', async () => {
    const { userName, apiKey } = account
    const line = countAnswers()
    await callForLifetimes(line, apiKeyTokens({ url, userName, apiKey, fetch: line.fetch, now }))
    expect(countOf(line, 'GET /api/account 200')).toBe(460)
    expect(countOf(line, 'POST /api/Auth/Token 200')).toBe(4)
    expect(line.answers).toHaveLength(464)
  })

  test('is renewed in time on a computer whose clock is wrong by a day', async () => {
    const { userName, apiKey } = account
    for (const wrongByMs of [-86_400_000, 86_400_000]) {
      const line = countAnswers()
      const token = apiKeyTokens({ url, userName, apiKey, fetch: line.fetch, now: () => now() + wrongByMs })
      await callForLifetimes(line, token)
      expect(countOf(line, 'POST /api/Auth/Token 200')).toBe(4)
      expect(line.answers.filter((answer) => !answer.endsWith('200'))).toEqual([])
    }
  })

  test('with a wrong key is refused in the server’s words, once', async () => {
    const line = countAnswers()
    const { userName } = account
    const token = apiKeyTokens({ url, userName, apiKey: 'wrong', fetch: line.fetch })
    const rastro = createClient({ url, token, fetch: line.fetch })
    const message = 'The user name or the API key is not valid.'
    await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 401, message })
    expect(line.answers).toEqual(['POST /api/Auth/Token 401'])
  })
})

describe('a token that is refused', () => {
  test('is asked for once more', async () => {
    const asked: unknown[] = []
    const token = async (options?: object) => {
      asked.push(options)
      return options ? account.token : 'stale'
    }
    const rastro = createClient({ url, token })
    expect(await rastro.get('/api/account')).toMatchObject({ success: true })
    expect(asked).toEqual([undefined, { fresh: true }])
  })

  test('and refused again is thrown', async () => {
    const line = countAnswers()
    const rastro = createClient({ url, token: async () => 'stale', fetch: line.fetch })
    await expect(rastro.get('/api/account')).rejects.toMatchObject({ status: 401, code: 'token.invalid' })
    expect(line.answers).toHaveLength(2)
  })
})

describe('a token of a session', () => {
  const who = () => ({ userName: account.userName, password: account.password })

  test('is renewed by the cookie before it runs out', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch, now })
    await session.signIn(who())
    await callForLifetimes(browser, session.token)
    expect(countOf(browser, 'GET /api/account 200')).toBe(460)
    expect(countOf(browser, 'POST /session/refresh 200')).toBe(3)
    expect(browser.answers).toHaveLength(464)
  })

  test('is found again by a page that was loaded anew', async () => {
    const browser = createBrowser()
    await sessionTokens({ url, fetch: browser.fetch }).signIn(who())
    const reloaded = sessionTokens({ url, fetch: browser.fetch })
    const rastro = createClient({ url, token: reloaded.token })
    expect(await rastro.get('/api/account')).toMatchObject({ success: true })
  })

  test('is not given for a wrong password', async () => {
    const session = sessionTokens({ url, fetch: createBrowser().fetch })
    const signingIn = session.signIn({ userName: account.userName, password: 'wrong' })
    await expect(signingIn).rejects.toMatchObject({ status: 401, code: 'session.refused' })
  })

  test('is not waited for by a person who is told to come later', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch })
    const guess = () => session.signIn({ userName: 'nobody@example.com', password: 'wrong' })
    for (let tries = 0; tries < 3; tries += 1) await expect(guess()).rejects.toMatchObject({ status: 401 })
    await expect(guess()).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
    expect(browser.answers).toHaveLength(4)
  })

  test('ends where the server refuses to renew it, and whoever listens is told once', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch, now })
    let told = 0
    session.onSignedOut(() => {
      told += 1
    })
    await session.signIn(who())
    browser.forget()
    world.clock.offsetMs = lifetimeMinutes * 60_000
    const asking = Array.from({ length: 5 }, () => session.token())
    for (const { status } of await Promise.allSettled(asking)) expect(status).toBe('rejected')
    await expect(session.token()).rejects.toMatchObject({ status: 401, code: 'session.ended' })
    expect(told).toBe(1)
    await session.signIn(who())
    expect(await session.token()).toContain('.')
  })

  test('does not end because the server is away for a moment', async () => {
    const browser = createBrowser()
    let isAway = false
    const fetch = (...request: Parameters<typeof browser.fetch>) =>
      isAway ? Promise.reject(new TypeError('fetch failed')) : browser.fetch(...request)
    const session = sessionTokens({ url, fetch, now })
    let told = 0
    session.onSignedOut(() => {
      told += 1
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
    expect(told).toBe(0)
  })

  test('is gone after signing out', async () => {
    const browser = createBrowser()
    const session = sessionTokens({ url, fetch: browser.fetch })
    let told = 0
    const stop = session.onSignedOut(() => {
      told += 1
    })
    await session.signIn(who())
    await session.signOut()
    expect(told).toBe(1)
    await expect(session.token()).rejects.toMatchObject({ status: 401, code: 'session.ended' })
    expect(told).toBe(1)
    stop()
    await session.signIn(who())
    await session.signOut()
    expect(told).toBe(1)
  })
})
