import type { OpenSegmentView } from './detection/advance.ts'
import type { TripState } from './detection/state.types.ts'
import type { SettingsPeriod } from './effective-settings.ts'

/** A device whose state is locked, with what the recorder marked. */
export interface LockedDevice {
  deviceNumber: number
  deviceId: string
  state: TripState
  /** Null: the defaults, from the beginning. */
  settings: SettingsPeriod[] | null
  /** Of the newest row that is part of a track. */
  latestAtMs: number
  lateCount: number
  /** The oldest and the newest row that came late. */
  late: { fromMs: number; untilMs: number } | null
  redo: { fromMs: number; cause: string } | null
  /** When a correction of one of its trips was last published. */
  correctedEventAtMs: number | null
}

/** The next decision: none falls before the newest location leaves the box, moves, stands, or is of this time. */
export interface Watch {
  box: { south: number; north: number; west: number; east: number } | null
  movesAtTenthKmh: number | null
  standsAtTenthKmh: number | null
  /** As it is; a decision may fall when it is switched. */
  ignition: boolean | null
  decidesAtMs: number
}

export interface SavedState {
  deviceNumber: number
  state: TripState
  settings: SettingsPeriod[] | null
  open: OpenSegmentView | null
  readUntilMs: number
  lateCount: number
  notBeforeMs: number
  watch: Watch
}
