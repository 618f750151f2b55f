// Encodes rows as a row group.

import { constants, zstdCompressSync } from 'node:zlib'
import type { ColumnSource } from 'hyparquet-writer'
import type { ArchivedRows, NullableInts } from './archived-rows.types.ts'
import type { ArchiveColumnName } from './columns.ts'
import { archiveColumns, columnNames } from './columns.ts'
import { encodeTexts } from './texts.ts'

/** Higher levels take twice the time and save a hundredth. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

export const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, compression) }

export function columnSourcesOf(rows: ArchivedRows): ColumnSource[] {
  const values = valuesOf(rows)
  return columnNames.map((name) => {
    const { element, encoding, codec, hasStatistics } = archiveColumns[name]
    return {
      name: element.name,
      data: values[name],
      encoding,
      codec,
      statistics: hasStatistics,
      offsetIndex: false,
    }
  })
}

function valuesOf(rows: ArchivedRows): Record<ArchiveColumnName, ColumnSource['data']> {
  return {
    accountId: rows.accountId,
    deviceNumber: rows.deviceNumber,
    fixedAtMs: bigIntsOf(rows.fixedAtMs),
    receivedAtMs: bigIntsOf(rows.receivedAtMs),
    fingerprint: rows.fingerprint,
    latitudeE7: withNulls(rows.latitudeE7),
    longitudeE7: withNulls(rows.longitudeE7),
    altitudeM: withNulls(rows.altitudeM),
    speedTenthKmh: withNulls(rows.speedTenthKmh),
    courseTenthDeg: withNulls(rows.courseTenthDeg),
    accuracyM: withNulls(rows.accuracyM),
    satellites: withNulls(rows.satellites),
    more: encodeTexts(rows.more),
  }
}

function bigIntsOf(times: Float64Array): BigInt64Array {
  const bigInts = new BigInt64Array(times.length)
  for (let row = 0; row < times.length; row += 1) bigInts[row] = BigInt(times[row]!)
  return bigInts
}

function withNulls({ values, isNull }: NullableInts): Int32Array | (number | null)[] {
  if (!isNull) return values
  return Array.from(values, (value, row) => (isNull[row] ? null : value))
}
