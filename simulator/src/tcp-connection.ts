// A tracker over TCP or TLS: connects, logs in, sends frames, waits for their answers, and reconnects after a cut.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Session } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import type { Expected } from './answers.ts'
import { expectedAnswer, isExpected } from './answers.ts'
import type { Connection, Frame, Observer, Timeouts, TrustedServer } from './connection.ts'
import type { Outbox } from './outbox.ts'
import type { ProtocolVariant } from './protocol-variants.ts'
import { encodeFrames } from './protocol-variants.ts'
import type { Random } from './random.ts'

const NOTHING = Buffer.alloc(0)
/** Trackers with many locations per frame wait for each answer; the others send several frames ahead. */
const FRAMES_IN_FLIGHT = 16

interface Needs {
  identifier: string
  variant: ProtocolVariant & { transport: 'tcp' }
  host: string
  port: number
  tls?: TrustedServer | undefined
  outbox: Outbox
  observer: Observer
  timeouts: Timeouts
  random: Random
}

export function createTcpConnection(needs: Needs): Connection {
  const { identifier, variant, host, port, tls, outbox, observer, timeouts, random } = needs
  const { protocol, traits } = variant
  const maxFrames = traits.locationsPerFrame > 1 ? 1 : FRAMES_IN_FLIGHT
  const { min, max } = timeouts.reconnectMs

  let socket: Socket | undefined
  let session: Session = openSession('tcp')
  let frames: Frame[] = []
  /** Set while the login is unanswered. */
  let loginAnswer: Expected | undefined
  let connectingSinceMs = 0
  let received = NOTHING
  let serial = 1
  let isOpen = false
  let retryAtMs = 0
  let pauseMs = min
  let isClosed = false

  function open(): void {
    const opened = tls ? connectTls({ host, port, ...tls }) : connect({ host, port })
    opened.setNoDelay(true)
    socket = opened
    connectingSinceMs = performance.now()
    opened.on(tls ? 'secureConnect' : 'connect', () => {
      observer.connected()
      session = openSession('tcp')
      logIn(opened)
    })
    opened.on('data', (chunk: Buffer<ArrayBuffer>) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      listen()
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) forget()
    })
  }

  function logIn(opened: Socket): void {
    const frame = protocol.encode.login?.(identifier, serial)
    const decoded = frame && protocol.decode(frame, session, new Date())
    session.identifier = identifier
    if (frame) opened.write(frame)
    if (decoded?.kind === 'login' && decoded.accept) loginAnswer = { bytes: decoded.accept }
    else begin()
  }

  function begin(): void {
    loginAnswer = undefined
    isOpen = true
    pump()
  }

  /** Answers arrive in the order of the frames, and are exactly those the protocol defines. */
  function listen(): void {
    for (;;) {
      const frame = frames[0]
      const expected = loginAnswer ?? frame?.expected
      if (expected ? received.length < expected.bytes.length : !frame?.hasLeft) return
      if (expected && !isExpected(received.subarray(0, expected.bytes.length), expected)) {
        if (loginAnswer) observer.refused()
        else observer.unexpected()
        drop()
        return
      }
      if (expected) received = received.subarray(expected.bytes.length)
      if (loginAnswer) {
        begin()
        continue
      }
      const { fixes, sentAtMs } = frames.shift()!
      pauseMs = min
      observer.acknowledged(fixes, sentAtMs)
      pump()
    }
  }

  function pump(): void {
    if (isClosed) return
    if (!socket) {
      if (outbox.waiting > 0 && performance.now() >= retryAtMs) open()
      return
    }
    if (!isOpen) return
    while (frames.length < maxFrames && outbox.waiting > 0) send()
  }

  function send(): void {
    const fixes = outbox.take(traits.locationsPerFrame)
    const locations = fixes.map(({ location }) => location)
    serial = (serial + 1) & 0xffff
    const [bytes] = encodeFrames(protocol, 'tcp', identifier, locations, serial)
    const expected = expectedAnswer(protocol, bytes!, session, traits.answerHasServerTime)
    const frame: Frame = { fixes, expected, hasLeft: false, sentAtMs: performance.now() }
    frames.push(frame)
    socket!.write(bytes!, (error) => {
      if (error || expected) return
      frame.hasLeft = true
      listen()
    })
    observer.sent(fixes.length)
  }

  function drop(): void {
    socket?.destroy()
    forget()
  }

  function forget(): void {
    socket = undefined
    isOpen = false
    loginAnswer = undefined
    received = NOTHING
    outbox.putBack(frames.flatMap(({ fixes }) => fixes))
    frames = []
    retryAtMs = performance.now() + pauseMs * random.between(0.5, 1)
    pauseMs = Math.min(max, pauseMs * 2)
  }

  return {
    pump,
    checkTimeouts(nowMs) {
      const waitsSince = isOpen ? frames[0]?.sentAtMs : socket && connectingSinceMs
      if (waitsSince !== undefined && nowMs - waitsSince > timeouts.answerWithinMs) drop()
      pump()
    },
    inFlight: () => frames.reduce((sum, { fixes }) => sum + fixes.length, 0),
    cut: drop,
    close() {
      isClosed = true
      drop()
    },
  }
}
