// Rows as PostgreSQL arrays in binary form. As text, both sides would spend more time on them than on all the rest of a read.

import type { ArchivedRows, NullableInts, Texts } from './archived-rows.types.ts'
import type { ArrayElements } from './binary-arrays.types.ts'
import { writeTimestamp } from './binary-timestamp.ts'

const typeOids = { int2: 21, int4: 23, timestamptz: 1184, jsonb: 3802 } as const
const lengthBytes = 4
const headerBytes = 20
const nullLength = -1
/** Before the text of a `jsonb`. */
const jsonbVersion = 1

export function toArrayElements(rows: ArchivedRows): ArrayElements {
  const { count } = rows
  const present = (values: Int32Array) => intElements({ values, isNull: undefined }, 4)
  return {
    count,
    accountId: present(rows.accountId),
    deviceNumber: present(rows.deviceNumber),
    fixedAt: timeElements(rows.fixedAtMs),
    receivedAt: timeElements(rows.receivedAtMs),
    fingerprint: present(rows.fingerprint),
    latitudeE7: intElements(rows.latitudeE7, 4),
    longitudeE7: intElements(rows.longitudeE7, 4),
    altitudeM: intElements(rows.altitudeM, 2),
    speedTenthKmh: intElements(rows.speedTenthKmh, 2),
    courseTenthDeg: intElements(rows.courseTenthDeg, 2),
    accuracyM: intElements(rows.accuracyM, 2),
    satellites: intElements(rows.satellites, 2),
    more: jsonElements(rows.more),
  }
}

/** A parameter: an array of all these elements. */
export function toBinaryArray(type: keyof typeof typeOids, count: number, elements: Uint8Array[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeInt32BE(1, 0)
  // Some may be null.
  header.writeInt32BE(1, 4)
  header.writeInt32BE(typeOids[type], 8)
  header.writeInt32BE(count, 12)
  header.writeInt32BE(1, 16)
  return Buffer.concat([header, ...elements])
}

function intElements({ values, isNull }: NullableInts, bytes: 2 | 4): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * (lengthBytes + bytes)))
  let at = 0
  for (let row = 0; row < values.length; row += 1) {
    if (isNull?.[row] === 1) {
      view.setInt32(at, nullLength)
      at += lengthBytes
      continue
    }
    view.setInt32(at, bytes)
    if (bytes === 4) view.setInt32(at + lengthBytes, values[row]!)
    else view.setInt16(at + lengthBytes, values[row]!)
    at += lengthBytes + bytes
  }
  return new Uint8Array(view.buffer, 0, at)
}

function timeElements(times: Float64Array): Uint8Array {
  const bytes = 8
  const view = new DataView(new ArrayBuffer(times.length * (lengthBytes + bytes)))
  for (let row = 0; row < times.length; row += 1) {
    const at = row * (lengthBytes + bytes)
    view.setInt32(at, bytes)
    writeTimestamp(view, at + lengthBytes, times[row]!)
  }
  return new Uint8Array(view.buffer)
}

function jsonElements({ bytes, starts, lengths }: Texts): Uint8Array {
  let total = 0
  for (const length of lengths) total += lengthBytes + (length < 0 ? 0 : length + 1)
  const elements = Buffer.alloc(total)
  let at = 0
  for (let row = 0; row < lengths.length; row += 1) {
    const length = lengths[row]!
    at = elements.writeInt32BE(length < 0 ? nullLength : length + 1, at)
    if (length < 0) continue
    at = elements.writeUInt8(jsonbVersion, at)
    elements.set(bytes.subarray(starts[row], starts[row]! + length), at)
    at += length
  }
  return elements
}
