// The types of the event stream.

import type { EventKind } from './api-constants.ts'
import type { components } from './event-types.ts'

type Schemas = components['schemas']

export type StreamForm = 'full' | 'compact'

export interface StreamQuery<F extends StreamForm = StreamForm> {
  kinds?: readonly EventKind[] | undefined
  /** Device ids. */
  devices?: readonly string[] | undefined
  groups?: readonly string[] | undefined
  /** In degrees; may cross the antimeridian. */
  area?: readonly [west: number, south: number, east: number, north: number] | undefined
  form?: F | undefined
  /** At most one location per device in so many seconds. */
  everySeconds?: number | undefined
  /** Resume after this cursor: an `id` of the stream, or a cursor of GET /api/events. */
  after?: string | undefined
}

/**
 * Speed in metres per second, course in degrees, the last three 0 or 1; null if the tracker did not report it. Newer
 * servers may append values.
 */
export type CompactLocation = [
  deviceId: string,
  atMs: number,
  latitude: number | null,
  longitude: number | null,
  speed: number | null,
  course: number | null,
  moving: 0 | 1 | null,
  ignition: 0 | 1 | null,
  valid: 0 | 1 | null,
]

/** All events of a kind, or of all kinds; `type` distinguishes them. */
export type EventsOf<K extends EventKind = EventKind> = {
  [T in keyof Schemas]: T extends K | `${K}.${string}` ? Schemas[T] : never
}[keyof Schemas]

export type LocationEvent = EventsOf<'location'>
export type AlertEvent = EventsOf<'alert'>
export type TripEvent = EventsOf<'trip'>
export type VisitEvent = EventsOf<'visit'>
export type DriverEvent = EventsOf<'driver'>
/** The resource that it is about is a FuelEvent. */
export type FuelStreamEvent = EventsOf<'fuel'>
export type DeviceEvent = EventsOf<'device'>
export type NotificationEvent = EventsOf<'notification'>
export type CommandEvent = EventsOf<'command'>
export type OdometerEvent = EventsOf<'odometer'>
export type ReportEvent = EventsOf<'report'>
/** Of accounts below a reseller, in the account of its staff. */
export type UsageEvent = EventsOf<'usage'>
export type MaintenanceEvent = EventsOf<'maintenance'>
export type AccountEvent = EventsOf<'account'>

interface Delivered<T extends string, D> {
  /** Its cursor in the stream, for `after`. */
  id: string
  type: T
  data: D
}

export type StreamEvent<F extends StreamForm = 'full'> =
  | {
      [K in EventKind]: Delivered<
        K,
        K extends 'location' ? (F extends 'compact' ? CompactLocation : LocationEvent) : EventsOf<K>
      >
    }[EventKind]
  /** The log no longer has the events between these cursors: reload what you show. */
  | Delivered<'skipped', Schemas['skipped']>

/** `live`: connected. `reconnecting`: just disconnected. `offline`: several attempts failed; it keeps trying. */
export type StreamState = 'live' | 'reconnecting' | 'offline'

export interface StreamSettings {
  signal?: AbortSignal | undefined
  onState?: ((state: StreamState) => void) | undefined
}
