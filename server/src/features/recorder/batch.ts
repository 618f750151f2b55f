// A batch of locations on its way through the pipeline, and what the steps need.

import type { Context } from '../../platform/context.ts'
import { traceClock } from '../../platform/observability/tracing.ts'
import type { Judge } from '../alerts/judge.api.ts'
import type { Presence } from '../devices/presence.api.ts'
import type { BufferedRow } from './buffered-locations.api.ts'
import type { Assignments, DeviceCache } from './device-cache.api.ts'
import type { LocationMeter } from './location-meter.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import type { StorableRow } from './storable-row.types.ts'

export interface RecordedCounts {
  received: number
  stored: number
  /** Sent by trackers that belong to no account. */
  unknown: number
  /** Received before the tracker belonged to its current device, and of no device that exists. */
  beforeAssignment: number
}

export interface RecorderContext extends Pick<Context, 'db' | 'log'> {
  cells?: Context['cells']
  /** Absent where rows may be of any age. */
  now?: Context['now']
  bus?: Pick<Context['bus'], 'locations' | 'events'>
  /** Absent where rules are not evaluated: dead letters are old. */
  judging?: { judge: Judge; partition: number }
  /** Absent where nothing is published: restored locations were published when they were first stored. */
  publishing?: { presence: Presence }
  counts?: RecordedCounts
  /** Absent where locations were counted when they were first stored. */
  meter?: LocationMeter
}

export interface PipelineContext extends RecorderContext {
  deviceCache: DeviceCache
}

/** Each step fills in the fields that later steps read. */
export interface Batch {
  readonly messages: readonly LocationBatch[]
  /** By the trace clock. */
  readonly beganMs: number
  devices: Assignments
  /** Locations of devices of this cell. */
  known: StorableRow[]
  /** Statuses of devices of this cell. */
  statuses: StorableRow[]
  /** Rows of trackers that belong to no account. */
  unknown: LocationRow[]
  /** Rows that were received before their tracker got the device it has now: they are dropped. */
  beforeAssignment: LocationRow[]
  /** Rows of accounts that are being moved. */
  moving: BufferedRow[]
  /** Known rows that repeat an earlier report. */
  repeats: ReadonlySet<StorableRow>
  /** Known rows without the repeats. */
  storable: StorableRow[]
  /** The ordinals (from 1) of the storable rows that were new to the database. */
  newOrdinals: number[]
  /** The same of the statuses. */
  newStatuses: number[]
  /** Settles once subscribers can read the stored locations. */
  published: Promise<void>
}

const none: ReadonlySet<StorableRow> = new Set()

export function createBatch(messages: readonly LocationBatch[]): Batch {
  return {
    messages,
    beganMs: traceClock(),
    devices: new Map(),
    known: [],
    statuses: [],
    unknown: [],
    beforeAssignment: [],
    moving: [],
    repeats: none,
    storable: [],
    newOrdinals: [],
    newStatuses: [],
    published: Promise.resolve(),
  }
}
