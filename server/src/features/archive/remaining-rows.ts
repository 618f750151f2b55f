// What the manifest still names of an object. The rest is of deleted devices, or was trimmed.

import type { RemainingPart } from './archive.queries.ts'
import { partOf } from './file/archived-rows.ts'
import type { ArchivedRows } from './file/archived-rows.types.ts'

/** The rows of each part, which are of one device. */
export async function* remainingRows(
  groups: AsyncIterable<ArchivedRows>,
  parts: RemainingPart[],
): AsyncGenerator<ArchivedRows> {
  let firstRow = 0
  let at = 0
  for await (const group of groups) {
    const endRow = firstRow + group.count
    for (; at < parts.length && parts[at]!.firstRow < endRow; at += 1) {
      const start = parts[at]!.firstRow - firstRow
      yield partOf(group, start, start + parts[at]!.rows)
    }
    firstRow = endRow
  }
}
