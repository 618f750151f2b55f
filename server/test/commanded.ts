// A tracker as a test plays it that can be told something: it keeps what it was told, and answers when it is asked to.

import { once } from 'node:events'
import { connect } from 'node:net'
import type { Command, SocketProtocol } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import { crc16Arc } from '../../protocols/src/checksums.ts'
import { sealFrame } from '../../protocols/src/gt06/frame.ts'
import { gt06, teltonika } from './tracker.ts'

export interface CommandedTracker {
  /** Everything it was told, in order. */
  readonly told: Command[]
  /** Waits until it was told this many things in all, and gives the last of them. */
  toldOf(count: number, withinMs?: number): Promise<Command>
  /** To the last thing it was told, unless another is named. */
  answer(text: string, to?: Pick<Command, 'requestId'>): void
  send(bytes: Uint8Array): void
  readonly isClosed: boolean
  close(): Promise<void>
}

/** Logged in when it resolves. */
export async function connectCommanded(
  port: number,
  imei: string,
  protocol: SocketProtocol = gt06,
): Promise<CommandedTracker> {
  const socket = connect(port, '127.0.0.1')
  const session = openSession('tcp')
  const told: Command[] = []
  let heard: Buffer = Buffer.alloc(0)
  let welcomeBytes = protocol === teltonika ? 1 : 10
  const { promise: welcomed, resolve: welcome, reject: refuse } = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    if (welcomeBytes > 0 && heard.length >= welcomeBytes) {
      heard = heard.subarray(welcomeBytes)
      welcomeBytes = 0
      welcome()
    }
    while (welcomeBytes === 0 && heard.length > 0) {
      const cut = protocol.split(heard, session, 0)
      if (cut.kind !== 'frame') return
      const decoded = protocol.decode(heard.subarray(0, cut.size), session, new Date())
      heard = heard.subarray(cut.size)
      if (decoded.kind === 'command') told.push(decoded)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => refuse(new Error('the connection was closed before the login')))
  await once(socket, 'connect')
  socket.write(protocol.encode.login!(imei, 1))
  await welcomed

  return {
    told,
    async toldOf(count, withinMs = 5_000) {
      const deadline = performance.now() + withinMs
      while (told.length < count) {
        if (performance.now() > deadline) throw new Error(`told ${JSON.stringify(told)}, not ${count} things`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return told[count - 1]!
    },
    answer(text, to = told.at(-1)!) {
      socket.write(protocol === teltonika ? codec12(text) : gt06Answer(text, to.requestId ?? 0))
    },
    send: (bytes) => void socket.write(bytes),
    get isClosed() {
      return socket.closed
    },
    async close() {
      socket.destroy()
      if (!socket.closed) await once(socket, 'close')
    },
  }
}

export function gt06Answer(text: string, requestId: number): Buffer {
  const content = Buffer.alloc(5 + text.length + 2)
  content.writeUInt8(4 + text.length)
  content.writeUInt32BE(requestId, 1)
  content.write(text, 5, 'latin1')
  content.writeUInt16BE(2, 5 + text.length)
  return sealFrame(0x15, content, 7)
}

/** As a command, but of the type of an answer. */
function codec12(text: string): Buffer {
  const frame = teltonika.encode.command!({ text, requestId: 0, settings: {} })
  frame[10] = 6
  frame.writeUInt32BE(crc16Arc(frame, 8, frame.length - 4), frame.length - 4)
  return frame
}
