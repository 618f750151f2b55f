// The rules of an account, compiled for the judge: settings parsed, areas indexed, devices resolved.

import type { GeofenceIndex } from '../../geofences/geofence-index.api.ts'
import type { Kind } from './kind.types.ts'

export type Severity = 'info' | 'warning' | 'critical'

export interface Rule {
  number: number
  id: string
  name: string
  version: number
  /** The key of its memory. A changed rule starts with an empty memory. */
  key: string
  kind: Kind
  severity: Severity
  settings: object
  /** The geofences it evaluates; all of the account if it names none. */
  areas: ReadonlySet<number> | 'all'
  /** Less accurate locations are ignored. */
  accuracyM: number | undefined
  isActive(atMs: number): boolean
  appliesTo(deviceNumber: number): boolean
}

export interface RuleSet {
  all: readonly Rule[]
  /** Those that need nothing but coordinates and speed. */
  basic: readonly Rule[]
  /** Those that evaluate statuses. */
  ofStatus: readonly Rule[]
  /** The geofences that they name. Undefined if none of them uses geofences. */
  areas: ReadonlySet<number> | 'all' | undefined
}

export interface Rulebook {
  accountId: number
  /** The rules on locations that apply to the device. */
  rulesFor(deviceNumber: number): RuleSet
  index: GeofenceIndex
  nameOfArea(area: number): string
  /** Nothing is raised for an expired device. */
  isExpired(deviceNumber: number, nowMs: number): boolean
}
