import type { Severity } from './rules/rulebook.types.ts'

export interface AlertFilter {
  from?: Date | undefined
  to?: Date | undefined
  deviceId?: string | undefined
  groupId?: string | undefined
  ruleId?: string | undefined
  name?: string | undefined
  severity?: Severity | undefined
  state?: 'open' | 'acknowledged' | 'resolved' | 'withdrawn' | undefined
}

/** The position of an alert in the inbox. The time is text: it is more precise than a Date. */
export interface AlertCursor {
  at: string
  number: string
}
