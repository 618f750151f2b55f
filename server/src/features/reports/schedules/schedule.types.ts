import type { ReportFormat, ReportRequest, RunRequest, Weekday } from '../report.types.ts'

/** `last` and a day that a month does not have are its last day. */
export type Rhythm =
  | { every: 'daily' }
  | { every: 'weekly'; weekday: Weekday }
  | { every: 'monthly'; day: number | 'last' }

export const periodNames = ['yesterday', 'lastWeek', 'lastMonth'] as const
export type PeriodName = (typeof periodNames)[number]

/** What is reported, how it is grouped and written. The period and the formats belong to the schedule. */
export type ScheduledRequest = Omit<ReportRequest, 'from' | 'to'> & Pick<RunRequest, 'dialect'>

export interface ScheduleDocument {
  name: string
  request: ScheduledRequest
  formats: ReportFormat[]
  rhythm: Rhythm
  /** As in 07:30, in the time zone of the account. */
  time: string
  period: PeriodName
  /** Ids of contacts. */
  recipients: string[]
  sendsEmpty: boolean
  enabled: boolean
}

export interface StoredSchedule extends ScheduleDocument {
  number: number
  id: string
  version: number
  /** The user whose privileges and scope it has; null if deleted. */
  userId: string | null
  /** The day of the next report; its instant is computed from it in the time zone that holds then. */
  nextOn: string | null
  /** The server has disabled it. */
  isStopped: boolean
}

/** Both days are included. */
export interface DatePeriod {
  from: string
  to: string
}

export const scheduleRunStates = ['running', 'sending', 'sent', 'empty', 'failed'] as const
export const reportEmailStates = ['waiting', 'sending', 'sent', 'failed', 'suppressed'] as const

/** Why a schedule stopped. */
export const stopReasons = ['user_deleted', 'user_inactive', 'privilege_missing'] as const
export type StopReason = (typeof stopReasons)[number]
