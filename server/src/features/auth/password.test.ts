import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
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
    world = await openWorld()
    account = await world.make.account()
  })
  afterAll(() => world.close())

  test('wait in a queue of 50; the rest get 429', async () => {
    const { userName } = account
    const answers = await Promise.all(
      Array.from({ length: 120 }, () =>
        world.call('POST', '/session', { body: { userName, password: 'wrong' } }),
      ),
    )
    const busy = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 401).length).toBe(120 - busy.length)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.length).toBeLessThanOrEqual(120 - 51)
    expect(busy[0]).toMatchObject({ body: { code: 'access.busy' }, headers: { 'retry-after': '5' } })

    expect((await world.call('POST', '/session', { body: account })).status).toBe(400)
    const { password } = account
    expect((await world.call('POST', '/session', { body: { userName, password } })).status).toBe(200)
  })

  test('are hashed one at a time, in order', async () => {
    const finished: string[] = []
    const hash = (name: string) => hashPassword(name).then(() => finished.push(name))
    const order = Array.from({ length: 12 }, (_, index) => `person ${index}`)
    await Promise.all(order.map(hash))
    expect(finished).toEqual(order)
  })
})
