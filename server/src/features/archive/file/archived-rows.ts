// Parts of columns and columns of parts.

import type { ArchivedRows, NullableInts, Texts } from './archived-rows.types.ts'
import { joinTexts } from './texts.ts'

/** The rows from `start` until before `end`. Shares memory with the rows. */
export function partOf(rows: ArchivedRows, start: number, end: number): ArchivedRows {
  return mapColumns(
    end - start,
    (columnOf) => columnOf(rows).subarray(start, end),
    (columnOf) => columnOf(rows).subarray(start, end),
    (columnOf) => nullablePartOf(columnOf(rows), start, end),
    {
      bytes: rows.more.bytes,
      starts: rows.more.starts.subarray(start, end),
      lengths: rows.more.lengths.subarray(start, end),
    },
  )
}

export function reverseRows(rows: ArchivedRows): ArchivedRows {
  return mapColumns(
    rows.count,
    (columnOf) => columnOf(rows).toReversed(),
    (columnOf) => columnOf(rows).toReversed(),
    (columnOf) => {
      const { values, isNull } = columnOf(rows)
      return { values: values.toReversed(), isNull: isNull?.toReversed() }
    },
    {
      bytes: rows.more.bytes,
      starts: rows.more.starts.toReversed(),
      lengths: rows.more.lengths.toReversed(),
    },
  )
}

export function joinRows(parts: ArchivedRows[]): ArchivedRows {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  return mapColumns(
    count,
    (columnOf) => join(parts.map(columnOf), new Int32Array(count)),
    (columnOf) => join(parts.map(columnOf), new Float64Array(count)),
    (columnOf) => joinNullable(parts.map(columnOf), count),
    joinTexts(
      parts.map((part) => part.more),
      count,
    ),
  )
}

type ColumnOf<Column> = (rows: ArchivedRows) => Column

/** Makes rows, each column by the function for its type. */
function mapColumns(
  count: number,
  ints: (columnOf: ColumnOf<Int32Array>) => Int32Array,
  times: (columnOf: ColumnOf<Float64Array>) => Float64Array,
  nullableInts: (columnOf: ColumnOf<NullableInts>) => NullableInts,
  more: Texts,
): ArchivedRows {
  return {
    count,
    accountId: ints((rows) => rows.accountId),
    deviceNumber: ints((rows) => rows.deviceNumber),
    fixedAtMs: times((rows) => rows.fixedAtMs),
    receivedAtMs: times((rows) => rows.receivedAtMs),
    fingerprint: ints((rows) => rows.fingerprint),
    latitudeE7: nullableInts((rows) => rows.latitudeE7),
    longitudeE7: nullableInts((rows) => rows.longitudeE7),
    altitudeM: nullableInts((rows) => rows.altitudeM),
    speedTenthKmh: nullableInts((rows) => rows.speedTenthKmh),
    courseTenthDeg: nullableInts((rows) => rows.courseTenthDeg),
    accuracyM: nullableInts((rows) => rows.accuracyM),
    satellites: nullableInts((rows) => rows.satellites),
    more,
  }
}

function nullablePartOf({ values, isNull }: NullableInts, start: number, end: number): NullableInts {
  return { values: values.subarray(start, end), isNull: isNull?.subarray(start, end) }
}

function join<Column extends Int32Array | Float64Array | Uint8Array>(
  parts: Column[],
  joined: Column,
): Column {
  let start = 0
  for (const part of parts) {
    joined.set(part, start)
    start += part.length
  }
  return joined
}

function joinNullable(parts: NullableInts[], count: number): NullableInts {
  const values = join(
    parts.map((part) => part.values),
    new Int32Array(count),
  )
  if (parts.every((part) => part.isNull === undefined)) return { values, isNull: undefined }
  const marks = parts.map((part) => part.isNull ?? new Uint8Array(part.values.length))
  return { values, isNull: join(marks, new Uint8Array(count)) }
}
