import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openWorld } from '../../../test/world.ts'

test('a client that does not finish its headers is disconnected soon after the timeout', async () => {
  const world = await openWorld()
  const address = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  expect([world.app.server.headersTimeout, world.app.server.requestTimeout]).toEqual([10_000, 30_000])
  world.app.server.headersTimeout = 200
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.write('GET /api/account HTTP/1.1\r\nHost: example\r\n')
  const beganAt = performance.now()
  socket.resume()
  await once(socket, 'close')
  expect(performance.now() - beganAt).toBeLessThan(5_000)
  await world.close()
})
