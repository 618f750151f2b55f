// Gathers locations into batches for the log. Whoever brings one waits until the log holds it; only then may it be
// acknowledged to the tracker.

import { crc32 } from 'node:zlib'
import type { Context } from '../../platform/context.ts'
import type { LocationBatch, LocationRow, Who } from './location.types.ts'

/** Short enough that nobody notices, long enough that a busy gateway writes a hundred at a time. */
const gatherMs = 4
const mostRows = 200

interface Gathering {
  rows: LocationRow[]
  written: Promise<void>
  flush(): void
}

export interface LocationWriter {
  /** Resolves once the log holds the rows; all of one device. */
  write(rows: LocationRow[]): Promise<void>
}

export function createLocationWriter(ctx: Pick<Context, 'bus' | 'config'>): LocationWriter {
  const gathering = new Map<number, Gathering>()

  function begin(partition: number): Gathering {
    const rows: LocationRow[] = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const flush = () => {
      clearTimeout(timer)
      gathering.delete(partition)
      ctx.bus.locations
        .append(partition, JSON.stringify({ rows } satisfies LocationBatch))
        .then(resolve, reject)
    }
    const timer = setTimeout(flush, gatherMs)
    const begun = { rows, written: promise, flush }
    gathering.set(partition, begun)
    return begun
  }

  return {
    async write(rows) {
      const [first] = rows
      if (!first) return
      const partition = partitionOf(first[0], ctx.config.bus.partitions)
      const batch = gathering.get(partition) ?? begin(partition)
      for (const row of rows) batch.rows.push(row)
      if (batch.rows.length >= mostRows) batch.flush()
      await batch.written
    },
  }
}

/** A device is always in the same partition, so that its locations are recorded in the order they came. */
export function partitionOf(who: Who, partitions: number): number {
  return crc32(String(who)) % partitions
}
