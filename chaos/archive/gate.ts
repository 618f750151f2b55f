// Between a process and PostgreSQL: counts what the process sends, so that it can be killed at any of its statements.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface Gate {
  /** The database through the gate. */
  url: string
  /** Calls `reached` when so many pieces have been sent; the last one is kept back or passed on. */
  arm(piece: number, isPassedOn: boolean, reached: () => void): void
  disarm(): void
  /** Pieces since it was armed or disarmed. */
  pieces(): number
  close(): Promise<void>
}

export async function openGate(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let pieces = 0
  let armed: { piece: number; isPassedOn: boolean; reached: () => void } | undefined

  /** Whether the piece is passed on. */
  function passes(): boolean {
    pieces += 1
    if (!armed || pieces < armed.piece) return true
    if (pieces === armed.piece) armed.reached()
    return pieces === armed.piece && armed.isPassedOn
  }

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    near.on('data', (piece) => {
      if (passes()) far.write(piece)
    })
    far.on('data', (piece) => near.write(piece))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    arm(piece, isPassedOn, reached) {
      pieces = 0
      armed = { piece, isPassedOn, reached }
    },
    disarm() {
      pieces = 0
      armed = undefined
    },
    pieces: () => pieces,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
