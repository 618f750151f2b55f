// A proxy to a service whose connections can be cut, delayed, or black-holed.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface TestProxy {
  /** The address of the service through the proxy. */
  url: string
  /** Open connections. */
  count(): number
  /** Resets every connection. */
  cut(): void
  /** Connections stay open, but nothing passes. Connections opened meanwhile stay dead. */
  blackHole(): void
  /** Resets every connection, and new ones at once: the service is stopped. */
  refuse(): void
  /** Delays every chunk. */
  delay(ms: number): void
  /** New connections work again. Black-holed ones stay dead, as after a lost route. */
  heal(): void
  close(): Promise<void>
}

interface Connection {
  ends: [Socket, Socket]
  isDead: boolean
}

export async function startProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl)
  const connections = new Set<Connection>()
  let isBlackHole = false
  let isRefusing = false
  let delayMs = 0

  function forward(connection: Connection, from: Socket, to: Socket) {
    from.on('data', (chunk) => {
      if (connection.isDead) return
      setTimeout(() => connection.isDead || to.write(chunk), delayMs)
    })
    from.on('close', () => {
      if (!connection.isDead) to.destroy()
      // A black-holed connection outlives its far end: the near end waits until it is cut.
      if (connection.ends.every(({ destroyed }) => destroyed)) connections.delete(connection)
    })
    from.on('error', () => {})
  }

  const server = createServer((near) => {
    if (isRefusing) {
      near.resetAndDestroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    const connection: Connection = { ends: [near, far], isDead: isBlackHole }
    connections.add(connection)
    forward(connection, near, far)
    forward(connection, far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    count: () => connections.size,
    cut() {
      for (const { ends } of connections) for (const end of ends) end.resetAndDestroy()
    },
    refuse() {
      isRefusing = true
      for (const { ends } of connections) for (const end of ends) end.resetAndDestroy()
    },
    blackHole() {
      isBlackHole = true
      for (const connection of connections) connection.isDead = true
    },
    delay(ms) {
      delayMs = ms
    },
    heal() {
      isBlackHole = false
      isRefusing = false
      delayMs = 0
    },
    async close() {
      for (const { ends } of connections) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
