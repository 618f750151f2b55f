// A line to an engine that can be cut, slowed down, or swallow everything without a word.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface TestProxy {
  /** The engine's address, through the proxy. */
  url: string
  /** Lines that are open right now. */
  count(): number
  /** Ends every line with a reset. */
  cut(): void
  /** Lines stay open, but nothing passes; what begins in the hole never gets out of it. */
  blackHole(): void
  /** Every piece that passes waits this long. */
  delay(ms: number): void
  /** New lines are good again. Those that were in the hole stay dead, as after a lost route. */
  heal(): void
  close(): Promise<void>
}

interface Line {
  ends: [Socket, Socket]
  isDead: boolean
}

export async function startProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl)
  const lines = new Set<Line>()
  let isHole = false
  let delayMs = 0

  function forward(line: Line, from: Socket, to: Socket) {
    from.on('data', (chunk) => {
      if (line.isDead) return
      setTimeout(() => line.isDead || to.write(chunk), delayMs)
    })
    from.on('close', () => {
      if (!line.isDead) to.destroy()
      // One that is in the hole outlives its far end: whoever is near still waits, until it is cut.
      if (line.ends.every(({ destroyed }) => destroyed)) lines.delete(line)
    })
    from.on('error', () => {})
  }

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const line: Line = { ends: [near, far], isDead: isHole }
    lines.add(line)
    forward(line, near, far)
    forward(line, far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    count: () => lines.size,
    cut() {
      for (const { ends } of lines) for (const end of ends) end.resetAndDestroy()
    },
    blackHole() {
      isHole = true
      for (const line of lines) line.isDead = true
    },
    delay(ms) {
      delayMs = ms
    },
    heal() {
      isHole = false
      delayMs = 0
    },
    async close() {
      for (const { ends } of lines) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
