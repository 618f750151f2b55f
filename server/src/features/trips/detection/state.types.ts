import type { DayCounts, Reason, SegmentKind } from './detection.types.ts'
import type { EngineDay } from './leg.types.ts'
import type { Point } from './points.ts'
import type { SumsByDay } from './sums.ts'

/** A location with usable coordinates. */
export interface Fix {
  atMs: number
  point: Point
  accuracyM: number | null
  speedTenthKmh: number | null
  mileageCm: number | null
  /** The last reported, if that was not before a silence. */
  ignition: boolean | null
}

/** A location that is too far away, until the next one agrees with it or not. */
export interface Suspect {
  fix: Fix
  /** Engine time up to it. */
  engine: EngineDay[]
}

export interface OpenSegment {
  kind: Exclude<SegmentKind, 'gap'>
  beganAtMs: number
  from: Point
  began: Reason
  /** Where the device stays; of a trip, where it began. Manoeuvres move it. */
  place: Point
  sums: SumsByDay
}

/** Movement away from a stop that is not yet a trip. */
export interface Departure {
  /** The last location at the stop. */
  atMs: number
  from: Point
  /** Locations farther away than the threshold, the first of them consecutive; enough of them are no longer counted. */
  awayCount: number
  /** A location reports movement, or no speed. */
  hasMoved: boolean
  farthestCm: number
  /** Along all legs that are not implausibly fast. */
  goneCm: number
  sums: SumsByDay
}

/** A device that stays in one place, not yet long enough for a stop. */
export interface Halt {
  atMs: number
  place: Point
  /** Since when the ignition is off without interruption. */
  offAtMs: number | null
  /** The newest location, if it is elsewhere: an outlier, or the first of a movement. */
  outside: Outside | null
  sums: SumsByDay
}

export interface Outside {
  atMs: number
  point: Point
  isStationary: boolean
  isOff: boolean
}

/** A trip that ended at a stop which a mark may make part of it. It is emitted when the stop ends, or continues then. */
export interface HeldTrip {
  trip: OpenSegment
  endedAtMs: number
  to: Point
  ended: Reason
}

/** A cut at a location of which it is not certain whether it is part of a trip. */
export interface PendingCut {
  atMs: number
  point: Point
  /** By a mark of a user, or another driver. */
  by: 'cut' | 'driver'
}

/** What counts of a way inside a geofence. */
export interface VisitSums {
  cm: number
  idleSeconds: number
}

/** A device that is inside a geofence, or so near to its border that it may be. */
export interface OpenVisit extends VisitSums {
  area: number
  enteredAtMs: number
  /** A location was farther inside than it may be wrong. */
  isDeep: boolean
  /** Since the newest locations are outside: where it crossed the border, and what it has gone since. */
  out: (VisitSums & { atMs: number }) | null
}

/** The time of a driver who has not signed off. */
export interface OpenSession {
  tag: string
  beganAtMs: number
  /** Since when the engine is off, and no tag was seen. */
  quietAtMs: number | null
}

/** Everything the detector remembers. All of it is needed to continue, and nothing else is. */
export interface TripState {
  /** The newest location of any kind. */
  lastAtMs: number
  /** Its local day. */
  day: string
  ignition: boolean | null
  /** Whether the engine is on, by the source that the settings name. */
  running: boolean | null
  counter: { seconds: number; changedAtMs: number } | null
  /** Of the current uninterrupted idling. */
  idleRunSeconds: number
  counts: DayCounts[]
  fix: Fix | null
  /** Engine time since the fix, or since the suspect. */
  engine: EngineDay[]
  suspect: Suspect | null
  segment: OpenSegment | null
  departure: Departure | null
  halt: Halt | null
  /** Only while the segment is a stop. */
  held: HeldTrip | null
  cuts: PendingCut[]
  visits: OpenVisit[]
  session: OpenSession | null
}
