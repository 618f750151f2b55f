// Chapter 1. A tracker says where it is, and its owner sees it.

import { connect } from 'node:net'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import type { RunningGateway } from '../src/roles/gateway.ts'
import { startGateway } from '../src/roles/gateway.ts'
import type { World } from '../test/world.ts'
import { openWorld } from '../test/world.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }

beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

test('a location walks from the tracker’s socket to the answer of the API', async () => {
  // An account holder registers a tracker by what it calls itself.
  const owner = await world.make.account()
  const imei = '356307042441013'
  const device = await world.make.device(owner, { name: 'Sled 1', identifier: imei })

  // The tracker connects to the one port there is. It speaks Teltonika; nobody had to say so.
  const { encode } = socketProtocols.find(({ name }) => name === 'teltonika')!
  const tracker = connect(gateway.port, '127.0.0.1')
  tracker.write(encode.login!(imei, 1))
  expect((await heard(tracker)).toString('hex')).toBe('01')

  // It reports, and is answered only when the durable log holds the location: from then on it may forget it.
  const fixedAt = new Date()
  const place = {
    latitude: -77.8419,
    longitude: 166.6863,
    speedKmh: 18,
    valid: true,
    alarms: [],
    attributes: {},
  }
  for (const frame of encode.locations(imei, [{ fixedAt, ...place }], 2)) tracker.write(frame)
  expect((await heard(tracker)).toString('hex')).toBe('00000001')
  tracker.end()

  // The recorder takes it from the log, stores it and moves the device's newest location forward.
  const lastLocation = () =>
    world.call('GET', `/api/devices/${device.id}/lastLocation`, { token: owner.token })
  await expect.poll(async () => (await lastLocation()).status).toBe(200)

  // The owner asks the API. Speeds are metres per second there, whatever the tracker counts in.
  expect((await lastLocation()).body.lastLocation).toMatchObject({
    dateTime: fixedAt.toISOString(),
    latitude: -77.8419,
    longitude: 166.6863,
    speed: 5,
  })

  // For anybody else the device does not exist.
  const stranger = await world.make.account()
  const asked = await world.call('GET', `/api/devices/${device.id}/lastLocation`, { token: stranger.token })
  expect(asked.status).toBe(404)
})

function heard(tracker: ReturnType<typeof connect>): Promise<Buffer> {
  return new Promise((resolve) => tracker.once('data', resolve))
}
