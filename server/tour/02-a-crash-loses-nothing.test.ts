// Chapter 2. An acknowledged location is never lost, whichever process dies.

import { connect } from 'node:net'
import { socketProtocols } from '@rastro/protocols'
import { expect, test } from 'vitest'
import { spawnServer } from '../test/processes.ts'
import { openWorld } from '../test/world.ts'

test('loses nothing when the recorder is killed before it has stored anything', async () => {
  const world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  const owner = await world.make.account()
  const imei = '356307042441021'
  const device = await world.make.device(owner, { identifier: imei })
  const gateway = await spawnServer(world.env, ['gateway'])
  const port = gateway.lines.find((line) => line.gatewayPort)?.gatewayPort as number

  // No recorder runs yet. The gateway acknowledges anyway, because the log is durable.
  const { encode } = socketProtocols.find(({ name }) => name === 'teltonika')!
  const tracker = connect(port, '127.0.0.1')
  const receive = () => new Promise<Buffer>((resolve) => tracker.once('data', resolve))
  tracker.write(encode.login!(imei, 1))
  await receive()
  const start = Date.now() - 100_000
  for (let index = 0; index < 20; index += 1) {
    const fixedAt = new Date(start + index * 1_000)
    const position = { latitude: 10 + index / 100, longitude: 20, valid: true, alarms: [], attributes: {} }
    for (const frame of encode.locations(imei, [{ fixedAt, ...position }], index + 2)) tracker.write(frame)
    expect((await receive()).toString('hex')).toBe('00000001')
  }
  tracker.end()

  // The gateway is killed without warning, and so is the first recorder, right after its start.
  await gateway.kill()
  await (await spawnServer(world.env, ['recorder'])).kill()

  // The next recorder finds everything in the log. Locations that the first one stored are not stored twice.
  const recorder = await spawnServer(world.env, ['recorder'])
  const period = { from: new Date(start).toISOString(), to: new Date().toISOString() }
  const track = async () => {
    const path = `/api/devices/${device.id}/locations`
    return (await world.call('POST', path, { token: owner.token, body: period })).body.locations
  }
  await expect.poll(async () => (await track()).length, { timeout: 60_000, interval: 500 }).toBe(20)
  await recorder.stop()
  await world.close()
})
