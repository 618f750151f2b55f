// Whether the time of a refused sign-in reveals that a name exists (acceptance A11).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitWithoutWaiting, compareNames, expectSameTime } from '../../../test/known-names.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

/** Each request computes an argon2 hash. */
const timeoutMs = 15 * 60_000

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  await commitWithoutWaiting(world)
})
afterAll(() => world.close())

test('2,000 known and 2,000 unknown names with a wrong password: same bytes, same time', {
  timeout: timeoutMs,
}, async () => {
  const compared = await compareNames(world, (userName, headers) =>
    world.call('POST', '/session', { body: { userName, password: 'wrong' }, headers }),
  )
  expect([...compared.answers].map((answer) => answer.slice(0, 3))).toEqual(['401'])
  expectSameTime(compared)
})
