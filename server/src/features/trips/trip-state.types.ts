import type { OpenSegmentView } from './detection/advance.ts'
import type { Opening } from './detection/detection.types.ts'
import type { TrackMarks } from './detection/marks.ts'
import type { TripState } from './detection/state.types.ts'
import type { SettingsPeriod } from './effective-settings.ts'
import type { ZonePeriod } from './zoned-days.ts'

/** The opening to recompute from; null: the first location. `closed`: no location that could be read is still kept. */
export type Start = Opening | null | 'closed'

/** A device whose state is locked, with what the recorder marked. */
export interface LockedDevice {
  deviceNumber: number
  deviceId: string
  state: TripState
  /** Null: the defaults, from the beginning. */
  settings: SettingsPeriod[] | null
  /** Settings that were changed later are not part of these periods. */
  processedAtMs: number
  /** Settings of an instant that count from another on. */
  applied: { fromMs: number; atMs: number } | null
  marks: TrackMarks
  /** The latest day with a reading of a meter; empty if there is none. */
  lastReadingOn: string
  /** Of the newest row that is part of a track. */
  latestAtMs: number
  lateCount: number
  /** The oldest and the newest row that came late. */
  late: { fromMs: number; untilMs: number } | null
  /** Geofences were changed while it was processed: from here on others may count. */
  areasFromMs: number | null
  /** Up to a mark, or to the end of the track if `untilMs` is null. `start` if it is known. */
  redo: { fromMs: number; untilMs: number | null; cause: string; start?: Start } | null
  /** The time zone of its days; null before the first location. */
  zone: string | null
  /** If its earlier days are of other zones. */
  zones: ZonePeriod[] | null
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
  zone: string | null
  zones: ZonePeriod[] | null
  open: OpenSegmentView | null
  readUntilMs: number
  lateCount: number
  notBeforeMs: number
  watch: Watch
}
