// Gathers locations into batches for the log. Whoever brings one waits until the log holds it; only then may it be
// acknowledged to the tracker.

import { crc32 } from 'node:zlib'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Span } from '../../platform/observability/tracing.ts'
import { beginSpan, through, traceparentOf } from '../../platform/observability/tracing.ts'
import type { LocationBatch, LocationRow, Who } from './location-row.types.ts'

/** Short enough that nobody notices, long enough that what comes together leaves together. */
const gatherMs = 4
/** A message costs the log as much as a hundred locations do: from a partition they leave no oftener than this. */
const paceMs = 25
const maxRows = 200

interface Gathering {
  rows: LocationRow[]
  traces: Record<number, string> | undefined
  written: Promise<void>
  send(): Promise<void>
}

/**
 * What a partition is doing: the batch that grows, whether it should leave, and whether one that left before is still on
 * its way. Then it waits and grows: the log syncs each message by itself, one after the other, so a second one would only
 * stand in the queue, and a slow disk gets fewer, larger ones.
 */
interface Lane {
  gathering: Gathering | undefined
  isDue: boolean
  isOnTheWay: boolean
  leftAtMs: number
}

export interface LocationWriter {
  /** Resolves once the log holds the rows; all of one device. `frame` is what they came in, where that is traced. */
  write(rows: LocationRow[], frame?: Span): Promise<void>
}

export function createLocationWriter(ctx: Pick<Context, 'bus' | 'config'>): LocationWriter {
  const lanes = Array.from({ length: ctx.config.bus.partitions }, (): Lane => {
    return { gathering: undefined, isDue: false, isOnTheWay: false, leftAtMs: Number.NEGATIVE_INFINITY }
  })

  function begin(partition: number): Gathering {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const send = () => {
      const { rows, traces } = gathering
      const batch: LocationBatch = traces ? { rows, traces } : { rows }
      return ctx.bus.locations.append(partition, JSON.stringify(batch)).then(resolve, reject)
    }
    const gathering: Gathering = { rows: [], traces: undefined, written: promise, send }
    const lane = lanes[partition]!
    const leaveUnlessGone = () => lane.gathering === gathering && leave(partition)
    setTimeout(leaveUnlessGone, Math.max(gatherMs, lane.leftAtMs + paceMs - performance.now()))
    return gathering
  }

  function leave(partition: number): void {
    const lane = lanes[partition]!
    const { gathering } = lane
    if (!gathering) return
    lane.isDue = true
    if (lane.isOnTheWay) return
    lane.gathering = undefined
    lane.isDue = false
    lane.isOnTheWay = true
    lane.leftAtMs = performance.now()
    void gathering.send().then(() => {
      lane.isOnTheWay = false
      if (lane.isDue) leave(partition)
    })
  }

  return {
    async write(rows, frame) {
      const [first] = rows
      if (!first) return
      const partition = partitionOf(first[0], ctx.config.bus.partitions)
      const lane = lanes[partition]!
      lane.gathering ??= begin(partition)
      const { gathering } = lane
      const publish = beginSpan(frame, 'publish', {
        kind: 'producer',
        attributes: { 'messaging.system': 'nats', 'rastro.partition': partition },
      })
      if (publish) {
        gathering.traces ??= {}
        gathering.traces[gathering.rows.length] = traceparentOf(publish)
      }
      for (const row of rows) gathering.rows.push(row)
      if (gathering.rows.length >= maxRows) leave(partition)
      await through(publish, gathering.written)
      metrics.received(first[12]).n += rows.length
    },
  }
}

/** A device is always in the same partition, so that its locations are recorded in the order they came. */
export function partitionOf(who: Who, partitions: number): number {
  return crc32(String(who)) % partitions
}
