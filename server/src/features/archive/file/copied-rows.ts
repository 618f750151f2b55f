// Reads rows that PostgreSQL copied in its binary format. As text, parsing them would take longer than the query.

import type { ArchivedRows, NullableInts, Texts } from './archived-rows.types.ts'
import { readTimestamp } from './binary-timestamp.ts'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** Signature, flags, and the length of an extension that does not exist. */
const headerBytes = signature.length + 8
const trailer = -1
const fields = 13
/** Of any row: the number of fields, and the length of each. */
const minRowBytes = 2 + fields * 4

/**
 * The fields of a row are: account, device, time, time of reception, fingerprint, latitude, longitude, altitude, speed, course,
 * accuracy, satellites, and the text of `more`. Moves the texts within `bytes`.
 */
export function fromCopiedRows(bytes: Buffer): ArchivedRows {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw malformed()
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at: headerBytes }
  const columns = emptyColumns(Math.floor((bytes.length - headerBytes) / minRowBytes))
  let count = 0
  let textsEnd = 0
  for (;;) {
    const found = reader.view.getInt16(reader.at)
    reader.at += 2
    if (found === trailer) break
    if (found !== fields) throw malformed()
    columns.accountId[count] = readInt(reader)
    columns.deviceNumber[count] = readInt(reader)
    columns.fixedAtMs[count] = readTime(reader)
    columns.receivedAtMs[count] = readTime(reader)
    columns.fingerprint[count] = readInt(reader)
    readNullable(reader, columns.latitudeE7, count)
    readNullable(reader, columns.longitudeE7, count)
    readNullable(reader, columns.altitudeM, count)
    readNullable(reader, columns.speedTenthKmh, count)
    readNullable(reader, columns.courseTenthDeg, count)
    readNullable(reader, columns.accuracyM, count)
    readNullable(reader, columns.satellites, count)
    const length = reader.view.getInt32(reader.at)
    reader.at += 4
    if (length < -1) throw malformed()
    columns.more.lengths[count] = length
    columns.more.starts[count] = textsEnd
    if (length > 0) {
      if (reader.at + length > bytes.length) throw malformed()
      // They always move towards the beginning, over what was read.
      bytes.copyWithin(textsEnd, reader.at, reader.at + length)
      textsEnd += length
      reader.at += length
    }
    count += 1
  }
  if (reader.at !== bytes.length) throw malformed()
  return cut(columns, count, bytes.subarray(0, textsEnd))
}

interface Reader {
  view: DataView
  at: number
}

type Columns = ReturnType<typeof emptyColumns>

function emptyColumns(rows: number) {
  const nullable = () => ({ values: new Int32Array(rows), isNull: new Uint8Array(rows), nulls: 0 })
  return {
    accountId: new Int32Array(rows),
    deviceNumber: new Int32Array(rows),
    fixedAtMs: new Float64Array(rows),
    receivedAtMs: new Float64Array(rows),
    fingerprint: new Int32Array(rows),
    latitudeE7: nullable(),
    longitudeE7: nullable(),
    altitudeM: nullable(),
    speedTenthKmh: nullable(),
    courseTenthDeg: nullable(),
    accuracyM: nullable(),
    satellites: nullable(),
    more: { starts: new Int32Array(rows), lengths: new Int32Array(rows) },
  }
}

function readInt(reader: Reader): number {
  const { view, at } = reader
  if (view.getInt32(at) !== 4) throw malformed()
  reader.at = at + 8
  return view.getInt32(at + 4)
}

function readTime(reader: Reader): number {
  const { view, at } = reader
  if (view.getInt32(at) !== 8) throw malformed()
  reader.at = at + 12
  return readTimestamp(view, at + 4)
}

function readNullable(reader: Reader, column: Columns['latitudeE7'], row: number): void {
  const { view, at } = reader
  const length = view.getInt32(at)
  if (length === -1) {
    column.isNull[row] = 1
    column.nulls += 1
    reader.at = at + 4
    return
  }
  if (length !== 4 && length !== 2) throw malformed()
  column.values[row] = length === 4 ? view.getInt32(at + 4) : view.getInt16(at + 4)
  reader.at = at + 4 + length
}

function cut(columns: Columns, count: number, texts: Uint8Array): ArchivedRows {
  const nullable = ({ values, isNull, nulls }: Columns['latitudeE7']): NullableInts => ({
    values: values.subarray(0, count),
    isNull: nulls > 0 ? isNull.subarray(0, count) : undefined,
  })
  const more: Texts = {
    bytes: texts,
    starts: columns.more.starts.subarray(0, count),
    lengths: columns.more.lengths.subarray(0, count),
  }
  return {
    count,
    accountId: columns.accountId.subarray(0, count),
    deviceNumber: columns.deviceNumber.subarray(0, count),
    fixedAtMs: columns.fixedAtMs.subarray(0, count),
    receivedAtMs: columns.receivedAtMs.subarray(0, count),
    fingerprint: columns.fingerprint.subarray(0, count),
    latitudeE7: nullable(columns.latitudeE7),
    longitudeE7: nullable(columns.longitudeE7),
    altitudeM: nullable(columns.altitudeM),
    speedTenthKmh: nullable(columns.speedTenthKmh),
    courseTenthDeg: nullable(columns.courseTenthDeg),
    accuracyM: nullable(columns.accuracyM),
    satellites: nullable(columns.satellites),
    more,
  }
}

function malformed(): Error {
  return new Error('PostgreSQL copied other rows than expected')
}
