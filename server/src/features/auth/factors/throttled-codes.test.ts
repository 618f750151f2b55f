import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrol, finish, nextCode, signInAs, stepCookieOf } from '../../../../test/second-factor.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_AUTH_FAILURES_PER_NAME: '8' })
})
afterAll(() => world.close())

test('wrong codes count as failures of the name, and the right password does not reset them', async () => {
  const account = await world.make.account()
  const { secret } = await enrol(world, account)
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const first = await signInAs(world, account)
    statuses.push(first.status)
    if (first.status !== 202) break
    for (let tries = 0; tries < 4; tries += 1) {
      const wrong = await finish(world, stepCookieOf(first), { code: codeOf(world, secret, 20 + tries) })
      statuses.push(wrong.status)
    }
  }
  expect(statuses).toEqual([202, 401, 401, 401, 401, 202, 401, 401, 401, 401, 429])

  world.clock.offsetMs = 20 * 60_000
  const again = await signInAs(world, account)
  expect(again.status).toBe(202)
  expect((await finish(world, stepCookieOf(again), { code: nextCode(world, secret) })).status).toBe(200)
  // Both factors were right: the failures are forgotten.
  const wrong = await finish(world, stepCookieOf(await signInAs(world, account)), {
    code: codeOf(world, secret, 20),
  })
  expect(wrong.status).toBe(401)
  expect((await signInAs(world, account)).status).toBe(202)
})
