// Chapter 1. A tracker reports a location, and the owner of the device reads it from the API.

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

test('a location travels from the tracker’s socket to the API response', async () => {
  // An account owner registers a device under the identifier that the tracker sends (its IMEI).
  const owner = await world.make.account()
  const imei = '356307042441013'
  const device = await world.make.device(owner, { name: 'Sled 1', identifier: imei })

  // The tracker connects to the gateway's only TCP port. The gateway detects the protocol, here Teltonika.
  const { encode } = socketProtocols.find(({ name }) => name === 'teltonika')!
  const tracker = connect(gateway.port, '127.0.0.1')
  tracker.write(encode.login!(imei, 1))
  expect((await receive(tracker)).toString('hex')).toBe('01')

  // The gateway acknowledges a report only after the durable log has stored it: the tracker may then discard it.
  const fixedAt = new Date()
  const position = {
    latitude: -77.8419,
    longitude: 166.6863,
    speedKmh: 18,
    valid: true,
    alarms: [],
    attributes: {},
  }
  for (const frame of encode.locations(imei, [{ fixedAt, ...position }], 2)) tracker.write(frame)
  expect((await receive(tracker)).toString('hex')).toBe('00000001')
  tracker.end()

  // The recorder reads the log, stores the location and updates the device's last location.
  const lastLocation = () =>
    world.call('GET', `/api/devices/${device.id}/lastLocation`, { token: owner.token })
  await expect.poll(async () => (await lastLocation()).status).toBe(200)

  // The owner reads it from the API. The API uses metres per second, whatever unit the tracker sends.
  expect((await lastLocation()).body.lastLocation).toMatchObject({
    dateTime: fixedAt.toISOString(),
    latitude: -77.8419,
    longitude: 166.6863,
    speed: 5,
  })

  // To every other account the device does not exist.
  const other = await world.make.account()
  const response = await world.call('GET', `/api/devices/${device.id}/lastLocation`, { token: other.token })
  expect(response.status).toBe(404)
})

function receive(tracker: ReturnType<typeof connect>): Promise<Buffer> {
  return new Promise((resolve) => tracker.once('data', resolve))
}
