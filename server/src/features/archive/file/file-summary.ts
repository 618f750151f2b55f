// Counts what a file contains while its groups are written or read.

import type { RowKeys } from './decode-group.ts'
import type { ArchivedDevice } from './written-file.types.ts'

export interface FileSummary {
  /** Throws unless the rows follow in order. */
  add(rows: RowKeys): void
  rows(): number
  fingerprintSum(): bigint
  devices(): ArchivedDevice[]
}

export function createFileSummary(): FileSummary {
  const devices: ArchivedDevice[] = []
  let count = 0
  let lastFingerprint = 0

  function keepDevice(rows: RowKeys, row: number): ArchivedDevice {
    const accountId = rows.accountId[row]!
    const deviceNumber = rows.deviceNumber[row]!
    const last = devices.at(-1)
    const isSame = last?.accountId === accountId && last.deviceNumber === deviceNumber
    if (isSame) return last
    if (last && (last.accountId - accountId || last.deviceNumber - deviceNumber) > 0) throw outOfOrder()
    const times = { firstFixedAtMs: rows.fixedAtMs[row]!, lastFixedAtMs: Number.NEGATIVE_INFINITY }
    const device = { accountId, deviceNumber, firstRow: count + row, rows: 0, ...times, fingerprintSum: 0n }
    devices.push(device)
    return device
  }

  /** The rows of one device that follow each other. Returns the row after them. */
  function addDevice(rows: RowKeys, start: number): number {
    const device = keepDevice(rows, start)
    const { fixedAtMs, fingerprint, accountId, deviceNumber } = rows
    let lastMs = device.lastFixedAtMs
    // A sum of as many int4 as fit in memory is a safe integer.
    let sum = 0
    let row = start
    for (; row < rows.count; row += 1) {
      if (deviceNumber[row] !== device.deviceNumber || accountId[row] !== device.accountId) break
      const ms = fixedAtMs[row]!
      if (ms < lastMs || (ms === lastMs && fingerprint[row]! <= lastFingerprint)) throw outOfOrder()
      lastMs = ms
      lastFingerprint = fingerprint[row]!
      sum += lastFingerprint
    }
    device.rows += row - start
    device.lastFixedAtMs = lastMs
    device.fingerprintSum += BigInt(sum)
    return row
  }

  return {
    add(rows) {
      for (let row = 0; row < rows.count; ) row = addDevice(rows, row)
      count += rows.count
    },
    rows: () => count,
    fingerprintSum: () => devices.reduce((sum, device) => sum + device.fingerprintSum, 0n),
    devices: () => devices,
  }
}

function outOfOrder(): Error {
  return new Error('archived rows must be ordered by account, device, time and fingerprint, each once')
}
