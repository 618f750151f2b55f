// What is told to streams, webhooks and workers, in one form.

export const eventKinds = ['location', 'alert', 'device', 'notification', 'command'] as const
export type EventKind = (typeof eventKinds)[number]

/** Something to tell. `id` is the same however often it is told. */
export interface Announcement {
  id: string
  /** The kind, a dot, and what happened. */
  type: string
  at: Date
  deviceNumber: number
  deviceId: string
  data: object
}

/** An event on its way into the log. */
export interface NewEvent {
  type: string
  deviceNumber: number
  /** Where it happened, in 1e-7 degrees. */
  latitude: number | null
  longitude: number | null
  /** As programs receive it. */
  json: string
}

/** A place in the log of events. A message of the log holds several events; `index` counts them, from 0. */
export interface EventPlace {
  sequence: number
  index: number
}

export interface LoggedEvent extends NewEvent {
  place: EventPlace
  kind: EventKind
  loggedAt: Date
}
