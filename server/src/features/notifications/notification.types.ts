export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

export const notificationStates = ['waiting', 'sending', 'sent', 'failed', 'suppressed'] as const
export type NotificationState = (typeof notificationStates)[number]

/** An alert whose rule's contacts are to be told. */
export interface AlertToTell {
  accountId: number
  alertNumber: number
  deviceNumber: number
  ruleNumber: number
  /** What counts as the same again: the rule, or the reported name. */
  topic: string
  /** Of the trace that raised it, where there is one. */
  traceparent?: string | undefined
}

/** Where a notification is, for whoever looks over all accounts. */
export interface DueNotification {
  accountId: number
  number: number
}

/** What became of one that does not leave now. */
export interface SettledNotification {
  state: Exclude<NotificationState, 'sending'>
  reason: string | null
  channel: Channel
}

/** A notification that this process took: one unit of its device's day is spent on it. */
export interface TakenNotification extends AlertFacts {
  state: 'sending'
  raisedAt: Date
  createdAt: Date
  traceparent: string | null
  accountId: number
  number: number
  id: string
  channel: Channel
  address: string
  /** Which time it is handed over, from 1. */
  attempt: number
  language: Language
  /** How many of the same were kept back before it. */
  previouslySuppressed: number
}

/** What a letter tells. Names and texts come from people and trackers: they are never trusted. */
export interface AlertFacts {
  alertId: string
  alertName: string
  severity: 'info' | 'warning' | 'critical'
  text: string | null
  at: Date
  latitude: number | null
  longitude: number | null
  explanation: { summary?: unknown; rule?: unknown; area?: unknown } | null
  deviceId: string
  deviceName: string
  accountName: string
  timeZone: string
}
