import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  test('admits the limit per minute, then one for each refilled', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const limit = createRateLimit('token', 60)
      const taken = Array.from({ length: 60 }, () => limit.take('a'))
      expect(taken.map(({ remaining }) => remaining)).toEqual(Array.from(taken, (_, index) => 59 - index))
      expect(limit.take('a')).toMatchObject({ remaining: 0, retryAfterSeconds: 1 })
      expect(limit.take('b').retryAfterSeconds).toBeUndefined()
      vi.advanceTimersByTime(1_000)
      expect(limit.take('a').retryAfterSeconds).toBeUndefined()
      expect(limit.take('a').retryAfterSeconds).toBe(1)
      vi.advanceTimersByTime(60_000)
      expect(limit.take('a').remaining).toBe(59)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('requests refused together return one after the other, within a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const limit = createRateLimit('token', 120)
    const taken = Array.from({ length: 420 }, () => limit.take('a'))
    const seconds = taken.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? [])
    expect(seconds).toHaveLength(300)
    expect(seconds.slice(0, 6)).toEqual([1, 1, 2, 2, 3, 3])
    expect(Math.max(...seconds)).toBe(60)
    for (let second = 1; second <= 30; second += 1) {
      vi.advanceTimersByTime(1_000)
      const returning = seconds.filter((one) => one === second)
      expect(returning.map(() => limit.take('a').retryAfterSeconds)).toEqual([undefined, undefined])
    }
  } finally {
    vi.useRealTimers()
  }
})

describe('requests with a token', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await openWorld({ RASTRO_REQUESTS_PER_MINUTE: '20' })
    token = (await world.make.account()).token
  })
  afterAll(() => world.close())
  const call = (as = token) => world.call('GET', '/api/account', { token: as })

  test('get the remaining count, and are rejected with Retry-After when it is used up', async () => {
    const first = await call()
    expect(first.headers['ratelimit-policy']).toBe('"token";q=20;w=60')
    expect(first.headers.ratelimit).toMatch(/^"token";r=19;t=\d+$/)
    const rest = await Promise.all(Array.from({ length: 22 }, () => call()))
    const refused = rest.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({
        success: false,
        code: 'rate.exceeded',
        error: expect.stringContaining('Too many'),
      })
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3 * refused.length)
      expect(headers.ratelimit).toMatch(/;r=0;/)
      // What a limit refused costs nothing.
      expect(body.apiUsage).toBe(0)
      expect(body.apiDailyUsage).toBeLessThanOrEqual(20)
    }
  })

  test('do not count against another token', async () => {
    const other = await world.make.account()
    expect((await call(other.token)).status).toBe(200)
  })
})

describe('requests from an address', () => {
  test('are rejected above the limit, with or without a token', async () => {
    const world = await openWorld({ RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '10' })
    try {
      const answers = []
      for (let index = 0; index < 14; index += 1) answers.push(await world.call('GET', '/api/account'))
      expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
      expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
      expect((await world.call('GET', '/healthz')).status).toBe(200)
    } finally {
      await world.close()
    }
  })
})
