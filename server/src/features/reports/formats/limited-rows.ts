// The first rows of a table, for formats that people read page by page.

import type { ReportRow } from '../document.types.ts'

/** Of a whole report. */
export const maxReadableRows = 10_000

export interface RowLimit {
  left: number
  isExceeded: boolean
}

export const createRowLimit = (): RowLimit => ({ left: maxReadableRows, isExceeded: false })

/** Beyond the limit only totals are passed on. All rows are read: totals and footnotes depend on them. */
export async function* limitRows(
  rows: AsyncIterable<ReportRow[]>,
  limit: RowLimit,
): AsyncGenerator<ReportRow[]> {
  for await (const some of rows) {
    const shown = some.slice(0, limit.left)
    const totals = some.slice(limit.left).filter(({ type }) => type === 'total')
    if (shown.length + totals.length < some.length) limit.isExceeded = true
    limit.left -= shown.length
    yield [...shown, ...totals]
  }
}

/** The greatest value of shaded columns, in rows that are no sums. */
export function greatestShaded(rows: ReportRow[], shaded: boolean[]): number {
  let greatest = 0
  for (const { type, cells } of rows) {
    if (type !== 'row') continue
    for (const [index, cell] of cells.entries()) {
      if (shaded[index] && typeof cell === 'number' && cell > greatest) greatest = cell
    }
  }
  return greatest
}
