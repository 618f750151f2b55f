// A tracker over UDP: one datagram at a time, sent again until it is answered.

import type { Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { openSession } from '@rastro/protocols'
import { expectedAnswer, isExpected } from './answers.ts'
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
      if (frame?.expected && isExpected(message, frame.expected)) settle(frame)
    })
    witness.connected()
    return opened
  }

  function settle({ fixes, sentAtMs }: Frame): void {
    frame = undefined
    witness.acknowledged(fixes, sentAtMs)
    pump()
  }

  function pump(): void {
    if (isClosed || frame || outbox.waiting === 0) return
    const fixes = outbox.take(way.habits.locationsPerFrame)
    const locations = fixes.map(({ location }) => location)
    serial = (serial + 1) & 0xff
    const [bytes] = encodeFrames(way.protocol, 'udp', identifier, locations, serial)
    const { answersTellTime } = way.habits
    const expected = expectedAnswer(way.protocol, bytes!, openSession('udp'), answersTellTime)
    frame = { fixes, expected, hasLeft: false, bytes: bytes!, sentAtMs: 0 }
    send(frame)
  }

  function send(sent: Frame & { bytes: Buffer }): void {
    socket ??= open()
    sent.sentAtMs = performance.now()
    socket.send(sent.bytes, port, host, (error) => {
      if (!error && !sent.expected && frame === sent) settle(sent)
    })
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
