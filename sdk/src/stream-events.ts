// What the stream of events tells.

import type { components } from './event-types.ts'

type Schemas = components['schemas']

export type EventKind = 'location' | 'alert' | 'device' | 'notification' | 'command'
export type StreamForm = 'full' | 'compact'

export interface StreamQuery<F extends StreamForm = StreamForm> {
  kinds?: readonly EventKind[] | undefined
  /** Identifiers. */
  devices?: readonly string[] | undefined
  groups?: readonly string[] | undefined
  /** In degrees; may cross the antimeridian. */
  area?: readonly [west: number, south: number, east: number, north: number] | undefined
  form?: F | undefined
  /** At most one location of each device in so many seconds. */
  everySeconds?: number | undefined
  /** Go on behind this place: an `id` of the stream, or a cursor of GET /api/events. */
  after?: string | undefined
}

/**
 * Speed in metres per second, course in degrees, the last three 0 or 1; null where the tracker did not say. Later servers
 * may say more behind these.
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

/** All events of a kind; their `type` says which it is. */
type EventsOf<K extends EventKind> = {
  [T in keyof Schemas]: T extends K | `${K}.${string}` ? Schemas[T] : never
}[keyof Schemas]

export type LocationEvent = EventsOf<'location'>
export type AlertEvent = EventsOf<'alert'>
export type DeviceEvent = EventsOf<'device'>
export type NotificationEvent = EventsOf<'notification'>
export type CommandEvent = EventsOf<'command'>

interface Told<T extends string, D> {
  /** Its place in the stream, for `after`. */
  id: string
  type: T
  data: D
}

export type StreamEvent<F extends StreamForm = 'full'> =
  | Told<'location', F extends 'compact' ? CompactLocation : LocationEvent>
  | Told<'alert', AlertEvent>
  | Told<'device', DeviceEvent>
  | Told<'notification', NotificationEvent>
  | Told<'command', CommandEvent>
  /** The log no longer holds what happened between these places: load anew what you show. */
  | Told<'skipped', Schemas['skipped']>

/** `live`: connected. `reconnecting`: cut off a moment ago. `offline`: several tries failed; it goes on trying. */
export type StreamState = 'live' | 'reconnecting' | 'offline'

export interface StreamSettings {
  signal?: AbortSignal | undefined
  onState?: ((state: StreamState) => void) | undefined
}
