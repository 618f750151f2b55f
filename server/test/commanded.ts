// A simulated tracker for tests that receives commands: it records them, and answers on request.

import { once } from 'node:events'
import { connect } from 'node:net'
import type { Command, SocketProtocol } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import { crc16Arc } from '../../protocols/src/checksums.ts'
import { sealFrame } from '../../protocols/src/gt06/frame.ts'
import { gt06, teltonika } from './tracker.ts'

export interface CommandedTracker {
  /** All received commands, in order. */
  readonly commands: Command[]
  /** Waits until this many commands were received in total, and returns the last of them. */
  receivedCommand(count: number, withinMs?: number): Promise<Command>
  /** Answers the last command, unless another is given. */
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
  const commands: Command[] = []
  let received: Buffer = Buffer.alloc(0)
  let loginReplyBytes = protocol === teltonika ? 1 : 10
  const { promise: loggedIn, resolve: acceptLogin, reject: refuse } = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (loginReplyBytes > 0 && received.length >= loginReplyBytes) {
      received = received.subarray(loginReplyBytes)
      loginReplyBytes = 0
      acceptLogin()
    }
    while (loginReplyBytes === 0 && received.length > 0) {
      const cut = protocol.split(received, session, 0)
      if (cut.kind !== 'frame') return
      const decoded = protocol.decode(received.subarray(0, cut.size), session, new Date())
      received = received.subarray(cut.size)
      if (decoded.kind === 'command') commands.push(decoded)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => refuse(new Error('connection closed before the login')))
  await once(socket, 'connect')
  socket.write(protocol.encode.login!(imei, 1))
  await loggedIn

  return {
    commands,
    async receivedCommand(count, withinMs = 5_000) {
      const deadline = performance.now() + withinMs
      while (commands.length < count) {
        if (performance.now() > deadline)
          throw new Error(`received ${JSON.stringify(commands)}, not ${count} commands`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return commands[count - 1]!
    },
    answer(text, to = commands.at(-1)!) {
      socket.write(protocol === teltonika ? codec12(text) : gt06Answer(text, to.requestId ?? 0))
    },
    send: (bytes) => {
      socket.write(bytes)
    },
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

/** Encoded as a command, with the type of an answer. */
function codec12(text: string): Buffer {
  const frame = teltonika.encode.command!({ text, requestId: 0, settings: {} })
  frame[10] = 6
  frame.writeUInt32BE(crc16Arc(frame, 8, frame.length - 4), frame.length - 4)
  return frame
}
