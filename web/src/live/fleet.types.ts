// The messages between the page and its fleet worker. The worker has every device; the page only what is on its
// screen.

import type { Device } from '@rastro/client'
import type { Shape } from './shape.ts'

export const statuses = ['moving', 'idling', 'stopped', 'offline', 'never', 'expired'] as const
export type Status = (typeof statuses)[number]
export type Counts = Record<Status, number> & { all: number }
export type Order = 'name' | 'status' | 'age'
export type Connection = 'opening' | 'live' | 'reconnecting' | 'offline'

export type VehicleType = NonNullable<Device['vehicleType']>

/** A device as the list shows it. */
export interface Row {
  id: string
  name: string
  vehicleType: VehicleType | null
  licensePlate: string | null
  status: Status
  speedKmh: number | undefined
  courseDeg: number | undefined
  latitude: number | undefined
  longitude: number | undefined
  /** The time of the last fix, and of the last contact; epoch ms. */
  fixedAtMs: number | undefined
  lastSeenMs: number | undefined
}

/** What list, map and chips show. */
export interface Filter {
  search: string
  status: Status | undefined
  group: string | undefined
}

export interface ListQuery extends Filter {
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

/** The parts of a cluster's ring. Devices without contact are one part: never seen, offline, expired. */
export const ringParts = ['moving', 'idling', 'stopped', 'offline'] as const
export type RingPart = (typeof ringParts)[number]

/** A marker on the map: a device, or a cluster. */
export interface Mark {
  longitude: number
  latitude: number
  /** Of a device. */
  id?: string
  name?: string
  status?: Status
  courseDeg?: number
  speedKmh?: number
  lastSeenMs?: number
  /** Of a cluster. */
  count?: number
  /** How many of its devices are in each part of the ring. */
  parts?: Record<RingPart, number>
  /** The bounds of its devices. */
  bounds?: Bounds
}

/** The bounds of the devices that a filter shows, and of the part where most of them are. */
export interface Extent {
  all: Bounds | undefined
  dense: Bounds | undefined
}

/** Markers in the form in which a worker passes them on without copying; see packed-marks.ts. */
export interface PackedMarks {
  numbers: Float64Array<ArrayBuffer>
  /** Id and name of each device, in order. */
  texts: string[]
}

/** The first devices that match, and how many do. */
export interface Found {
  rows: Row[]
  total: number
}

/** The number of devices inside a shape, and the first of them by name. */
export interface Inside {
  count: number
  first: Row[]
}

export type ToWorker =
  | { kind: 'open'; url: string }
  | { kind: 'token'; token: string | undefined }
  /** Without a query nothing is listed, and the map shows every device. */
  | { kind: 'list'; query: ListQuery | undefined }
  | { kind: 'view'; view: View }
  | { kind: 'watch'; ids: string[] }
  | { kind: 'find'; query: Omit<ListQuery, 'from' | 'to'>; limit: number; request: number }
  | { kind: 'extent'; request: number }
  | { kind: 'inside'; shape: Shape; request: number }
  /** The first rows are on the screen. */
  | { kind: 'shown' }
  | { kind: 'rest'; hidden: boolean }
  /** The user drags the map: the page needs its time for frames. */
  | { kind: 'dragging'; isDragging: boolean }

export type FromWorker =
  | { kind: 'token'; fresh: boolean }
  | { kind: 'connection'; state: Connection; sinceMs: number }
  /** Of the devices that match search and group; `total` is the whole fleet. */
  | { kind: 'counts'; counts: Counts; total: number; isLoading: boolean }
  /** The whole fleet has been read; the bounds of its dense part. */
  | { kind: 'loaded'; bounds: Bounds | undefined }
  | { kind: 'rows'; total: number; from: number; rows: Row[] }
  | { kind: 'marks'; marks: PackedMarks }
  | { kind: 'watched'; rows: Row[] }
  | { kind: 'found'; found: Found; request: number }
  | { kind: 'extent'; extent: Extent; request: number }
  | { kind: 'inside'; inside: Inside; request: number }
  | { kind: 'events'; events: FleetEvent[] }

/** An event about data that the fleet does not hold (alerts, commands, device settings): a reason to refetch it. */
export interface FleetEvent {
  type: string
  device: string | undefined
  data: unknown
}
