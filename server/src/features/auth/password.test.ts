import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createHashQueue } from './hash-queue.ts'
import { hashPassword, isPasswordOf } from './password.api.ts'

describe('a password', () => {
  test('is stored as argon2id with its parameters and its own salt', async () => {
    const [one, other] = [await hashPassword('caracola'), await hashPassword('caracola')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(other)
    expect(await isPasswordOf('caracola', one)).toBe(true)
    expect(await isPasswordOf('Caracola', one)).toBe(false)
  })

  test('may be long and contain any characters', async () => {
    for (const password of ['ñandú 🛰 пароль', ' ', 'x'.repeat(256)]) {
      expect(await isPasswordOf(password, await hashPassword(password))).toBe(true)
    }
  })

  test('hashed with other parameters still matches', async () => {
    const nonce = Buffer.from('somesalt-16bytes')
    const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 16 }
    const tag = argon2Sync('argon2id', { message: 'password', nonce, ...cost })
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
    expect(await isPasswordOf('password', stored)).toBe(true)
    expect(await isPasswordOf('wrong', stored)).toBe(false)
  })

  test.each([
    null,
    undefined,
    '',
    'password',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=1,t=1,p=1$$',
  ])('is never right for a hash that is none: %s', async (stored) => {
    expect(await isPasswordOf('password', stored)).toBe(false)
    expect(await isPasswordOf('', stored)).toBe(false)
  })

  test('takes the same time to reject with and without a stored hash', async () => {
    const stored = await hashPassword('caracola')
    const sumsMs = { without: 0, with: 0 }
    for (let time = 0; time < 15; time += 1) {
      for (const [which, hash] of [
        ['without', null],
        ['with', stored],
      ] as const) {
        const beganAt = performance.now()
        await isPasswordOf('wrong', hash)
        sumsMs[which] += performance.now() - beganAt
      }
    }
    const ratio = sumsMs.without / sumsMs.with
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

describe('concurrent sign-ins', () => {
  let world: World
  let account: MadeAccount
  beforeAll(async () => {
    // The queue is tested here, not the limits of failed attempts.
    world = await openWorld({
      RASTRO_TRUSTED_PROXIES: '127.0.0.1',
      RASTRO_AUTH_FAILURES_PER_ADDRESS: '1000',
      RASTRO_AUTH_FAILURES_PER_MINUTE: '10000',
    })
    account = await world.make.account()
  })
  afterAll(() => world.close())

  const signIn = (from: string, body: object) =>
    world.call('POST', '/session', { body, headers: { 'x-forwarded-for': from } })

  // In turn, a sign-in waits for two hashes of others; first come, first served, it would wait for all of them. Hashes that end while
  // the request does something else count too: on a busy machine those are a few. The queue below is tested exactly.
  const fewHashes = 10
  const pollIntervalMs = 5

  test('of one network do not queue in front of those of another', async () => {
    let judged = 0
    const guesses = Array.from({ length: 40 }, (_, index) =>
      signIn('192.0.2.1', { userName: `name-${index}`, password: 'wrong' }).then(({ status }) => {
        if (status === 401) judged += 1
        return status
      }),
    )
    await expect.poll(() => judged, { interval: pollIntervalMs }).toBeGreaterThan(2)
    const { userName, password } = account
    const before = judged
    expect((await signIn('198.51.100.1', { userName, password })).status).toBe(200)
    expect(judged - before).toBeLessThanOrEqual(fewHashes)
    // Where hashes are slow, the slots of the network reject some.
    expect(await Promise.all(guesses)).not.toContain(200)
  })

  test('from many networks do not queue in front of a known one, and at most 50 wait', async () => {
    const { userName, password } = account
    const home = '198.51.100.1'
    expect((await signIn(home, { userName, password })).status).toBe(200)
    let judged = 0
    const guesses = Array.from({ length: 80 }, (_, index) =>
      signIn(`203.0.113.${index}`, { userName: `name-${index}`, password: 'wrong' }).then((answer) => {
        if (answer.status === 401) judged += 1
        return answer
      }),
    )
    await expect.poll(() => judged, { interval: pollIntervalMs }).toBeGreaterThan(2)
    const before = judged
    expect((await signIn(home, { userName, password })).status).toBe(200)
    expect(judged - before).toBeLessThanOrEqual(fewHashes)
    const busy = (await Promise.all(guesses)).filter(({ status }) => status === 429)
    expect(busy.length + judged).toBe(80)
    expect(busy.length).toBeGreaterThan(10)
    expect(busy[0]?.body.code).toBe('access.busy')
  })

  test('are hashed one at a time, in order', async () => {
    const finished: string[] = []
    const hash = (name: string) => hashPassword(name).then(() => finished.push(name))
    const order = Array.from({ length: 12 }, (_, index) => `person ${index}`)
    await Promise.all(order.map(hash))
    expect(finished).toEqual(order)
  })
})

describe('the queue of hashes', () => {
  const turn = (key: string, isKnown = false) => ({ key, isKnown })

  /** Queues hashes behind a first one, and returns their order. `!` marks a rejected one. */
  async function orderOf(maxWaiting: number, turns: { key: string; isKnown: boolean }[]): Promise<string> {
    const inTurn = createHashQueue(maxWaiting)
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    const running = [
      inTurn(turn('first'), () => first.promise),
      ...turns.map(async (one) => {
        await inTurn(one, async () => order.push(one.key)).catch(() => order.push(`${one.key}!`))
      }),
    ]
    first.resolve()
    await Promise.all(running)
    return order.join(' ')
  }

  test('serves keys in turn', async () => {
    const turns = ['a', 'a', 'a', 'b', 'a', 'c'].map((key) => turn(key))
    expect(await orderOf(10, turns)).toBe('a b c a a a')
  })

  test('alternates between known and unknown keys', async () => {
    const turns = [turn('a'), turn('b'), turn('c'), turn('K', true), turn('K', true)]
    expect(await orderOf(10, turns)).toBe('K a K b c')
  })

  test('rejects the newest of the longest queue when it is full', async () => {
    const turns = ['a', 'a', 'a', 'a', 'b', 'a'].map((key) => turn(key))
    expect(await orderOf(4, turns)).toBe('a! a! a b a a')
  })
})
