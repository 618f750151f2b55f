import type { Changes } from './changes.ts'
import type { OpenSegmentView } from './detection/advance.ts'
import type { OpenSession } from './detection/state.types.ts'
import type { OpenVisitView } from './detection/visits.ts'
import type { Recomputed } from './detection/window.ts'
import type { LockedDevice } from './trip-state.types.ts'

/** What was found for a device, before it is written. */
export interface Processed {
  device: LockedDevice
  found: Recomputed
  /** From before the state; otherwise the state was continued. */
  isRecomputed: boolean
  /** The time of the state that was continued. */
  stateAtMs: number
  open: OpenSegmentView | null
  /** Those that were open in the state that was continued. */
  visitsBefore: OpenVisitView[]
  /** The driver of the state that was continued. */
  sessionBefore: OpenSession | null
  /** Why stored segments may change. */
  cause: string
  rows: number
  /** The rows up to here were read. */
  readUntilMs: number
  /** Undefined if no segment was found or changed. */
  changes: Changes | undefined
}
