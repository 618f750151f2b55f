// Finds the rows of a device and a period in ordered rows.

import { partOf } from './archived-rows.ts'
import type { ArchivedRows } from './archived-rows.types.ts'

export interface RowKey {
  fixedAtMs: number
  fingerprint: number
}

/** Rows of one device with `fromMs` <= time < `toMs`, in one of the two directions. */
export interface RowsWanted {
  accountId: number
  deviceNumber: number
  fromMs: number
  toMs: number
  isDescending: boolean
  /** The last row that was read before, in the same direction. */
  after: RowKey | undefined
  limit: number
}

/** The first wanted rows in the direction of reading, but always in ascending order. Shares memory with `rows`. */
export function selectRows(rows: ArchivedRows, wanted: RowsWanted): ArchivedRows {
  const { fromMs, toMs, isDescending, after, limit } = wanted
  let start = firstFrom(rows, wanted, { fixedAtMs: fromMs, fingerprint: Number.NEGATIVE_INFINITY })
  let end = firstFrom(rows, wanted, { fixedAtMs: toMs, fingerprint: Number.NEGATIVE_INFINITY })
  if (after && isDescending) end = Math.min(end, firstFrom(rows, wanted, after))
  else if (after) {
    start = Math.max(start, firstFrom(rows, wanted, { ...after, fingerprint: after.fingerprint + 1 }))
  }
  if (start >= end) return partOf(rows, 0, 0)
  return isDescending
    ? partOf(rows, Math.max(start, end - limit), end)
    : partOf(rows, start, Math.min(end, start + limit))
}

type Device = Pick<RowsWanted, 'accountId' | 'deviceNumber'>

/** The first row that is not before the key. */
function firstFrom(rows: ArchivedRows, device: Device, key: RowKey): number {
  let low = 0
  let high = rows.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(rows, middle, device, key)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(rows: ArchivedRows, row: number, device: Device, key: RowKey): boolean {
  const difference =
    rows.accountId[row]! - device.accountId ||
    rows.deviceNumber[row]! - device.deviceNumber ||
    rows.fixedAtMs[row]! - key.fixedAtMs ||
    rows.fingerprint[row]! - key.fingerprint
  return difference < 0
}
