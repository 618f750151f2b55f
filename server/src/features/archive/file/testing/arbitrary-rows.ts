// Rows for property tests: all extremes of the table `locations`, in the order of a file.

import fc from 'fast-check'
import type { ArchivedRows, NullableInts, Texts } from '../archived-rows.types.ts'

const maxInt = 2 ** 31 - 1
const int = fc.oneof(
  fc.integer({ min: -maxInt - 1, max: maxInt }),
  fc.constantFrom(-maxInt - 1, maxInt, 0, -1),
)
const small = fc.integer({ min: -32_768, max: 32_767 })
/** Also before 1970, and of all that PostgreSQL stores and JavaScript knows. */
const time = fc.oneof(
  fc.integer({ min: 1_770_000_000_000, max: 1_770_000_100_000 }),
  fc.integer({ min: -8_640_000_000_000, max: 8_640_000_000_000_000 }),
)
const hostile = fc.constantFrom(
  '{"a": "\\\\\\"{},\\u0000NULL"}',
  '',
  'NULL',
  '"',
  '\\',
  '{}',
  '😀 ñ ',
  'a,b',
  '\u0000\n\u007f',
)
const text = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.constant('{"ignition": true}'))

const row = fc.record({
  accountId: fc.integer({ min: 1, max: 2 }),
  deviceNumber: fc.integer({ min: 1, max: 3 }),
  fixedAtMs: time,
  receivedAtMs: time,
  fingerprint: int,
  latitudeE7: fc.option(int),
  longitudeE7: fc.option(int),
  altitudeM: fc.option(small),
  speedTenthKmh: fc.option(small),
  courseTenthDeg: fc.option(small),
  accuracyM: fc.option(small),
  satellites: fc.option(small),
  more: fc.option(text),
})

export type PlainRow = typeof row extends fc.Arbitrary<infer Row> ? Row : never

const keyOf = (one: PlainRow) => `${one.accountId} ${one.deviceNumber} ${one.fixedAtMs} ${one.fingerprint}`

function compare(one: PlainRow, other: PlainRow): number {
  return (
    one.accountId - other.accountId ||
    one.deviceNumber - other.deviceNumber ||
    one.fixedAtMs - other.fixedAtMs ||
    one.fingerprint - other.fingerprint
  )
}

export const arbitraryRows = fc
  .uniqueArray(row, { selector: keyOf, maxLength: 200 })
  .map((rows) => rows.toSorted(compare))

export function toColumns(rows: PlainRow[]): ArchivedRows {
  const ints = (pick: (one: PlainRow) => number) => Int32Array.from(rows, pick)
  const times = (pick: (one: PlainRow) => number) => Float64Array.from(rows, pick)
  const nullable = (pick: (one: PlainRow) => number | null): NullableInts => {
    const values = rows.map(pick)
    const isNull = Uint8Array.from(values, (value) => (value === null ? 1 : 0))
    return {
      values: Int32Array.from(values, (value) => value ?? 0),
      isNull: isNull.includes(1) ? isNull : undefined,
    }
  }
  return {
    count: rows.length,
    accountId: ints((one) => one.accountId),
    deviceNumber: ints((one) => one.deviceNumber),
    fixedAtMs: times((one) => one.fixedAtMs),
    receivedAtMs: times((one) => one.receivedAtMs),
    fingerprint: ints((one) => one.fingerprint),
    latitudeE7: nullable((one) => one.latitudeE7),
    longitudeE7: nullable((one) => one.longitudeE7),
    altitudeM: nullable((one) => one.altitudeM),
    speedTenthKmh: nullable((one) => one.speedTenthKmh),
    courseTenthDeg: nullable((one) => one.courseTenthDeg),
    accuracyM: nullable((one) => one.accuracyM),
    satellites: nullable((one) => one.satellites),
    more: toTexts(rows.map((one) => one.more)),
  }
}

export function toTexts(texts: (string | null)[]): Texts {
  const parts = texts.map((text) => Buffer.from(text ?? ''))
  let end = 0
  const starts = Int32Array.from(parts, ({ length }) => {
    end += length
    return end - length
  })
  return {
    bytes: Buffer.concat(parts),
    starts,
    lengths: Int32Array.from(texts, (text, row) => (text === null ? -1 : parts[row]!.length)),
  }
}

/** For comparisons: whether a column without nulls has marks does not matter. */
export function toPlain(rows: ArchivedRows): PlainRow[] {
  const nullable = ({ values, isNull }: NullableInts, index: number) =>
    isNull?.[index] ? null : values[index]!
  return Array.from({ length: rows.count }, (_, index) => ({
    accountId: rows.accountId[index]!,
    deviceNumber: rows.deviceNumber[index]!,
    fixedAtMs: rows.fixedAtMs[index]!,
    receivedAtMs: rows.receivedAtMs[index]!,
    fingerprint: rows.fingerprint[index]!,
    latitudeE7: nullable(rows.latitudeE7, index),
    longitudeE7: nullable(rows.longitudeE7, index),
    altitudeM: nullable(rows.altitudeM, index),
    speedTenthKmh: nullable(rows.speedTenthKmh, index),
    courseTenthDeg: nullable(rows.courseTenthDeg, index),
    accuracyM: nullable(rows.accuracyM, index),
    satellites: nullable(rows.satellites, index),
    more: textAt(rows.more, index),
  }))
}

function textAt({ bytes, starts, lengths }: Texts, row: number): string | null {
  if (lengths[row]! < 0) return null
  return Buffer.from(bytes.subarray(starts[row], starts[row]! + lengths[row]!)).toString()
}

/** A device that reports every 30 s, with some repeated and some new texts. */
export function makeDevice(deviceNumber: number, count: number, accountId = 1): PlainRow[] {
  return Array.from({ length: count }, (_, index) => ({
    accountId,
    deviceNumber,
    fixedAtMs: 1_770_000_000_000 + index * 30_000,
    receivedAtMs: 1_770_000_000_000 + index * 30_000 + ((index * 7_919) % 4_000),
    fingerprint: Math.imul(index + deviceNumber, 2_654_435_761) | 0,
    latitudeE7: 480_000_000 + index * 13 - (index % 7),
    longitudeE7: -110_000_000 - index * 17,
    altitudeM: index % 10 === 0 ? null : 300 + (index % 50),
    speedTenthKmh: index % 900,
    courseTenthDeg: (index * 31) % 3_600,
    accuracyM: null,
    satellites: 8 + (index % 3),
    more: index % 5 === 0 ? null : `{"mileage": ${index >> 2}, "ignition": true}`,
  }))
}
