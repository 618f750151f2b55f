// Chapter 5. A program follows what happens, loses its line, and misses nothing.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeardEvent } from '../../simulator/src/stream-listener.ts'
import { followStream } from '../../simulator/src/stream-listener.ts'
import { startPublishing } from '../src/features/events/outbox.api.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import type { Sweep } from '../src/platform/jobs/poller.ts'
import type { World } from '../test/world.ts'
import { openWorld } from '../test/world.ts'

let world: World
let url: string
let recorder: { stop(): void }
let publisher: Sweep

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

test('a program hears what happens, and goes on where it was after its line broke', async () => {
  const owner = await world.make.account()
  const sled = await world.make.device(owner, { name: 'Sled 1' })
  const report = (latitude: number) =>
    world.call('POST', `/api/devices/${sled.id}/locations`, {
      token: owner.token,
      body: { dateTime: new Date().toISOString(), latitude, longitude: 166.6 },
    })

  // It asks for the stream of locations and alerts. The first thing it hears is where it stands: a cursor.
  const heard: HeardEvent[] = []
  const program = followStream({
    url: () => `${url}/api/stream?kinds=location,alert`,
    token: () => owner.token,
    hear: (event) => heard.push(event),
  })
  await expect.poll(() => heard.map(({ kind }) => kind)).toEqual(['hello'])

  // The recorder stores a location and tells the log of events; the log tells whoever follows the account.
  const told = () => heard.filter(({ kind }) => kind !== 'hello').map(({ data }) => data.type)
  await report(-77.1)
  await expect.poll(told).toEqual(['location'])

  // The line breaks, and something happens that nobody was there to hear.
  program.cut()
  await report(-77.2)
  await world.make.alert(owner, sled.id, { name: 'sos' })

  // The program comes again with the last cursor it has, and is told what it missed, and only that.
  await expect.poll(() => told().sort()).toEqual(['alert.raised', 'location', 'location'])
  const places = heard.filter(({ kind }) => kind === 'location').map(({ data }) => data.data.latitude)
  expect(places).toEqual([-77.1, -77.2])

  // The same cursor works for whoever rather asks than listens.
  const first = heard[0]!.cursor
  const page = await world.call('GET', `/api/events?after=${first}&kinds=location`, { token: owner.token })
  expect(page.body.events.map((event: { data: { latitude: number } }) => event.data.latitude)).toEqual(places)

  // Somebody else's stream is silent.
  const stranger = await world.make.account()
  const theirs = await world.call('GET', '/api/stream?forSeconds=1', { token: stranger.token })
  expect(theirs.text).not.toContain(sled.id)
  program.close()
})
