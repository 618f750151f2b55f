// Whether the time of a request for a new password reveals that a name exists (acceptance A11).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitWithoutWaiting, compareNames } from '../../../test/known-names.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
  await commitWithoutWaiting(world)
})
afterAll(() => world.close())

test('2,000 known and 2,000 unknown names: same bytes, same time', async () => {
  const { answers, byClock, byProcessor } = await compareNames(world, (userName, headers) =>
    world.call('POST', '/session/reset', { body: { userName }, headers }),
  )
  process.stdout.write(`clock: ${JSON.stringify(byClock)}; processor: ${JSON.stringify(byProcessor)}\n`)
  expect(answers.size).toBe(1)
  // On a machine too noisy for the clock, the processor's time decides.
  expect(Math.min(byClock.meansApart, byProcessor.meansApart)).toBeLessThan(0.02)
  expect(0.05 - Math.max(byClock.ksP, byProcessor.ksP)).toBeLessThan(0)
})
