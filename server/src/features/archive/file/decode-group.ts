// Decodes the bytes of a row group without the footer of the file: its pages describe themselves, and the columns are
// always the same.

import { crc32, zstdDecompressSync } from 'node:zlib'
import type { DataReader, DecodedArray, PageHeader, SchemaTree } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { readDataPageV2 } from 'hyparquet/src/datapage.js'
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js'
import type { ArchivedRows, NullableInts } from './archived-rows.types.ts'
import type { ArchiveColumn } from './columns.ts'
import { archiveColumns, storedElementOf } from './columns.ts'
import { DamagedFileError } from './damaged-file.ts'
import { decodeTexts } from './texts.ts'
import type { ArchivedGroup } from './written-file.types.ts'

/** Throws `DamagedFileError` unless the bytes are those that were written. */
export function decodeGroup(bytes: Uint8Array, group: Pick<ArchivedGroup, 'rows' | 'crc32'>): ArchivedRows {
  if (crc32(bytes) !== group.crc32) throw new DamagedFileError('a row group has another checksum')
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  const { rows } = group
  const ints = (column: ArchiveColumn) => readValues(reader, column, rows).values as Int32Array
  const times = (column: ArchiveColumn) => timesOf(readValues(reader, column, rows).values as BigInt64Array)
  const nullableInts = (column: ArchiveColumn) => spread(readValues(reader, column, rows), rows)
  // In the order of the file.
  const columns = {
    accountId: ints(archiveColumns.accountId),
    deviceNumber: ints(archiveColumns.deviceNumber),
    fixedAtMs: times(archiveColumns.fixedAtMs),
    receivedAtMs: times(archiveColumns.receivedAtMs),
    latitudeE7: nullableInts(archiveColumns.latitudeE7),
    longitudeE7: nullableInts(archiveColumns.longitudeE7),
    altitudeM: nullableInts(archiveColumns.altitudeM),
    speedTenthKmh: nullableInts(archiveColumns.speedTenthKmh),
    courseTenthDeg: nullableInts(archiveColumns.courseTenthDeg),
    accuracyM: nullableInts(archiveColumns.accuracyM),
    satellites: nullableInts(archiveColumns.satellites),
    fingerprint: ints(archiveColumns.fingerprint),
    more: readTexts(reader, rows),
  }
  if (reader.offset !== bytes.byteLength) throw new DamagedFileError('a row group has another length')
  return { count: rows, ...columns }
}

/** A column has one page. */
function takePage(reader: DataReader, rows: number): { header: PageHeader; bytes: Uint8Array } {
  const header = parquetHeader(reader)
  if (header.data_page_header_v2?.num_rows !== rows) {
    throw new DamagedFileError('a row group has another number of rows')
  }
  const { buffer, byteOffset } = reader.view
  const bytes = new Uint8Array(buffer, byteOffset + reader.offset, header.compressed_page_size)
  reader.offset += bytes.length
  return { header, bytes }
}

interface Values {
  /** Those that are not null. */
  values: DecodedArray
  /** 0 where a row is null. */
  levels: ArrayLike<number> | undefined
}

function readValues(reader: DataReader, { element, codec }: ArchiveColumn, rows: number): Values {
  const { header, bytes } = takePage(reader, rows)
  const { dataPage, definitionLevels } = readDataPageV2(bytes, header, {
    pathInSchema: [element.name],
    type: element.type!,
    element: storedElementOf(element),
    schemaPath: schemaPathOf(element),
    codec,
    compressors: { ZSTD: (compressed) => zstdDecompressSync(compressed) },
    parsers: DEFAULT_PARSERS,
  })
  return { values: dataPage, levels: definitionLevels }
}

function schemaPathOf(element: ArchiveColumn['element']): SchemaTree[] {
  const leaf = { element, path: [element.name], children: [], count: 1 }
  return [{ element: { name: 'locations' }, path: [], children: [leaf], count: 2 }, leaf]
}

function timesOf(values: BigInt64Array): Float64Array {
  const times = new Float64Array(values.length)
  for (let row = 0; row < values.length; row += 1) times[row] = Number(values[row])
  return times
}

function spread({ values, levels }: Values, rows: number): NullableInts {
  const present = values as Int32Array
  if (!levels || present.length === rows) return { values: present, isNull: undefined }
  const ints = new Int32Array(rows)
  const isNull = new Uint8Array(rows)
  let next = 0
  for (let row = 0; row < rows; row += 1) {
    if (levels[row] === 0) isNull[row] = 1
    else ints[row] = present[next++]!
  }
  return { values: ints, isNull }
}

function readTexts(reader: DataReader, rows: number): (string | null)[] {
  const { header, bytes } = takePage(reader, rows)
  const { definition_levels_byte_length: levelBytes, num_nulls: nulls } = header.data_page_header_v2!
  const texts = decodeTexts(zstdDecompressSync(bytes.subarray(levelBytes)), rows - nulls)
  if (nulls === 0) return texts
  const levels = new Uint8Array(rows)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  readRleBitPackedHybrid({ view, offset: 0 }, 1, levels, levelBytes)
  let next = 0
  return Array.from(levels, (level) => (level === 0 ? null : texts[next++]!))
}
