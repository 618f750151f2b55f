// Decodes the bytes of a row group without the footer of the file: its pages describe themselves, and the columns are
// always the same.

import { crc32, zstdDecompressSync } from 'node:zlib'
import type { DataReader } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js'
import type { ArchivedRows, NullableInts, Texts } from './archived-rows.types.ts'
import type { ArchiveColumn, ArchiveColumnName } from './columns.ts'
import { archiveColumns, columnNames } from './columns.ts'
import { DamagedFileError } from './damaged-file.ts'
import { unpackInts } from './delta.ts'
import { decodeTexts } from './texts.ts'
import type { ArchivedGroup } from './written-file.types.ts'

/** Throws `DamagedFileError` unless the bytes are those that were written. */
export function decodeGroup(bytes: Uint8Array, group: Pick<ArchivedGroup, 'rows' | 'crc32'>): ArchivedRows {
  const pages = pagesOf(bytes, group)
  const { rows } = group
  const ints = (name: ArchiveColumnName) => readInts(pages[name], rows)
  const nullableInts = (name: ArchiveColumnName) => readNullableInts(pages[name], rows)
  return {
    count: rows,
    accountId: ints('accountId'),
    deviceNumber: ints('deviceNumber'),
    fixedAtMs: readTimes(pages.fixedAtMs, rows),
    receivedAtMs: readTimes(pages.receivedAtMs, rows),
    latitudeE7: nullableInts('latitudeE7'),
    longitudeE7: nullableInts('longitudeE7'),
    altitudeM: nullableInts('altitudeM'),
    speedTenthKmh: nullableInts('speedTenthKmh'),
    courseTenthDeg: nullableInts('courseTenthDeg'),
    accuracyM: nullableInts('accuracyM'),
    satellites: nullableInts('satellites'),
    fingerprint: ints('fingerprint'),
    more: readTexts(pages.more, rows),
  }
}

/** What identifies rows: enough to compare them with the database. */
export type RowKeys = Pick<ArchivedRows, 'count' | 'accountId' | 'deviceNumber' | 'fixedAtMs' | 'fingerprint'>

/** As `decodeGroup`, in a fifth of the time. */
export function decodeKeys(bytes: Uint8Array, group: Pick<ArchivedGroup, 'rows' | 'crc32'>): RowKeys {
  const pages = pagesOf(bytes, group)
  const { rows } = group
  return {
    count: rows,
    accountId: readInts(pages.accountId, rows),
    deviceNumber: readInts(pages.deviceNumber, rows),
    fixedAtMs: readTimes(pages.fixedAtMs, rows),
    fingerprint: readInts(pages.fingerprint, rows),
  }
}

/** The only page of a column. */
interface ColumnPage {
  column: ArchiveColumn
  nulls: number
  /** Of the definition levels, before the values. */
  levelBytes: number
  bytes: Uint8Array
}

function pagesOf(
  bytes: Uint8Array,
  group: Pick<ArchivedGroup, 'rows' | 'crc32'>,
): Record<ArchiveColumnName, ColumnPage> {
  if (crc32(bytes) !== group.crc32) throw new DamagedFileError('a row group has another checksum')
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  const pages = columnNames.map((name) => [name, takePage(reader, archiveColumns[name], group.rows)])
  if (reader.offset !== bytes.byteLength) throw new DamagedFileError('a row group has another length')
  return Object.fromEntries(pages)
}

function takePage(reader: DataReader, column: ArchiveColumn, rows: number): ColumnPage {
  const { data_page_header_v2: header, compressed_page_size: size } = parquetHeader(reader)
  if (header?.num_rows !== rows) throw new DamagedFileError('a row group has another number of rows')
  const { buffer, byteOffset } = reader.view
  const bytes = new Uint8Array(buffer, byteOffset + reader.offset, size)
  reader.offset += size
  return { column, nulls: header.num_nulls, levelBytes: header.definition_levels_byte_length, bytes }
}

function valuesOf({ column, levelBytes, bytes }: ColumnPage): Uint8Array {
  const values = bytes.subarray(levelBytes)
  return column.codec === 'ZSTD' ? zstdDecompressSync(values) : values
}

function readInts(page: ColumnPage, rows: number): Int32Array {
  const bytes = valuesOf(page)
  // A copy begins where integers may begin.
  if (page.column.encoding === 'PLAIN') return new Int32Array(bytes.slice(0, rows * 4).buffer)
  const values = new Int32Array(rows - page.nulls)
  unpackInts(readerOf(bytes), values)
  return values
}

function readTimes(page: ColumnPage, rows: number): Float64Array {
  const times = new Float64Array(rows)
  unpackInts(readerOf(valuesOf(page)), times)
  return times
}

function readNullableInts(page: ColumnPage, rows: number): NullableInts {
  const present = readInts(page, rows)
  if (page.nulls === 0) return { values: present, isNull: undefined }
  const levels = readLevels(page, rows)
  const values = new Int32Array(rows)
  let next = 0
  for (let row = 0; row < rows; row += 1) if (levels[row] === 1) values[row] = present[next++]!
  return { values, isNull: levels.map((level) => 1 - level) }
}

function readTexts(page: ColumnPage, rows: number): Texts {
  const present = decodeTexts(valuesOf(page), rows - page.nulls)
  if (page.nulls === 0) return present
  const levels = readLevels(page, rows)
  const starts = new Int32Array(rows)
  const lengths = new Int32Array(rows).fill(-1)
  let next = 0
  for (let row = 0; row < rows; row += 1) {
    if (levels[row] === 0) continue
    starts[row] = present.starts[next]!
    lengths[row] = present.lengths[next]!
    next += 1
  }
  return { bytes: present.bytes, starts, lengths }
}

/** 0 where a row is null. */
function readLevels({ bytes, levelBytes }: ColumnPage, rows: number): Uint8Array {
  const levels = new Uint8Array(rows)
  readRleBitPackedHybrid(readerOf(bytes), 1, levels, levelBytes)
  return levels
}

function readerOf(bytes: Uint8Array): DataReader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
}
