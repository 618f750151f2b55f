// The columns of an archive file, in this order. The order, the names and the types are part of the format: files of
// this format are read for years.

import type { SchemaElement } from 'hyparquet'

/** In the footer of every file. Increase it when files of the old and the new layout need different readers. */
export const archiveFormat = '1'

export interface ArchiveColumn {
  /** As every Parquet reader sees it: names and units of the API. */
  element: SchemaElement
  /** The smallest of all encodings, by measurement. */
  encoding: 'DELTA_BINARY_PACKED' | 'DELTA_BYTE_ARRAY' | 'PLAIN'
  /** Uncompressed where zstd saves nothing after the encoding. */
  codec: 'ZSTD' | 'UNCOMPRESSED'
  /** The least and greatest value of each row group, by which other readers find accounts, devices and periods. */
  hasStatistics: boolean
}

const required = { repetition_type: 'REQUIRED' } as const
const optional = { repetition_type: 'OPTIONAL' } as const
const int32 = { type: 'INT32' } as const
const time = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const

function decimal(precision: number, scale: number) {
  const logical = { type: 'DECIMAL', precision, scale } as const
  return { ...int32, converted_type: 'DECIMAL', precision, scale, logical_type: logical } as const
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const

function column(element: SchemaElement, traits: Partial<ArchiveColumn> = {}): ArchiveColumn {
  return { element, encoding: 'DELTA_BINARY_PACKED', codec: 'ZSTD', hasStatistics: false, ...traits }
}

export const archiveColumns = {
  accountId: column({ name: 'account', ...int32, ...required }, { hasStatistics: true }),
  deviceNumber: column({ name: 'device', ...int32, ...required }, { hasStatistics: true }),
  fixedAtMs: column({ name: 'dateTime', ...time, ...required }, { hasStatistics: true }),
  receivedAtMs: column({ name: 'receivedAt', ...time, ...required }, { codec: 'UNCOMPRESSED' }),
  latitudeE7: column({ name: 'latitude', ...decimal(10, 7), ...optional }),
  longitudeE7: column({ name: 'longitude', ...decimal(10, 7), ...optional }),
  altitudeM: column({ name: 'altitude', ...int32, ...optional }),
  speedTenthKmh: column({ name: 'speedKmh', ...decimal(5, 1), ...optional }),
  courseTenthDeg: column({ name: 'course', ...decimal(4, 1), ...optional }),
  accuracyM: column({ name: 'accuracy', ...int32, ...optional }),
  satellites: column({ name: 'satellites', ...int32, ...optional }),
  fingerprint: column(
    { name: 'fingerprint', ...int32, ...required },
    { encoding: 'PLAIN', codec: 'UNCOMPRESSED' },
  ),
  more: column({ name: 'more', ...text, ...optional }, { encoding: 'DELTA_BYTE_ARRAY' }),
} satisfies Record<string, ArchiveColumn>

export type ArchiveColumnName = keyof typeof archiveColumns

export const columnNames = Object.keys(archiveColumns) as ArchiveColumnName[]

const elements = columnNames.map((name) => archiveColumns[name].element)
const root: SchemaElement = { name: 'locations', num_children: elements.length }

/** Of the footer. */
export const archiveSchema: SchemaElement[] = [root, ...elements]
