// Closes connections that would keep a stopping process alive. Node itself closes only those that are idle at the start.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export function closeInTime(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  const requests = new WeakMap<Socket, IncomingMessage>()
  let isClosing = false

  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    requests.set(raw.socket, raw)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (requests.get(raw.socket) === raw) requests.delete(raw.socket)
    // Its headers may have been prepared just before the process was stopped.
    if (isClosing) app.server.closeIdleConnections()
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A closing server no longer checks its timeouts, so a client with half a request would stay.
    setTimeout(() => {
      for (const socket of connections) if (!requests.get(socket)?.complete) socket.destroy()
    }, app.server.headersTimeout).unref()
  })
}
