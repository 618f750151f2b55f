// A tracker over UDP: one datagram at a time, sent again until it is answered.

import type { Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { openSession } from '@rastro/protocols'
import type { Frame, Line, Patience, Witness } from './line.ts'
import type { Outbox } from './outbox.ts'
import type { Way } from './ways.ts'
import { encodeFrames } from './ways.ts'

interface Needs {
  identifier: string
  way: Way & { carrier: 'udp' }
  host: string
  port: number
  outbox: Outbox
  witness: Witness
  patience: Patience
}

export function createUdpLine(needs: Needs): Line {
  const { identifier, way, host, port, outbox, witness, patience } = needs
  let socket: Socket | undefined
  let frame: (Frame & { bytes: Buffer }) | undefined
  let serial = 0
  let isClosed = false

  function open(): Socket {
    const opened = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    opened.on('error', () => {})
    opened.on('message', (message) => {
      // The answer to an earlier copy settles the datagram as well: it says the same.
      if (!frame?.expected.equals(message)) return
      const { fixes, sentAtMs } = frame
      frame = undefined
      witness.acknowledged(fixes, sentAtMs)
      pump()
    })
    witness.connected()
    return opened
  }

  function pump(): void {
    if (isClosed || frame || outbox.waiting === 0) return
    const fixes = outbox.take(way.habits.locationsPerFrame)
    const locations = fixes.map(({ location }) => location)
    serial = (serial + 1) & 0xff
    const [bytes] = encodeFrames(way.protocol, 'udp', identifier, locations, serial)
    const decoded = way.protocol.decode(bytes!, openSession('udp'), new Date())
    const expected = ('reply' in decoded && decoded.reply) || Buffer.alloc(0)
    frame = { fixes, expected, bytes: bytes!, sentAtMs: 0 }
    send(frame)
    if (expected.length > 0) return
    // Without an answer to wait for, a tracker forgets what it has sent.
    witness.acknowledged(fixes, frame.sentAtMs)
    frame = undefined
  }

  function send(sent: Frame & { bytes: Buffer }): void {
    socket ??= open()
    sent.sentAtMs = performance.now()
    socket.send(sent.bytes, port, host)
    witness.sent(sent.fixes.length)
  }

  return {
    pump,
    look(nowMs) {
      if (frame && nowMs - frame.sentAtMs > patience.answerWithinMs) send(frame)
      pump()
    },
    inFlight: () => frame?.fixes.length ?? 0,
    cut() {
      socket?.close()
      socket = undefined
    },
    close() {
      isClosed = true
      socket?.close()
      socket = undefined
    },
  }
}
