// The binary forms of PostgreSQL, written and read one value at a time.

import type { ArchivedRows, NullableInts } from '../archived-rows.types.ts'
import type { ArrayElements } from '../binary-arrays.types.ts'
import type { PlainRow } from './arbitrary-rows.ts'

/** Without the text. */
const maxRowBytes = 100
const epochMs = BigInt(Date.UTC(2000, 0, 1))

/** As `copy … (format binary)` writes them. */
export function toCopied(rows: ArchivedRows): Buffer {
  const { more } = rows
  const parts: Buffer[] = [Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')]
  for (let row = 0; row < rows.count; row += 1) {
    const fields = Buffer.alloc(maxRowBytes)
    let at = fields.writeInt16BE(13)
    const int = (value: number) => {
      at = fields.writeInt32BE(value, fields.writeInt32BE(4, at))
    }
    const time = (ms: number) => {
      at = fields.writeBigInt64BE((BigInt(ms) - epochMs) * 1_000n, fields.writeInt32BE(8, at))
    }
    const nullable = ({ values, isNull }: NullableInts, bytes: 2 | 4) => {
      at = fields.writeInt32BE(isNull?.[row] ? -1 : bytes, at)
      if (!isNull?.[row]) at = fields.writeIntBE(values[row]!, at, bytes)
    }
    int(rows.accountId[row]!)
    int(rows.deviceNumber[row]!)
    time(rows.fixedAtMs[row]!)
    time(rows.receivedAtMs[row]!)
    int(rows.fingerprint[row]!)
    nullable(rows.latitudeE7, 4)
    nullable(rows.longitudeE7, 4)
    for (const name of ['altitudeM', 'speedTenthKmh', 'courseTenthDeg', 'accuracyM', 'satellites'] as const)
      nullable(rows[name], 2)
    at = fields.writeInt32BE(more.lengths[row]!, at)
    const start = more.starts[row]!
    const text = more.bytes.subarray(start, start + Math.max(0, more.lengths[row]!))
    parts.push(fields.subarray(0, at), Buffer.from(text))
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xff])])
}

export function fromElements(columns: ArrayElements): PlainRow[] {
  const elementsOf = (column: Uint8Array): (Buffer | null)[] => {
    const bytes = Buffer.from(column)
    const elements: (Buffer | null)[] = []
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readInt32BE(at)
      at += 4
      elements.push(length < 0 ? null : bytes.subarray(at, at + length))
      at += Math.max(0, length)
    }
    return elements
  }
  const ints = (column: Uint8Array) =>
    elementsOf(column).map((element) => (element === null ? null : element.readIntBE(0, element.length)))
  const times = (column: Uint8Array) =>
    elementsOf(column).map((element) => Number(element!.readBigInt64BE() / 1_000n + epochMs))
  const found = {
    accountId: ints(columns.accountId),
    deviceNumber: ints(columns.deviceNumber),
    fixedAtMs: times(columns.fixedAt),
    receivedAtMs: times(columns.receivedAt),
    fingerprint: ints(columns.fingerprint),
    latitudeE7: ints(columns.latitudeE7),
    longitudeE7: ints(columns.longitudeE7),
    altitudeM: ints(columns.altitudeM),
    speedTenthKmh: ints(columns.speedTenthKmh),
    courseTenthDeg: ints(columns.courseTenthDeg),
    accuracyM: ints(columns.accuracyM),
    satellites: ints(columns.satellites),
    more: elementsOf(columns.more).map((element) =>
      element === null ? null : element.subarray(1).toString(),
    ),
  }
  return Array.from(
    { length: columns.count },
    (_, row) =>
      Object.fromEntries(Object.entries(found).map(([name, values]) => [name, values[row]])) as PlainRow,
  )
}
