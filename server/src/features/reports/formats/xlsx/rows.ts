// Reads the rows of a table for several sheets, one after the other.

import type { ReportRow } from '../../document.types.ts'

export interface RowReader {
  hasMore(): Promise<boolean>
  /** At least one row if there are more, and at most this many. */
  take(max: number): ReportRow[]
  close(): Promise<void>
}

export function createRowReader(rows: AsyncIterable<ReportRow[]>): RowReader {
  const iterator = rows[Symbol.asyncIterator]()
  let pending: ReportRow[] = []
  let next = 0
  let isDone = false
  return {
    async hasMore() {
      while (next >= pending.length && !isDone) {
        const { done, value } = await iterator.next()
        pending = done ? [] : value
        next = 0
        isDone = done === true
      }
      return next < pending.length
    },
    take(max) {
      const taken = pending.slice(next, next + max)
      next += taken.length
      return taken
    },
    async close() {
      if (!isDone) await iterator.return?.()
    },
  }
}
