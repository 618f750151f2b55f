import type { Static } from 'typebox'
import type { Hours } from '../../platform/time/weekly-hours.ts'
import type { Severity } from './rules/rulebook.types.ts'

/** When and on which locations a rule is evaluated, whatever its type. */
export interface Conditions {
  schedule?: Static<typeof Hours>[]
  /** Default: the one of the account. */
  timeZone?: string
  accuracyM?: number
}

/** A rule as clients write it. */
export interface RuleDocument {
  name: string
  type: string
  enabled?: boolean
  severity?: Severity
  settings?: object
  conditions?: Conditions
  /** If both are absent: every device of the account. */
  groups?: string[]
  devices?: string[]
  /** If empty: all of the account, for types that use geofences. */
  geofences?: string[]
  contacts?: string[]
  /** `default`, `none` or the id of an escalation policy. */
  escalation?: string
}

export interface StoredRule extends Required<RuleDocument> {
  id: string
  number: number
  version: number
}
