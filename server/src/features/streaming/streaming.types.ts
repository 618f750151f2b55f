// Who listens, and to what.

import type { DeviceScope } from '../../platform/http/caller.ts'
import type { EventKind, LoggedEvent } from '../events/event.types.ts'

/** What a listener asked for. Absent: everything in his view. */
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

/** The devices in a listener's view: a user's, or those of a share. */
export type View = DeviceScope | { kind: 'devices'; deviceNumbers: ReadonlySet<number> }

export interface Listener {
  readonly filter: Filter
  /** What he may see now. Refuses whoever may no longer listen. */
  look(): Promise<View>
  /** Hands over what he is to hear, in order. False: he cannot take more before `ready` resolves. */
  tell(events: readonly LoggedEvent[]): boolean
  ready(): Promise<void>
  /** Says that he is at this place, though nothing there was for him. */
  nod(cursor: string): void
  /** Something is missing that the log no longer holds. */
  skip(from: string, to: string): void
  end(why: Farewell): void
}

export interface Farewell {
  code: string
  message: string
}
