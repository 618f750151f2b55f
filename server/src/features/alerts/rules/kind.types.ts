// A kind of rule is a pure function from its memory and the next location to the new memory and findings. It uses no
// clock and no database, so that the same locations always give the same alerts.

import type { Static, TSchema } from 'typebox'

/** A location as rules read it. */
export interface Fix {
  atMs: number
  receivedAtMs: number
  /** Absent if the device has no own fix. */
  coordinates: Coordinates | undefined
  speedKmh: number | undefined
  accuracyM: number | undefined
  /** Everything else that was reported, under the names of the API. */
  more: Readonly<Record<string, unknown>>
  /** A report without a position. It does not show where the device is, or whether it has a fix. */
  isStatus: boolean
}

export interface Coordinates {
  latitude: number
  longitude: number
}

/** The areas that the rules of the device name, relative to the position of the device and the segment it travelled. */
export interface Areas {
  /** Those that contain the position. */
  readonly inside: readonly number[]
  /** Those that the segment from the last position touches, and at which fractions (0 to 1) of it. */
  readonly touched: readonly { number: number; entersAt: number; leavesAt: number }[]
  /** At most the margin away from the area. */
  isNear(area: number, marginM: number): boolean
  /** Farther than the margin from all of them. */
  isFarFrom(areas: ReadonlySet<number> | 'all', marginM: number): boolean
  nameOf(area: number): string
}

export interface Step {
  fix: Fix
  /** The last location with coordinates before this one. */
  before: Fix | undefined
  areas: Areas
  /** Whether the schedule of the rule is on. */
  isActive: boolean
}

/** A reason to raise an alert. */
export interface Finding {
  /** Distinguishes findings of one rule: an area, an input. */
  subject?: string
  atMs: number
  coordinates?: Coordinates | undefined
  /** One sentence in English. */
  summary: string
  /** The values and thresholds that decided. */
  facts: Record<string, unknown>
}

export interface Verdict {
  /** The same object if nothing changed. Small JSON: it is stored with the device. */
  memory: unknown
  findings: readonly Finding[]
}

export interface Kind<S extends TSchema = TSchema> {
  name: string
  /** The name of the alert: `sos`, `geofence.entered`. */
  alertName(settings: Static<S>): string
  settings: S
  /** Evaluated however late, and notified even if late. */
  isUrgent?: true
  /** Triggered by time or events, not by locations. */
  isTimed?: true
  usesAreas?: true
  /** Locations with nothing but coordinates and speed do not concern it. */
  readsMore?: true
  /** Statuses concern it too: it reads nothing of the position. */
  readsStatus?: true
  /** Its settings must have exactly one of above, below and equals. */
  hasThreshold?: true
  judge(settings: Static<S>, areas: ReadonlySet<number> | 'all', memory: unknown, step: Step): Verdict
}

export function defineKind<S extends TSchema>(kind: Kind<S>): Kind {
  return kind as unknown as Kind
}

const nothing: readonly Finding[] = []

export function quiet(memory: unknown): Verdict {
  return { memory, findings: nothing }
}
