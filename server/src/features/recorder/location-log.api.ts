// Collects locations into batches for the log. A write resolves once the log holds the location; only then may it be
// acknowledged to the tracker.

import { crc32 } from 'node:zlib'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, through, traceparentOf } from '../../platform/observability/tracing.ts'
import { deviceRefOf, protocolOf } from './location-row.api.ts'
import type { DeviceRef, LocationBatch, LocationRow } from './location-row.types.ts'

/** Short enough to go unnoticed, long enough to collect locations that are received together. */
const collectMs = 4
/** The minimum interval between messages of a partition: a message costs the log as much as 100 locations. */
const paceMs = 25
const maxRows = 200

interface OpenBatch {
  rows: LocationRow[]
  byProtocol: Map<string, number>
  traces: Record<number, string> | undefined
  written: Promise<void>
  send(): Promise<void>
}

/**
 * The state of a partition. While a batch is being written the next one grows: the log syncs each message by itself,
 * one after the other, so a second one would only be queued. A slow disk therefore gets fewer, larger messages.
 */
interface Lane {
  open: OpenBatch | undefined
  isDue: boolean
  isWriting: boolean
  sentAtMs: number
}

export interface LocationWriter {
  /** Resolves once the log holds the rows, all of one device. `frame` is the span of their frame, if traced. */
  write(rows: LocationRow[], frame?: Span): Promise<void>
}

export function createLocationWriter(ctx: Pick<Context, 'bus' | 'config'>): LocationWriter {
  const lanes = Array.from({ length: ctx.config.bus.partitions }, (): Lane => {
    return { open: undefined, isDue: false, isWriting: false, sentAtMs: Number.NEGATIVE_INFINITY }
  })

  function begin(partition: number): OpenBatch {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const send = () => {
      const { rows, traces } = open
      const batch: LocationBatch = traces ? { rows, traces } : { rows }
      return ctx.bus.locations
        .append(partition, JSON.stringify(batch))
        .then(() => countReceived(open))
        .then(resolve, reject)
    }
    const open: OpenBatch = { rows: [], byProtocol: new Map(), traces: undefined, written: promise, send }
    const lane = lanes[partition]!
    const flushIfOpen = () => lane.open === open && flush(partition)
    setTimeout(flushIfOpen, Math.max(collectMs, lane.sentAtMs + paceMs - performance.now()))
    return open
  }

  function flush(partition: number): void {
    const lane = lanes[partition]!
    const { open } = lane
    if (!open) return
    lane.isDue = true
    if (lane.isWriting) return
    lane.open = undefined
    lane.isDue = false
    lane.isWriting = true
    lane.sentAtMs = performance.now()
    const done = () => {
      lane.isWriting = false
      if (lane.isDue) flush(partition)
    }
    open.send().then(done, done)
  }

  return {
    // Without a promise of its own: the writers of a batch share one.
    write(rows, frame) {
      const [first] = rows
      if (!first) return Promise.resolve()
      const partition = partitionOf(deviceRefOf(first), ctx.config.bus.partitions)
      const lane = lanes[partition]!
      lane.open ??= begin(partition)
      const { open } = lane
      const publish = beginSpan(frame, 'publish', {
        kind: 'producer',
        attributes: { 'messaging.system': 'nats', 'rastro.partition': partition },
      })
      if (publish) {
        open.traces ??= {}
        open.traces[open.rows.length] = traceparentOf(publish)
      }
      for (const row of rows) open.rows.push(row)
      const protocol = protocolOf(first)
      open.byProtocol.set(protocol, (open.byProtocol.get(protocol) ?? 0) + rows.length)
      if (open.rows.length >= maxRows) flush(partition)
      return through(publish, open.written)
    },
  }
}

function countReceived({ byProtocol }: OpenBatch): void {
  for (const [protocol, rows] of byProtocol) metrics.received(protocol).n += rows
}

/** A device is always in the same partition, so its locations are recorded in the order of their reception. */
export function partitionOf(ref: DeviceRef, partitions: number): number {
  return crc32(String(ref)) % partitions
}
