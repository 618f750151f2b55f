/** A stored location with what the detector reads of it. */
export interface TrackLocation {
  fixedAtMs: number
  receivedAtMs: number
  fingerprint: number
  /** Null without own coordinates: none, not valid, or approximate. */
  latitudeE7: number | null
  longitudeE7: number | null
  accuracyM: number | null
  speedTenthKmh: number | null
  ignition: boolean | null
  moving: boolean | null
  powerVolts: number | null
  /** The device's own odometer. */
  mileageCm: number | null
  /** The device's own counter of engine hours. */
  engineSeconds: number | null
  /** What identifies its driver: a key, a card, a number. Absent or null if it reports none. */
  driverTag?: string | null
}

/** Why the coordinates of a location were left out. */
export type Unusable = 'ahead' | 'coordinates' | 'accuracy' | 'jump'

export const unusableReasons: readonly Unusable[] = ['ahead', 'coordinates', 'accuracy', 'jump']

export type SegmentKind = 'trip' | 'stop' | 'gap'

export type ReasonName =
  | 'first'
  | 'moved'
  | 'ignitionOn'
  | 'stayed'
  | 'ignitionOff'
  | 'slept'
  | 'silence'
  | 'reported'
  | 'cut'
  | 'driver'

/** Why a segment begins or ends: the instant that decided it, and the thresholds that were reached. */
export interface Reason {
  by: ReasonName
  decidedAtMs: number
  metres: number
  seconds: number
}

export interface Place {
  latitudeE7: number
  longitudeE7: number
}

export interface Segment {
  kind: SegmentKind
  beganAtMs: number
  /** Null while it is open. The next segment begins at the same instant. */
  endedAtMs: number | null
  from: Place
  to: Place
  began: Reason
  ended: Reason | null
}

/** The sums of one segment in one local day. Whole numbers, so that no order or grouping changes a total. */
export interface Sums {
  day: string
  /** Counted by the odometer; includes the bridged distance. */
  cm: number
  bridgedCm: number
  /** Movement that is counted nowhere: positions of a stationary device, or implausibly fast legs. */
  driftCm: number
  /** By the device's odometer; null if it reports none. */
  deviceCm: number | null
  odometerBreaks: number
  idleSeconds: number
  idlings: number
  /** Null if it is not known whether the engine was on. */
  engineSeconds: number | null
  topSpeedTenthKmh: number | null
  /** Usable locations. */
  locations: number
}

export interface SegmentDay extends Sums {
  /** Identifies the segment of the device. */
  beganAtMs: number
}

/** The locations of a local day. Instants, not rows, are counted. */
export interface DayCounts extends Record<Unusable, number> {
  day: string
  locations: number
}

/** The state before the first location of a local day, encoded. */
export interface Opening {
  day: string
  state: string
}

export type VisitKind = 'stayed' | 'passed'

/** A visit of a geofence that has ended. */
export interface FoundVisit {
  area: number
  enteredAtMs: number
  leftAtMs: number
  kind: VisitKind
  /** Driven inside. */
  cm: number
  idleSeconds: number
  /** The location that showed that the device had left. */
  decidedAtMs: number
}

/** The time of a driver, by a tag, that has ended. */
export interface FoundSession {
  tag: string
  beganAtMs: number
  endedAtMs: number
  /** The location that showed that it had ended. */
  decidedAtMs: number
}

/** What the detector found. Segments are complete; each segment and day, and each day, occurs once. */
export interface Detected {
  segments: Segment[]
  segmentDays: SegmentDay[]
  days: DayCounts[]
  openings: Opening[]
  visits: FoundVisit[]
  sessions: FoundSession[]
}
