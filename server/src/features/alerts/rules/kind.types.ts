// What a kind of rule is: a pure function from what was remembered and the next location to what is remembered and
// what happened. It reads no clock and no database, so that the same locations always give the same alerts.

import type { Static, TSchema } from 'typebox'

/** A location as rules see it. */
export interface Fix {
  atMs: number
  receivedAtMs: number
  /** Absent without a place that can be trusted to be the tracker's own. */
  place: Place | undefined
  speedKmh: number | undefined
  accuracyM: number | undefined
  /** Whatever else was said, under the API's names. */
  more: Readonly<Record<string, unknown>>
}

export interface Place {
  latitude: number
  longitude: number
}

/** The areas of the account, seen from where the device is and from the way it came. */
export interface Areas {
  /** Those that hold the place. */
  readonly inside: readonly number[]
  /** Those that the way from the last place touches, and at which parts (0 to 1) of it. */
  readonly touched: readonly { number: number; entersAt: number; leavesAt: number }[]
  /** Metres to the border, below zero inside. */
  distanceM(area: number): number
  /** Farther than the margin from every one of them. */
  isFarFrom(areas: ReadonlySet<number> | 'all', marginM: number): boolean
  nameOf(area: number): string
}

export interface Step {
  fix: Fix
  /** The location with a place before this one. */
  before: Fix | undefined
  areas: Areas
  /** Whether the rule's schedule is on. */
  isHeard: boolean
}

/** Something to alert about. */
export interface Happening {
  /** What it is about, where a rule can speak of several things: an area, an input. */
  subject?: string
  atMs: number
  place?: Place | undefined
  /** One sentence, in English; letters have their own words. */
  says: string
  /** The values and thresholds that decided. */
  facts: Record<string, unknown>
}

export interface Verdict {
  /** The same object as before when nothing changed. Small and JSON: it is stored with the device. */
  memory: unknown
  happened: readonly Happening[]
}

export interface Kind<S extends TSchema = TSchema> {
  name: string
  /** What the alert is called: `sos`, `geofence.entered`. */
  alertName(settings: Static<S>): string
  settings: S
  /** Told of even when it is so late that others are kept quiet about, and judged however late it comes. */
  isUrgent?: true
  /** Judged by the clock and not by locations. */
  isTimed?: true
  usesAreas?: true
  /** A location that says no more than where and how fast says nothing to it. */
  readsMore?: true
  /** Its settings must name exactly one of above, below and equals. */
  hasThreshold?: true
  judge(settings: Static<S>, areas: ReadonlySet<number> | 'all', memory: unknown, step: Step): Verdict
}

export function defineKind<S extends TSchema>(kind: Kind<S>): Kind {
  return kind as unknown as Kind
}

const nothing: readonly Happening[] = []

export function quiet(memory: unknown): Verdict {
  return { memory, happened: nothing }
}
