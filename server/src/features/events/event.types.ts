// Events as streams, webhooks and workers receive them.

export const eventTypeNames = [
  'location',
  'status',
  'alert.raised',
  'alert.acknowledged',
  'alert.resolved',
  'alert.withdrawn',
  'alert.changed',
  'trip.started',
  'trip.ended',
  'trip.corrected',
  'trip.withdrawn',
  'visit.started',
  'visit.ended',
  'driver.changed',
  'fuel.filled',
  'fuel.drained',
  'device.created',
  'device.changed',
  'device.deleted',
  'device.online',
  'device.offline',
  'device.expired',
  'device.reactivated',
  'notification.sent',
  'notification.failed',
  'notification.suppressed',
  'escalation.notified',
  'command.queued',
  'command.sent',
  'command.acknowledged',
  'command.failed',
  'command.expired',
  'command.cancelled',
  'odometer.set',
  'maintenance.soon',
  'maintenance.due',
  'report.finished',
  'usage.day_closed',
  'account.status_changed',
  'account.host_changed',
  'account.support_requested',
  'account.support_started',
  'account.support_ended',
  'account.cap_warned',
  'account.cap_reached',
  'account.cap_exhausted',
  'account.email_sender_verified',
  'account.email_sender_withdrawn',
] as const
export type EventTypeName = (typeof eventTypeNames)[number]

/** What is before the dot. */
export type EventKind = EventTypeName extends infer T ? (T extends `${infer K}.${string}` ? K : T) : never
export const eventKinds = [...new Set(eventTypeNames.map((type) => type.split('.')[0] as EventKind))]

/** An event to publish. `id` stays the same when it is published again. */
export interface OutboxEvent {
  id: string
  /** The kind, a dot, and what happened: `alert.raised`. */
  type: string
  at: Date
  /** 0 and empty for an event of the whole account: only users who see all devices receive it, or see the report. */
  deviceNumber: number
  deviceId: string
  data: object
}

/** An event to append to the log. */
export interface NewEvent {
  type: string
  deviceNumber: number
  /** Where it happened, in 1e-7 degrees. */
  latitude: number | null
  longitude: number | null
  /** As programs receive it. */
  json: string
}

/** A position in the event log. A log message contains several events; `index` counts them, from 0. */
export interface LogPosition {
  sequence: number
  index: number
}

export interface LoggedEvent extends NewEvent {
  position: LogPosition
  kind: EventKind
  loggedAt: Date
}
