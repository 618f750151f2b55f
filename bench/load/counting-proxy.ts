// Counts what a browser receives, with headers and everything that workers request.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface CountingProxy {
  url: string
  /** Bytes received by browsers between two instants, epoch ms. */
  bytesBetween(fromMs: number, toMs: number): number
  close(): Promise<void>
}

export async function startCountingProxy(targetUrl: string): Promise<CountingProxy> {
  const { port, hostname } = new URL(targetUrl)
  const received: { atMs: number; bytes: number }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    far.on('data', (chunk) => received.push({ atMs: Date.now(), bytes: chunk.length }))
    near.pipe(far)
    far.pipe(near)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(end)
      end.setNoDelay()
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesBetween: (fromMs, toMs) =>
      received.reduce((sum, { atMs, bytes }) => (atMs >= fromMs && atMs <= toMs ? sum + bytes : sum), 0),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
