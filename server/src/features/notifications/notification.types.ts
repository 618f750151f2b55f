import type { MessageChannel } from '../spending/spending.types.ts'
import { messageChannels } from '../spending/spending.types.ts'

export const channels = messageChannels
export type Channel = MessageChannel

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

export const notificationStates = ['waiting', 'sending', 'sent', 'failed', 'suppressed'] as const
export type NotificationState = (typeof notificationStates)[number]

/** An alert to notify the contacts of its rule of. */
export interface AlertToNotify {
  accountId: number
  alertNumber: number
  deviceNumber: number
  ruleNumber: number
  /** Groups repeats: the rule, or the reported name. */
  topic: string
  /** The trace that raised it, if any. */
  traceparent?: string | undefined
}

/** Contacts of an alert that are notified once more, or for the first time. */
export interface ContactsToNotify {
  alertNumber: number
  deviceNumber: number
  topic: string
  contactIds: string[]
}

/** Identifies a notification over all accounts. */
export interface NotificationKey {
  accountId: number
  number: number
}

export interface DueNotification extends NotificationKey {
  deviceNumber: number
}

/** The result for a notification that is not sent now. */
export interface SettledNotification {
  state: Exclude<NotificationState, 'sending'>
  reason: string | null
  channel: Channel
}

/** Nothing was changed: the counters of the account's day or a budget lease must be provided first. */
export interface UnfundedNotification {
  state: 'unfunded'
  channel: Channel
  severity: AlertFacts['severity']
  hasCounters: boolean
  /** What the account's own caps leave; null for no cap. */
  unitsLeft: number | null
  /** In millionths of the currency. */
  price: number
  day: string
  dayEndsAt: Date
}

/** A notification that this process has leased; it is counted against the daily limit of its device. */
export interface LeasedNotification extends AlertFacts {
  state: 'sending'
  raisedAt: Date
  createdAt: Date
  traceparent: string | null
  accountId: number
  /** Public id. */
  account: string
  number: number
  id: string
  channel: Channel
  address: string
  /** The sealed address, where `address` is only what users see of it. */
  secret: Buffer | null
  /** Counts from 1. */
  attempt: number
  /** Of those, in earlier rounds of the escalation. */
  attemptsBefore: number
  language: Language
  /** How many of the same topic were suppressed before it. */
  previouslySuppressed: number
}

/** The content of an alert message. Names and texts come from users and devices: they are never trusted. */
export interface AlertFacts {
  alertId: string
  alertName: string
  severity: 'info' | 'warning' | 'critical'
  text: string | null
  at: Date
  latitude: number | null
  longitude: number | null
  explanation: { summary?: unknown; rule?: unknown; area?: unknown; locatedAt?: unknown } | null
  deviceId: string
  deviceName: string
  accountName: string
  timeZone: string
}
