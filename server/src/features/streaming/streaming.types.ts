// Subscribers and their filters.

import type { DeviceScope } from '../../platform/http/caller.ts'
import type { EventKind, LoggedEvent } from '../events/event.types.ts'

/** What a subscriber asked for. If absent: every event in its view. */
export interface Filter {
  kinds?: ReadonlySet<EventKind>
  /** Public identifiers. */
  devices?: ReadonlySet<string>
  groups?: readonly string[]
  area?: Area
}

/** In 1e-7 degrees. Crosses the antimeridian where `west` is greater than `east`. */
export interface Area {
  west: number
  south: number
  east: number
  north: number
}

/** The devices a subscriber may see: those of a user, or of a share. */
type SeenDevices = DeviceScope | { kind: 'devices'; deviceNumbers: ReadonlySet<number> }

/** `reportsOf`: whose reports it may see, of all users or of one. Absent: none. */
export type View = SeenDevices & { reportsOf?: 'all' | { userId: string } }

/** Calls `send` with those of the events that the subscriber may see now. */
export type WhenAllowed = (events: readonly LoggedEvent[], send: (events: LoggedEvent[]) => void) => void

export interface EventSink {
  readonly filter: Filter
  /** Delivery starts. Events that are not sent at once go through `whenAllowed`: permissions may have changed. */
  start(whenAllowed: WhenAllowed): void
  /** Loads what the subscriber may see now. Throws if it may no longer subscribe. */
  loadView(): Promise<View>
  /** Sends events in order. False if it cannot take more before `ready` resolves. */
  send(events: readonly LoggedEvent[]): boolean
  ready(): Promise<void>
  /** The subscriber has caught up with the log, for the first time or again. */
  caughtUp(): void
  /** Reports progress to a client that received no events. */
  heartbeat(cursor: string): void
  /** Reports a gap: the log no longer has these events. */
  reportGap(from: string, to: string): void
  close(why: CloseReason): void
}

export interface CloseReason {
  code: string
  message: string
}
