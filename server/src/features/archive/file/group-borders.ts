// Where a row group ends.

import type { ArchivedRows } from './archived-rows.types.ts'

/** A day of a device is in one or two groups. Twice as many rows save 2 % of the bytes, half as many take 4 % more. */
export const groupRows = 4_096

/**
 * The end of the group that begins at `start`; needs more than `groupRows` rows from there. A device that would be cut
 * begins a group of its own, unless that left less than half a group.
 */
export function groupEndOf(rows: ArchivedRows, start: number): number {
  const end = start + groupRows
  return firstRowOfDevice(rows, end, start + groupRows / 2) ?? end
}

/** Undefined if the device of the row begins before `from`. */
function firstRowOfDevice(
  { accountId, deviceNumber }: ArchivedRows,
  row: number,
  from: number,
): number | undefined {
  const isSame = (other: number) =>
    deviceNumber[other] === deviceNumber[row] && accountId[other] === accountId[row]
  let first = row
  while (first > from && isSame(first - 1)) first -= 1
  return first > from || !isSame(first - 1) ? first : undefined
}
