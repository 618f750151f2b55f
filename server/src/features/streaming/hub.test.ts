import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { createHub } from './hub.api.ts'
import type { EventSink, View } from './streaming.types.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a stream that is requested just before the stop is refused, and not open for ever', async () => {
  const { accountId } = await world.make.account()
  const hub = createHub(world.ctx)
  const loaded = Promise.withResolvers<View>()
  const sink = { loadView: () => loaded.promise } as unknown as EventSink
  const subscribing = hub.subscribe(accountId, sink, undefined)
  hub.stop()
  loaded.resolve({} as View)
  await expect(subscribing).rejects.toThrow(UnavailableError)
})
