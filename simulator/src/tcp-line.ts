// A tracker over TCP: connects, logs in, sends frames, waits for their answers, and begins again after a cut.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Session } from '@rastro/protocols'
import { openSession } from '@rastro/protocols'
import type { Expected } from './answers.ts'
import { expectedAnswer, isExpected } from './answers.ts'
import type { Frame, Line, Patience, Witness } from './line.ts'
import type { Outbox } from './outbox.ts'
import type { Random } from './random.ts'
import type { Way } from './ways.ts'
import { encodeFrames } from './ways.ts'

const NOTHING = Buffer.alloc(0)
/** Trackers that put many locations into a frame wait for each answer; the others send on for a while. */
const FRAMES_IN_FLIGHT = 16

interface Needs {
  identifier: string
  way: Way & { carrier: 'tcp' }
  host: string
  port: number
  outbox: Outbox
  witness: Witness
  patience: Patience
  random: Random
}

export function createTcpLine(needs: Needs): Line {
  const { identifier, way, host, port, outbox, witness, patience, random } = needs
  const { protocol, habits } = way
  const maxFrames = habits.locationsPerFrame > 1 ? 1 : FRAMES_IN_FLIGHT
  const { least, most } = patience.reconnectMs

  let socket: Socket | undefined
  let session: Session = openSession('tcp')
  let frames: Frame[] = []
  /** Set while the login waits for its answer. */
  let welcome: Expected | undefined
  let askedAtMs = 0
  let heard = NOTHING
  let serial = 1
  let isOpen = false
  let retryAtMs = 0
  let pauseMs = least
  let isClosed = false

  function open(): void {
    const opened = connect({ host, port, noDelay: true })
    socket = opened
    askedAtMs = performance.now()
    opened.on('connect', () => {
      witness.connected()
      session = openSession('tcp')
      logIn(opened)
    })
    opened.on('data', (chunk: Buffer<ArrayBuffer>) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
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
    if (decoded?.kind === 'login' && decoded.accept) welcome = { bytes: decoded.accept }
    else begin()
  }

  function begin(): void {
    welcome = undefined
    isOpen = true
    pump()
  }

  /** The answers come in the order of the frames, and are exactly those that the protocol promises. */
  function listen(): void {
    for (;;) {
      const frame = frames[0]
      const expected = welcome ?? frame?.expected
      if (expected ? heard.length < expected.bytes.length : !frame?.hasLeft) return
      if (expected && !isExpected(heard.subarray(0, expected.bytes.length), expected)) {
        if (welcome) witness.refused()
        else witness.misheard()
        drop()
        return
      }
      if (expected) heard = heard.subarray(expected.bytes.length)
      if (welcome) {
        begin()
        continue
      }
      const { fixes, sentAtMs } = frames.shift()!
      pauseMs = least
      witness.acknowledged(fixes, sentAtMs)
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
    const fixes = outbox.take(habits.locationsPerFrame)
    const locations = fixes.map(({ location }) => location)
    serial = (serial + 1) & 0xffff
    const [bytes] = encodeFrames(protocol, 'tcp', identifier, locations, serial)
    const expected = expectedAnswer(protocol, bytes!, session, habits.answersTellTime)
    const frame: Frame = { fixes, expected, hasLeft: false, sentAtMs: performance.now() }
    frames.push(frame)
    socket!.write(bytes!, (error) => {
      if (error || expected) return
      frame.hasLeft = true
      listen()
    })
    witness.sent(fixes.length)
  }

  function drop(): void {
    socket?.destroy()
    forget()
  }

  function forget(): void {
    socket = undefined
    isOpen = false
    welcome = undefined
    heard = NOTHING
    outbox.putBack(frames.flatMap(({ fixes }) => fixes))
    frames = []
    retryAtMs = performance.now() + pauseMs * random.between(0.5, 1)
    pauseMs = Math.min(most, pauseMs * 2)
  }

  return {
    pump,
    look(nowMs) {
      const waitsSince = isOpen ? frames[0]?.sentAtMs : socket && askedAtMs
      if (waitsSince !== undefined && nowMs - waitsSince > patience.answerWithinMs) drop()
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
