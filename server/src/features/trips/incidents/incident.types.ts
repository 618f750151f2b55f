// What reports of driving behaviour count: spans above the speed limit, and harsh events that trackers report.

export const harshKinds = ['harshBraking', 'harshAcceleration', 'harshCornering'] as const
export type HarshKind = (typeof harshKinds)[number]
export type IncidentKind = 'speeding' | HarshKind

export interface Incident {
  kind: IncidentKind
  startMs: number
  /** The others are values of spans only. */
  endMs: number | null
  cm: number | null
  topTenthKmh: number | null
  limitKmh: number | null
  /** Null if the tracker had no position. */
  latitudeE7: number | null
  longitudeE7: number | null
}

/** A stored location, as far as incidents depend on it. */
export interface IncidentRow {
  atMs: number
  latitudeE7: number | null
  longitudeE7: number | null
  speedTenthKmh: number | null
  /** Has a position and a speed that can be relied on. */
  isUsable: boolean
  /** Callers of the API write what they like. */
  alerts: unknown
}

/** The settings that count in a part of the period. */
export interface DrivingLimits {
  limitKmh: number | null
  maxKmh: number
  accuracyMetres: number
  odometerFactor: number
}
