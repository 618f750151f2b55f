// An account's rules as the judge holds them: settings read, areas indexed, devices known.

import type { GeofenceIndex } from '../../geofences/geofence-index.api.ts'
import type { Kind } from './kind.types.ts'

export type Severity = 'info' | 'warning' | 'critical'

export interface Rule {
  number: number
  id: string
  name: string
  version: number
  /** Under which devices remember for it. A changed rule begins anew. */
  key: string
  kind: Kind
  severity: Severity
  settings: object
  /** Geofences it is about; all of the account's when it names none. */
  areas: ReadonlySet<number> | 'all'
  /** Locations less accurate than this say nothing to the rule. */
  accuracyM: number | undefined
  isHeard(atMs: number): boolean
  appliesTo(deviceNumber: number): boolean
}

export interface RuleSet {
  all: readonly Rule[]
  /** Those to whom a location that says no more than where and how fast says something. */
  ofPlace: readonly Rule[]
  usesAreas: boolean
}

export interface Rulebook {
  accountId: number
  /** Those that locations decide, and that apply to the device. */
  rulesFor(deviceNumber: number): RuleSet
  index: GeofenceIndex
  nameOfArea(area: number): string
  /** An expired device raises nothing. */
  isExpired(deviceNumber: number, nowMs: number): boolean
}
