// The common interface of a simulated tracker's connections over TCP, UDP and HTTP.

import type { Expected } from './answers.ts'
import type { Fix } from './outbox.ts'

/** Receives the events of a connection, for statistics. */
export interface Observer {
  sent(locations: number): void
  acknowledged(fixes: readonly Fix[], sentAtMs: number): void
  connected(): void
  /** The server refused this tracker. */
  refused(): void
  /** An answer that the protocol does not allow here. */
  unexpected(): void
}

export interface Connection {
  /** Sends from the outbox, up to the limit of unacknowledged frames. */
  pump(): void
  /** Called a few times a second: detects timeouts and reconnects. */
  checkTimeouts(nowMs: number): void
  /** Locations sent but not acknowledged. */
  inFlight(): number
  /** Breaks the connection without closing it, as lost coverage does. */
  cut(): void
  close(): void
}

/** What a tracker over TLS checks. */
export interface TrustedServer {
  ca: string
  servername: string
}

export interface Timeouts {
  /** Without an answer for this long, a tracker reconnects or resends. */
  answerWithinMs: number
  /** Back-off before reconnecting, doubled each time. */
  reconnectMs: { min: number; max: number }
}

/** A frame in flight, with the answer that acknowledges it. Without one it counts as acknowledged once it is sent. */
export interface Frame {
  fixes: readonly Fix[]
  expected: Expected | undefined
  hasLeft: boolean
  sentAtMs: number
}
