// A simulated tracker for tests: bytes out, bytes in.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { connect as connectTls } from 'node:tls'
import type { Location } from '@rastro/protocols'
import { socketProtocols } from '@rastro/protocols'

export const [teltonika, gt06] = socketProtocols as [
  (typeof socketProtocols)[number],
  (typeof socketProtocols)[number],
]

export interface TestTracker {
  send(bytes: Uint8Array): void
  /** Waits for this many bytes of reply, and consumes them. */
  answer(bytes: number, withinMs?: number): Promise<string>
  /** Received and not consumed. */
  rest(): string
  /** Whether the server closed the connection in time. */
  isClosed(withinMs?: number): Promise<boolean>
  close(): void
}

export async function connectTracker(port: number, tls?: ConnectionOptions): Promise<TestTracker> {
  const socket = tls ? connectTls({ port, host: '127.0.0.1', ...tls }) : connect(port, '127.0.0.1')
  let received: Buffer<ArrayBuffer> = Buffer.alloc(0)
  let wake = () => {}
  let ended = false
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    ended = true
    wake()
  })
  const opened = tls ? 'secureConnect' : 'connect'
  await Promise.race([once(socket, opened), once(socket, 'close')]).catch(() => {})

  async function until(isTrue: () => boolean, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs
    while (!isTrue()) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return true
  }

  return {
    send: (bytes) => {
      socket.write(bytes)
    },
    async answer(bytes, withinMs = 5_000) {
      if (!(await until(() => received.length >= bytes || ended, withinMs)) || received.length < bytes)
        throw new Error(
          `no reply of ${bytes} bytes; received: "${received.toString('hex')}", closed: ${ended}`,
        )
      const consumed = received.subarray(0, bytes).toString('hex')
      received = received.subarray(bytes)
      return consumed
    },
    rest: () => received.toString('hex'),
    isClosed: (withinMs = 5_000) => until(() => ended, withinMs),
    close: () => {
      socket.destroy()
    },
  }
}

/** Sends one datagram. Resolves with the reply, or undefined if there is none in time. */
export async function sendDatagram(
  port: number,
  bytes: Uint8Array,
  withinMs = 3_000,
): Promise<Buffer | undefined> {
  const socket = createSocket('udp4')
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  socket.on('message', resolve)
  socket.send(bytes, port, '127.0.0.1')
  const timer = setTimeout(resolve, withinMs, undefined)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.close()
  }
}

/** A location of this many seconds ago. */
export function locationAgo(seconds: number, more: Partial<Location> = {}): Location {
  return {
    fixedAt: new Date(Math.floor(Date.now() / 1_000) * 1_000 - seconds * 1_000),
    latitude: 41.5,
    longitude: 2.1,
    altitudeM: 120,
    speedKmh: 54,
    courseDeg: 90,
    satellites: 9,
    valid: true,
    alarms: [],
    attributes: {},
    ...more,
  }
}

export function teltonikaLogin(identifier: string): Buffer {
  return teltonika.encode.login!(identifier, 1)
}

export function teltonikaPacket(...locations: Location[]): Buffer {
  const [packet] = teltonika.encode.locations('', locations, 1)
  return packet!
}

/** The reply to a Teltonika tracker once this many of its locations are stored. */
export function countReply(count: number): string {
  return count.toString(16).padStart(8, '0')
}

/** A tracker that sends as fast as it can and reads nothing. */
export async function connectSilentReader(port: number, login: Uint8Array) {
  const socket = connect(port, '127.0.0.1')
  let ended = false
  socket.on('error', () => {})
  socket.on('close', () => {
    ended = true
  })
  await once(socket, 'connect')
  socket.pause()
  socket.write(login)
  return {
    /** Whether the server closed the connection in time. */
    async flood(frame: Uint8Array, withinMs: number): Promise<boolean> {
      const many = Buffer.concat(Array.from({ length: 1_000 }, () => frame))
      const deadline = performance.now() + withinMs
      while (!ended && performance.now() < deadline) {
        const isDrained = socket.write(many)
        if (!isDrained) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
        await new Promise((resolve) => setImmediate(resolve))
      }
      socket.destroy()
      return ended
    },
  }
}
