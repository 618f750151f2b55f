// Encodes rows as the pages of a row group. A column has one page. The library writes the footer.

import { constants, zstdCompressSync } from 'node:zlib'
import type { ColumnChunk } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import type { ArchivedRows, NullableInts, Texts } from './archived-rows.types.ts'
import type { ArchiveColumn, ArchiveColumnName } from './columns.ts'
import { archiveColumns, columnNames } from './columns.ts'
import { packTimes } from './delta.ts'
import { encodeTexts } from './texts.ts'

/** Higher levels take twice the time and save a hundredth. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Appends the group to the file. Returns the description of its columns for the footer. */
export function encodeGroup(file: ByteWriter, rows: ArchivedRows): ColumnChunk[] {
  return columnNames.map((name) => encodeColumn(file, rows, name))
}

function encodeColumn(file: ByteWriter, rows: ArchivedRows, name: ArchiveColumnName): ColumnChunk {
  const column = archiveColumns[name]
  const { element, encoding, codec } = column
  const startsAt = file.offset
  const page = new ByteWriter()
  encodeValues(page, rows, name)
  const isNull = marksOf(rows[name])
  const levels = new ByteWriter()
  if (element.repetition_type === 'OPTIONAL') writeLevels(levels, isNull, rows.count)
  const body = codec === 'ZSTD' ? zstdCompressSync(page.getBytes(), compression) : page.getBytes()
  writePageHeader(file, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.offset + page.offset,
    compressed_page_size: levels.offset + body.length,
    data_page_header_v2: {
      num_values: rows.count,
      num_nulls: countNulls(isNull),
      num_rows: rows.count,
      encoding,
      definition_levels_byte_length: levels.offset,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  })
  const headerBytes = file.offset - startsAt
  file.appendBytes(levels.getBytes())
  file.appendBytes(body)
  return {
    file_offset: BigInt(startsAt),
    meta_data: {
      type: element.type!,
      encodings: [encoding],
      path_in_schema: [element.name],
      codec,
      num_values: BigInt(rows.count),
      total_compressed_size: BigInt(file.offset - startsAt),
      total_uncompressed_size: BigInt(headerBytes + levels.offset + page.offset),
      data_page_offset: BigInt(startsAt),
      ...statisticsOf(column, rows[name]),
    },
  }
}

function encodeValues(page: ByteWriter, rows: ArchivedRows, name: ArchiveColumnName): void {
  const values = rows[name]
  if (values instanceof Float64Array) packTimes(page, values)
  else if ('bytes' in values) encodeTexts(page, values)
  else encodeInts(page, values instanceof Int32Array ? values : withoutNulls(values), name)
}

function encodeInts(page: ByteWriter, ints: Int32Array, name: ArchiveColumnName): void {
  if (archiveColumns[name].encoding === 'PLAIN') page.appendBytes(littleEndian(ints))
  else deltaBinaryPack(page, ints, 'INT32')
}

/** Every platform of Node is. */
function littleEndian({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function withoutNulls({ values, isNull }: NullableInts): Int32Array {
  return isNull ? values.filter((_, row) => isNull[row] === 0) : values
}

/** Undefined if no value is null. */
function marksOf(values: Int32Array | Float64Array | NullableInts | Texts): Uint8Array | undefined {
  if ('isNull' in values) return values.isNull
  if (!('bytes' in values)) return undefined
  return values.lengths.includes(-1)
    ? Uint8Array.from(values.lengths, (length) => (length < 0 ? 1 : 0))
    : undefined
}

function countNulls(isNull: Uint8Array | undefined): number {
  let nulls = 0
  if (isNull) for (const mark of isNull) nulls += mark
  return nulls
}

function writeLevels(levels: ByteWriter, isNull: Uint8Array | undefined, rows: number): void {
  const present = isNull ? isNull.map((mark) => 1 - mark) : new Uint8Array(rows).fill(1)
  writeRleBitPackedHybrid(levels, present, 1)
}

function statisticsOf(
  { hasStatistics, encoding }: ArchiveColumn,
  values: ArchivedRows[ArchiveColumnName],
): Pick<NonNullable<ColumnChunk['meta_data']>, 'statistics' | 'encoding_stats'> {
  if (!hasStatistics || !(values instanceof Int32Array || values instanceof Float64Array)) return {}
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  const stored = (value: number) => (values instanceof Float64Array ? BigInt(value) : value)
  return {
    statistics: { min_value: stored(least), max_value: stored(greatest), null_count: 0n },
    encoding_stats: [{ page_type: 'DATA_PAGE_V2', encoding, count: 1 }],
  }
}
