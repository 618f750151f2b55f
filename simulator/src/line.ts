// What the ways of a tracker to its server have in common.

import type { Expected } from './answers.ts'
import type { Fix } from './outbox.ts'

/** What a line tells the fleet, so that it can count. */
export interface Witness {
  sent(locations: number): void
  acknowledged(fixes: readonly Fix[], sentAtMs: number): void
  connected(): void
  /** The server did not want this tracker. */
  refused(): void
  /** An answer that is none of those a tracker expects. */
  misheard(): void
}

export interface Line {
  /** Sends what waits, as far as the tracker may without an answer. */
  pump(): void
  /** Called a few times a second: gives up waiting, and connects again. */
  look(nowMs: number): void
  /** Locations that are sent and not acknowledged. */
  inFlight(): number
  /** As lost coverage does it: without a word. */
  cut(): void
  close(): void
}

export interface Patience {
  /** Without an answer for this long a tracker connects, or sends, again. */
  answerWithinMs: number
  /** It waits this long before it connects again, doubling each time. */
  reconnectMs: { least: number; most: number }
}

/** A frame under way, with the answer that will settle it. Without one it is settled when it has left. */
export interface Frame {
  fixes: readonly Fix[]
  expected: Expected | undefined
  hasLeft: boolean
  sentAtMs: number
}
