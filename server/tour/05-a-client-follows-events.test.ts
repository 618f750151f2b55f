// Chapter 5. A client follows the event stream, loses its connection, and misses no event.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReceivedEvent } from '../../simulator/src/stream-client.ts'
import { followStream } from '../../simulator/src/stream-client.ts'
import { startPublishing } from '../src/features/events/outbox.api.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import type { Poller } from '../src/platform/jobs/poller.ts'
import type { World } from '../test/world.ts'
import { openWorld } from '../test/world.ts'

let world: World
let url: string
let recorder: { stop(): void }
let publisher: Poller

beforeAll(async () => {
  world = await openWorld()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  recorder = await recordLocations(world.ctx)
  publisher = startPublishing(world.ctx)
})
afterAll(async () => {
  recorder.stop()
  await publisher.stop()
  await world.close()
})

test('resumes the event stream after a disconnect without gaps', async () => {
  const owner = await world.make.account()
  const sled = await world.make.device(owner, { name: 'Sled 1' })
  const report = (latitude: number) =>
    world.call('POST', `/api/devices/${sled.id}/locations`, {
      token: owner.token,
      body: { dateTime: new Date().toISOString(), latitude, longitude: 166.6 },
    })

  // The client subscribes to locations and alerts. The first event is `hello`, which carries the current cursor.
  const received: ReceivedEvent[] = []
  const client = followStream({
    url: () => `${url}/api/stream?kinds=location,alert`,
    token: () => owner.token,
    onEvent: (event) => received.push(event),
  })
  await expect.poll(() => received.map(({ kind }) => kind)).toEqual(['hello'])

  // The recorder stores a location and publishes it to the event log; subscribers of the account receive it.
  const types = () => received.filter(({ kind }) => kind !== 'hello').map(({ data }) => data.type)
  await report(-77.1)
  await expect.poll(types).toEqual(['location'])

  // The connection breaks, and two events happen meanwhile.
  client.cut()
  await report(-77.2)
  await world.make.alert(owner, sled.id, { name: 'sos' })

  // The client reconnects with its last cursor, and receives exactly the events it missed.
  await expect.poll(() => types().sort()).toEqual(['alert.raised', 'location', 'location'])
  const latitudes = received.filter(({ kind }) => kind === 'location').map(({ data }) => data.data.latitude)
  expect(latitudes).toEqual([-77.1, -77.2])

  // The same cursor also works for polling.
  const first = received[0]!.cursor
  const page = await world.call('GET', `/api/events?after=${first}&kinds=location`, { token: owner.token })
  expect(page.body.events.map((event: { data: { latitude: number } }) => event.data.latitude)).toEqual(
    latitudes,
  )

  // Another account receives none of these events.
  const other = await world.make.account()
  const theirs = await world.call('GET', '/api/stream?forSeconds=1', { token: other.token })
  expect(theirs.text).not.toContain(sled.id)
  client.close()
})
