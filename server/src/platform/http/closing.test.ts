import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closeInTime } from './closing.ts'

interface Work {
  answer?: () => Promise<unknown>
  onSend?: () => Promise<unknown>
}

/** As the API, which keeps connections for longer than a stop may take; `far` is the server's end of the connection. */
async function open({
  answer,
  onSend,
}: Work = {}): Promise<{ app: FastifyInstance; socket: Socket; far: Socket }> {
  const app = fastify({
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
  })
  closeInTime(app)
  app.addHook('onSend', async () => {
    await onSend?.()
  })
  app.post('/', async () => {
    await answer?.()
    return 'hello'
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  app.server.headersTimeout = 300
  const connected = once(app.server, 'connection')
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  const [far] = await connected
  return { app, socket, far }
}

const headers = 'POST / HTTP/1.1\r\nHost: example\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n'
const timeout = 10_000

test('a connection whose response was prepared just before the stop does not delay it', {
  timeout,
}, async () => {
  const prepared = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const onSend = () => {
    prepared.resolve()
    return released.promise
  }
  const { app, socket } = await open({ onSend })
  app.server.headersTimeout = 60_000
  socket.write(`${headers}\r\nhello`)
  await prepared.promise
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  released.resolve()
  const [text] = await once(socket, 'data')
  expect(String(text)).toMatch(/^HTTP\/1.1 200 /)
  await closing
})

test.each([
  ['headers', headers],
  ['body', `${headers}\r\nhe`],
])('a client that does not finish its %s does not delay the stop', { timeout }, async (_part, half) => {
  const { app, socket, far } = await open()
  socket.write(half)
  await expect.poll(() => far.bytesRead).toBe(half.length)
  await app.close()
})

test('a request that is being answered may take longer', { timeout }, async () => {
  const { app, socket } = await open({ answer: () => sleep(1_000) })
  socket.write(`${headers}\r\nhello`)
  await once(app.server, 'request')
  const [[text]] = await Promise.all([once(socket, 'data'), app.close()])
  expect(String(text)).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i)
})
