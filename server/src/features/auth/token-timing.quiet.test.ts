import { afterAll, beforeAll, expect, test } from 'vitest'
import { strike } from '../../../test/people.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const tries = 200
const warmUp = 20
const maxApart = 0.1

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function refusedRequests(): Promise<Record<string, object>> {
  const [wrong, disabled, expired] = await Promise.all([1, 2, 3].map(() => world.make.account()))
  await strike(world.superuser, disabled!.ownerId, 'disabled')
  await strike(world.superuser, expired!.ownerId, 'expired')
  const [secretOfAnother] = disabled!.apiKey.match(/[^_]+$/)!
  return {
    'unknown user': { userName: 'nobody-at-all@example.com', apiKey: wrong!.apiKey },
    'wrong key': { userName: wrong!.userName, apiKey: wrong!.apiKey.replace(/[^_]+$/, secretOfAnother) },
    'disabled user': { userName: disabled!.userName, apiKey: disabled!.apiKey },
    'expired user': { userName: expired!.userName, apiKey: expired!.apiKey },
  }
}

test('timing does not reveal the reason of a rejection: means differ by less than 10 % over 200 tries each', async () => {
  const requests = await refusedRequests()
  const sumsMs = new Map(Object.keys(requests).map((reason) => [reason, 0]))
  const refuse = async (reason: string, counts: boolean) => {
    const beganAt = performance.now()
    const { status } = await world.call('POST', '/api/Auth/Token', { body: requests[reason] })
    expect(status).toBe(401)
    if (counts) sumsMs.set(reason, sumsMs.get(reason)! + performance.now() - beganAt)
  }
  // Every reason takes every place in the order equally often, and two at a time leave no request waiting for a slot of its network.
  const reasons = Object.keys(requests)
  for (let round = -warmUp; round < tries; round += 1) {
    const first = (round + warmUp) % reasons.length
    const order = [...reasons.slice(first), ...reasons.slice(0, first)]
    for (const pair of [order.slice(0, 2), order.slice(2)])
      await Promise.all(pair.map((reason) => refuse(reason, round >= 0)))
  }
  const means = [...sumsMs.values()].map((sumMs) => sumMs / tries)
  expect(Math.max(...means) / Math.min(...means) - 1).toBeLessThan(maxApart)
})
