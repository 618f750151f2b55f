// Chapter 2. What a tracker was told is safe stays safe, whatever dies.

import { connect } from 'node:net'
import { socketProtocols } from '@rastro/protocols'
import { expect, test } from 'vitest'
import { spawnServer } from '../test/processes.ts'
import { openWorld } from '../test/world.ts'

test('a recorder that is killed before it stored anything loses nothing', async () => {
  const world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  const owner = await world.make.account()
  const imei = '356307042441021'
  const device = await world.make.device(owner, { identifier: imei })
  const gateway = await spawnServer(world.env, ['gateway'])
  const port = gateway.lines.find((line) => line.gatewayPort)?.gatewayPort as number

  // Nobody records yet. The tracker is acknowledged all the same: the log is durable, the store can come later.
  const { encode } = socketProtocols.find(({ name }) => name === 'teltonika')!
  const tracker = connect(port, '127.0.0.1')
  const heard = () => new Promise<Buffer>((resolve) => tracker.once('data', resolve))
  tracker.write(encode.login!(imei, 1))
  await heard()
  const start = Date.now() - 100_000
  for (let index = 0; index < 20; index += 1) {
    const fixedAt = new Date(start + index * 1_000)
    const place = { latitude: 10 + index / 100, longitude: 20, valid: true, alarms: [], attributes: {} }
    for (const frame of encode.locations(imei, [{ fixedAt, ...place }], index + 2)) tracker.write(frame)
    expect((await heard()).toString('hex')).toBe('00000001')
  }
  tracker.end()

  // The gateway dies without warning, and so does the first recorder, at its first breath.
  await gateway.kill()
  await (await spawnServer(world.env, ['recorder'])).kill()

  // Another recorder finds everything in the log, and what the first one may have stored is not stored twice.
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
