// A tracker over UDP: one datagram at a time, resent until it is answered.

import type { Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { openSession } from '@rastro/protocols'
import { expectedAnswer, isExpected } from './answers.ts'
import type { Connection, Frame, Observer, Timeouts } from './connection.ts'
import type { Outbox } from './outbox.ts'
import type { ProtocolVariant } from './protocol-variants.ts'
import { encodeFrames } from './protocol-variants.ts'

interface Needs {
  identifier: string
  variant: ProtocolVariant & { transport: 'udp' }
  host: string
  port: number
  outbox: Outbox
  observer: Observer
  timeouts: Timeouts
}

export function createUdpConnection(needs: Needs): Connection {
  const { identifier, variant, host, port, outbox, observer, timeouts } = needs
  let socket: Socket | undefined
  let frame: (Frame & { bytes: Buffer }) | undefined
  let serial = 0
  let isClosed = false

  function open(): Socket {
    const opened = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    opened.on('error', () => {})
    opened.on('message', (message) => {
      // The answer to an earlier copy acknowledges the datagram too: it is identical.
      if (frame?.expected && isExpected(message, frame.expected)) settle(frame)
    })
    observer.connected()
    return opened
  }

  function settle({ fixes, sentAtMs }: Frame): void {
    frame = undefined
    observer.acknowledged(fixes, sentAtMs)
    pump()
  }

  function pump(): void {
    if (isClosed || frame || outbox.waiting === 0) return
    const fixes = outbox.take(variant.traits.locationsPerFrame)
    const locations = fixes.map(({ location }) => location)
    serial = (serial + 1) & 0xff
    const [bytes] = encodeFrames(variant.protocol, 'udp', identifier, locations, serial)
    const { answerHasServerTime } = variant.traits
    const expected = expectedAnswer(variant.protocol, bytes!, openSession('udp'), answerHasServerTime)
    frame = { fixes, expected, hasLeft: false, bytes: bytes!, sentAtMs: 0 }
    send(frame)
  }

  function send(sent: Frame & { bytes: Buffer }): void {
    socket ??= open()
    sent.sentAtMs = performance.now()
    socket.send(sent.bytes, port, host, (error) => {
      if (!error && !sent.expected && frame === sent) settle(sent)
    })
    observer.sent(sent.fixes.length)
  }

  return {
    pump,
    checkTimeouts(nowMs) {
      if (frame && nowMs - frame.sentAtMs > timeouts.answerWithinMs) send(frame)
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
