// Whether the time of a request for a new password reveals that a name exists (acceptance A11).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitWithoutWaiting, compareNames, expectSameTime } from '../../../test/known-names.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  await commitWithoutWaiting(world)
})
afterAll(() => world.close())

test('2,000 known and 2,000 unknown names: same bytes, same time', async () => {
  const compared = await compareNames(world, (userName, headers) =>
    world.call('POST', '/session/reset', { body: { userName }, headers }),
  )
  expect(compared.answers.size).toBe(1)
  expectSameTime(compared)
})
