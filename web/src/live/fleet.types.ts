// The messages between the page and its fleet worker. The worker has every device; the page only what is on its
// screen.

import type { Shape } from './shape.ts'

export const statuses = ['moving', 'idling', 'stopped', 'offline', 'never', 'expired'] as const
export type Status = (typeof statuses)[number]
export type Counts = Record<Status, number> & { all: number }
export type Order = 'name' | 'status' | 'age'
export type Connection = 'opening' | 'live' | 'reconnecting' | 'offline'

/** A device as the list shows it. */
export interface Row {
  id: string
  name: string
  status: Status
  speedKmh: number | undefined
  courseDeg: number | undefined
  latitude: number | undefined
  longitude: number | undefined
  /** The time of the last fix, and of the last contact; epoch ms. */
  fixedAtMs: number | undefined
  lastSeenMs: number | undefined
}

export interface ListQuery {
  search: string
  status: Status | undefined
  group: string | undefined
  order: Order
  /** The visible rows. */
  from: number
  to: number
}

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}
export interface View extends Bounds {
  zoom: number
}

/** A marker on the map: a device, or a cluster. */
export interface Mark {
  longitude: number
  latitude: number
  /** Of a device. */
  id?: string
  name?: string
  status?: Status
  courseDeg?: number
  /** Of a cluster. */
  count?: number
  /** How many of its devices move. */
  movingCount?: number
  /** The bounds of its devices. */
  bounds?: Bounds
}

/** The number of devices inside a shape, and the first of them by name. */
export interface Inside {
  count: number
  first: Row[]
}

export type ToWorker =
  | { kind: 'open'; url: string }
  | { kind: 'token'; token: string | undefined }
  | { kind: 'list'; query: ListQuery }
  | { kind: 'view'; view: View }
  | { kind: 'watch'; ids: string[] }
  | { kind: 'find'; search: string; request: number }
  | { kind: 'inside'; shape: Shape; request: number }
  | { kind: 'rest'; hidden: boolean }

export type FromWorker =
  | { kind: 'token'; fresh: boolean }
  | { kind: 'connection'; state: Connection; sinceMs: number }
  | { kind: 'counts'; counts: Counts; isLoading: boolean }
  /** The whole fleet has been read; its bounds. */
  | { kind: 'loaded'; bounds: Bounds | undefined }
  | { kind: 'rows'; total: number; from: number; rows: Row[] }
  | { kind: 'marks'; marks: Mark[] }
  | { kind: 'watched'; rows: Row[] }
  | { kind: 'found'; rows: Row[]; request: number }
  | { kind: 'inside'; inside: Inside; request: number }
  | { kind: 'events'; events: FleetEvent[] }

/** An event about data that the fleet does not hold (alerts, commands, device settings): a reason to refetch it. */
export interface FleetEvent {
  type: string
  device: string | undefined
  data: unknown
}
