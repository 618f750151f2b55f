// Chapter 3. A tracker leaves a geofence, and exactly one alert appears in the inbox, with an explanation.

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

test('raises one alert when a device leaves a geofence', async () => {
  const owner = await world.make.account()
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: owner.token, body })

  // The owner draws a circle around the camp, and creates a rule that alerts when the sled leaves it.
  const imei = '356307042441013'
  const sled = await world.make.device(owner, { name: 'Sled 1', identifier: imei })
  const camp = await world.make.geofence(owner, {
    name: 'Camp',
    geometry: { type: 'Point', coordinates: [166.6863, -77.8419] },
    radius: 500,
  })
  const rule = { name: 'Left the camp', type: 'geofence', settings: { on: 'left' }, geofences: [camp.id] }
  expect((await call('POST', '/api/alertRules', rule)).status).toBe(201)

  // The sled reports every minute. It crosses the border between the second and the third location.
  const { encode } = socketProtocols.find(({ name }) => name === 'teltonika')!
  const startMs = Date.now() - 240_000
  const north = [0, 100, 900, 1_500]
  const locations = north.map((metres, minute) => ({
    fixedAt: new Date(startMs + minute * 60_000),
    latitude: -77.8419 + metres / 111_640,
    longitude: 166.6863,
    valid: true,
    alarms: [],
    attributes: {},
  }))
  const tracker = connect(gateway.port, '127.0.0.1')
  tracker.write(encode.login!(imei, 1))
  for (const frame of encode.locations(imei, locations, 2)) tracker.write(frame)
  // The tracker misses the acknowledgement, as happens in the field, and sends everything again.
  for (const frame of encode.locations(imei, locations, 3)) tracker.write(frame)

  // The recorder stores locations and judges them in one transaction, so the repetition raises no second alert.
  const inbox = async () => (await call('GET', '/api/alerts')).body.alerts
  await expect.poll(async () => (await inbox()).length).toBe(1)
  tracker.end()
  const [alert] = await inbox()
  expect(alert).toMatchObject({
    deviceId: sled.id,
    name: 'geofence.left',
    state: 'open',
    text: 'Left "Camp"',
  })
  // The time of the alert is interpolated: the straight line between two locations crosses the border at minute 1.5.
  expect((Date.parse(alert.dateTime) - startMs) / 60_000).toBeCloseTo(1.5, 1)

  // The explanation holds the rule as it was, the locations before and after the crossing, and the thresholds.
  const { explanation } = (await call('GET', `/api/alerts/${alert.id}/explanation`)).body
  expect(explanation).toMatchObject({
    rule: { name: 'Left the camp', type: 'geofence', settings: { on: 'left' } },
    before: { dateTime: locations[1]!.fixedAt.toISOString() },
    location: { dateTime: locations[2]!.fixedAt.toISOString() },
    facts: { area: 'Camp', hysteresisM: 30 },
  })

  // A user acknowledges the alert, and resolves it later.
  await call('POST', `/api/alerts/${alert.id}/acknowledge`, { note: 'Calling them.' })
  const { body } = await call('POST', `/api/alerts/${alert.id}/resolve`, {})
  expect(body).toMatchObject({ state: 'resolved', acknowledgedBy: owner.ownerId, note: 'Calling them.' })

  // A dry run shows which alerts a rule would have raised on past locations, before it is enabled.
  const { body: tried } = await call('POST', '/api/alertRules/dryRun', {
    deviceId: sled.id,
    from: new Date(startMs - 60_000).toISOString(),
    to: new Date().toISOString(),
    rule: {
      name: 'Stays',
      type: 'geofence',
      settings: { on: 'dwell', forSeconds: 30 },
      geofences: [camp.id],
    },
  })
  expect(tried).toMatchObject({ judged: 4, ignored: 0, alerts: [{ name: 'geofence.dwell' }] })
})
