// What the trips API answers, written by hand: once the SDK is generated from a description that has these paths, its
// types take the place of this file.

export type SegmentKind = 'trip' | 'stop' | 'gap'
/** `silent`: open, but nothing was received for so long that it may have ended. */
export type SegmentState = 'open' | 'silent' | 'ended'
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
export type LeftOutReason = 'ahead' | 'coordinates' | 'accuracy' | 'jump'

export interface SegmentEnd {
  dateTime: string
  latitude: number
  longitude: number
}

/** Distances in metres, speeds in metres per second. */
export interface Segment {
  id: string
  deviceId: string
  kind: SegmentKind
  state: SegmentState
  start: SegmentEnd
  end: SegmentEnd | null
  duration: number
  distance: number
  bridgedDistance: number
  driftDistance: number
  deviceDistance: number | null
  drivingSeconds: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  maxSpeed: number | null
  averageSpeed: number | null
  locations: number
  coarse: boolean
  beganBy: ReasonName
  endedBy: ReasonName | null
  version: number
  corrections: number
  correctedAt: string | null
  /** The requested period has only a part of it. */
  cut?: true
  within?: { distance: number; seconds: number }
}

export interface Day {
  deviceId: string
  /** In the account's time zone. */
  day: string
  timeZone: string
  trips: number
  stops: number
  distance: number
  tripDistance: number
  bridgedDistance: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  maxSpeed: number | null
  firstStart: string | null
  lastEnd: string | null
  locations: number
  unusable: Record<LeftOutReason, number>
}

export interface CorrectionState {
  start: string
  end: string | null
  distance: number
}

export interface Correction {
  at: string
  cause: string
  version: number
  before: CorrectionState
  /** Null: withdrawn. */
  after: CorrectionState | null
}

/** Why a segment began or ended: the location that made it certain, what it measured, and what had to be reached. */
export interface Decision {
  by: ReasonName
  decidedAt: string
  measured: { metres: number | null; seconds: number }
  /** 0: does not count. */
  threshold: { metres: number; seconds: number }
}

export interface LeftOut {
  dateTime: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  reason: LeftOutReason
}

export interface Explanation {
  began: Decision
  ended: Decision | null
  leftOut: LeftOut[]
  leftOutIsComplete: boolean
}

export const profileNames = [
  'vehicle',
  'machine',
  'asset',
  'vessel',
  'person',
  'aircraft',
  'satellite',
] as const
export type ProfileName = (typeof profileNames)[number]

/** In the units of their names. */
export interface TripSettings {
  detection: 'auto' | 'motion' | 'ignition'
  engine: 'ignition' | 'voltage' | 'movement' | 'counter'
  movingKmh: number
  standingKmh: number
  stayMetres: number
  leaveMetres: number
  stopSeconds: number
  ignitionOffSeconds: number
  tripMetres: number
  tripSeconds: number
  gapSeconds: number
  bridgeSeconds: number
  expectedSeconds: number | null
  maxKmh: number
  accuracyMetres: number
  idleSeconds: number
  odometer: 'computed' | 'device'
  odometerFactor: number
}

export type SettingsLevel = 'account' | 'group' | 'device'

/** A value in force, and where it comes from. */
export interface EffectiveSetting {
  value: string | number | null
  source: 'default' | 'profile' | SettingsLevel
  /** Where the profile is set. */
  level?: SettingsLevel
  profile?: ProfileName
  /** Absent if the caller has no access to the group. */
  groupId?: string
}

/** What is set for the account, a group or a device itself; everything else is inherited. */
export type OwnSettings = Partial<TripSettings> & { profile?: ProfileName | null }

export type SettingsAnswer = OwnSettings & {
  effective: Record<keyof TripSettings, EffectiveSetting>
  coarse: boolean
  modifiedAt: string | null
}

/** Whose settings. */
export type SettingsSubject =
  | { level: 'account' }
  | { level: 'group'; id: string }
  | { level: 'device'; id: string }

export interface DryRunTotals {
  trips: number
  stops: number
  gaps: number
  distance: number
  tripSeconds: number
}

export interface DryRunSegment {
  kind: SegmentKind
  start: SegmentEnd
  /** Null if it is open at the end of the period. */
  end: SegmentEnd | null
  duration: number
  distance: number
}

export interface DryRunSide {
  totals: DryRunTotals
  segments: DryRunSegment[]
}

/** What the current settings find, and what others would. */
export interface DeviceDryRun {
  locations: number
  current: DryRunSide
  proposed: DryRunSide
  added: DryRunSegment[]
  removed: DryRunSegment[]
  changed: number
  truncated: boolean
}

export interface FleetDryRun {
  devices: {
    deviceId: string
    locations: number
    current: DryRunTotals
    proposed: DryRunTotals
    added: number
    removed: number
    changed: number
  }[]
  complete: boolean
}

export type MeterName = 'odometer' | 'engineHours'

/** Kilometres, or hours. */
export interface Reading {
  dateTime: string
  value: number
  note: string | null
  /** The id of a user. */
  setBy: string
  createdAt: string
  /** What the meter would have shown by the reading before; null for the first. */
  computed: number | null
  /** The value without `computed`. */
  drift: number | null
  /** The factor of the odometer with which there would have been no drift. */
  factor: number | null
}

export interface MeterAnswer {
  /** Null if nothing is known. */
  value: number | null
  /** Of the last location that is counted. */
  dateTime: string | null
  /** Since the reading. */
  counted: number
  reading: Reading | null
}
