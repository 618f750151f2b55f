import type { Static } from 'typebox'
import type { Severity } from './rules/rulebook.types.ts'
import type { Hours } from './rules/schedule.ts'

/** When and on which locations a rule is heard, whatever its kind. */
export interface Conditions {
  schedule?: Static<typeof Hours>[]
  /** The account's own, when absent. */
  timeZone?: string
  accuracyM?: number
}

/** A rule as its maker writes it. */
export interface RuleDocument {
  name: string
  kind: string
  enabled?: boolean
  severity?: Severity
  settings?: object
  conditions?: Conditions
  /** Neither: every device of the account. */
  groups?: string[]
  devices?: string[]
  /** None: all of the account's, for kinds that are about geofences. */
  geofences?: string[]
  contacts?: string[]
}

export interface StoredRule extends Required<RuleDocument> {
  id: string
  number: number
  version: number
}
