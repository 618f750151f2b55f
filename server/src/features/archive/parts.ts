// Where the locations of each device are in the row groups of a file.

import type { NewPart } from './archive.queries.ts'
import type { WrittenFile } from './file/written-file.types.ts'

export function partsOf({ groups, devices }: WrittenFile): NewPart[] {
  const parts: NewPart[] = []
  let groupNumber = 0
  for (const { accountId, deviceNumber, firstRow, rows, ...device } of devices) {
    const endRow = firstRow + rows
    while (groups[groupNumber]!.firstRow + groups[groupNumber]!.rows <= firstRow) groupNumber += 1
    for (let number = groupNumber; number < groups.length && groups[number]!.firstRow < endRow; number += 1) {
      const group = groups[number]!
      const next = groups[number + 1]
      const isContinued = next !== undefined && next.firstRow < endRow
      const partFirstRow = Math.max(firstRow, group.firstRow)
      parts.push({
        ...{ accountId, deviceNumber, groupNumber: number, firstRow: partFirstRow },
        rows: Math.min(endRow, group.firstRow + group.rows) - partFirstRow,
        firstFixedAtMs: group.firstRow > firstRow ? group.fixedAtMs : device.firstFixedAtMs,
        // Nothing in it is later than the row after it.
        lastFixedAtMs: isContinued ? next.fixedAtMs : device.lastFixedAtMs,
      })
    }
  }
  return parts
}
