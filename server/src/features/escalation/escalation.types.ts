import type { Step } from './policy.types.ts'
import type { Position } from './steps.ts'

export interface AlertToEscalate {
  accountId: number
  alertNumber: number
  /** Null for an alert that no rule raised. */
  ruleNumber: number | null
  /** Groups repeats: the rule, or the reported name. */
  topic: string
}

export interface TimerKey {
  accountId: number
  alertNumber: number
}

/** A round that is due, of an alert that nobody has handled. The alert is locked. */
export interface DueRound extends Position {
  alertId: string
  deviceId: string
  deviceNumber: number
  topic: string
  policyId: string
  policyName: string
  steps: Step[]
  /** Null: at once, because the round before could reach nobody. */
  dueAt: Date | null
  raisedAt: Date
  last: (Position & { doneAt: Date }) | null
}

export interface Notice {
  notificationNumber: number
  contactId: string
  contactName: string
  channel: string
  address: string
}
