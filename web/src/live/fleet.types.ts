// The words between the page and its fleet worker. The worker knows every device; the page knows what is on its screen.

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
  /** When the tracker was where it was last, and when it was last heard; epoch ms. */
  fixedAtMs: number | undefined
  lastSeenMs: number | undefined
}

export interface ListQuestion {
  search: string
  status: Status | undefined
  group: string | undefined
  order: Order
  /** The rows that are on the screen. */
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

/** What the map draws: a device, or many that stand too close together. */
export interface Mark {
  longitude: number
  latitude: number
  /** Of one device. */
  id?: string
  name?: string
  status?: Status
  courseDeg?: number
  /** Of many. */
  count?: number
  /** How many of them move. */
  movingCount?: number
  /** Where all of them are. */
  bounds?: Bounds
}

/** How many devices a shape holds, and the first of them by name. */
export interface Inside {
  count: number
  first: Row[]
}

export type ToWorker =
  | { kind: 'open'; url: string }
  | { kind: 'token'; token: string | undefined }
  | { kind: 'list'; question: ListQuestion }
  | { kind: 'view'; view: View }
  | { kind: 'watch'; ids: string[] }
  | { kind: 'find'; search: string; ask: number }
  | { kind: 'inside'; shape: Shape; ask: number }
  | { kind: 'rest'; hidden: boolean }

export type FromWorker =
  | { kind: 'token'; fresh: boolean }
  | { kind: 'connection'; state: Connection; sinceMs: number }
  | { kind: 'counts'; counts: Counts; isLoading: boolean }
  /** The whole fleet is known: where it is. */
  | { kind: 'loaded'; bounds: Bounds | undefined }
  | { kind: 'rows'; total: number; from: number; rows: Row[] }
  | { kind: 'marks'; marks: Mark[] }
  | { kind: 'watched'; rows: Row[] }
  | { kind: 'found'; rows: Row[]; ask: number }
  | { kind: 'inside'; inside: Inside; ask: number }
  | { kind: 'news'; news: News[] }

/** Something happened that is kept elsewhere: an alert, a command, a device's settings. A reason to ask again. */
export interface News {
  type: string
  device: string | undefined
  data: unknown
}
