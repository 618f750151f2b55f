// The SOS alarm of every protocol that has one: from its bytes to the alert within a second.

import type { Location, Protocol } from '@rastro/protocols'
import { openSession, protocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { connectTracker, locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount
const imeis = imeisOf('35630705', 100)

beforeAll(async () => {
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    // Platforms with Wialon Retranslator.
    RASTRO_DIRECTIP_NETWORKS: '127.0.0.1/32',
  })
  account = await world.make.account({ licenses: 100 })
  await world.make.rule(account, { type: 'sos' })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

const pressed = () => locationAgo(1, { alarms: ['sos'] })
/** Satellite modems, and phones that only report locations, have no SOS button. */
const withButton = protocols.filter((protocol) => canSay(protocol, pressed()))

function canSay(protocol: Protocol, location: Location): boolean {
  const [identifier = ''] = imeis
  const decoded =
    protocol.kind === 'http'
      ? protocol.decodeRequest(protocol.encode.locations(identifier, [location])[0]!, new Date()).decoded
      : protocol.encode
          .locations(identifier, [location], 1)
          .map((frame) => protocol.decode(frame, { ...openSession('tcp'), identifier }, new Date()))
  return decoded.some((one) => one.kind === 'locations' && one.locations[0]?.alarms.includes('sos'))
}

async function send(protocol: Protocol, identifier: string): Promise<void> {
  if (protocol.kind === 'socket') {
    const tracker = await connectTracker(gateway.port)
    if (protocol.encode.login) tracker.send(protocol.encode.login(identifier, 1))
    for (const frame of protocol.encode.locations(identifier, [pressed()], 2)) tracker.send(frame)
    return
  }
  const { path } = await world.make.ingestKey(account, { protocol: protocol.name })
  const [request] = protocol.encode.locations(identifier, [pressed()])
  const { method, query, headers, body } = request!
  const answer = await world.app.inject({
    method: method as 'GET',
    url: `${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { payload: body }),
  })
  expect(answer.statusCode).toBeLessThan(300)
}

async function alertOf(deviceId: string): Promise<string | undefined> {
  const { body } = await world.call('GET', `/api/alerts?deviceId=${deviceId}`, { token: account.token })
  return body.alerts[0]?.name
}

test('most protocols have an SOS button', () => {
  const names = withButton.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['teltonika', 'gt06', 'h02', 'queclink', 'garmin-ipc-outbound']),
  )
  expect(names.length).toBeGreaterThanOrEqual(12)
})

describe.each(withButton)('$name', (protocol) => {
  test('becomes an alert within a second', async () => {
    const tookMs: number[] = []
    for (let press = 0; press < 3; press += 1) {
      const identifier = imeis.pop()!
      const device = await world.make.device(account, { identifier })
      const beganAt = performance.now()
      await send(protocol, identifier)
      await expect.poll(() => alertOf(device.id), { interval: 20 }).toBe('sos')
      tookMs.push(performance.now() - beganAt)
    }
    expect(tookMs.sort((one, other) => one - other)[1]).toBeLessThan(1_000)
  })
})
