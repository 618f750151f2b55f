// One AVL record: time, coordinates, and a list of numbered elements. Layout: Teltonika wiki, table "AVL Data".
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import type { RecordEvent } from './alarms.ts'
import { raiseAlarms } from './alarms.ts'
import { keepElement, keepLongElement, keepVariableElement } from './elements.ts'
import type { Family } from './families.ts'

export interface Layout {
  wideIds: boolean
  wideCounts: boolean
  generationType: boolean
  variableElements: boolean
  /** A group of 16-byte elements at the end. */
  fifthGroup?: true
}

export const layouts: Readonly<Record<number, Layout>> = {
  8: { wideIds: false, wideCounts: false, generationType: false, variableElements: false },
  142: { wideIds: true, wideCounts: true, generationType: false, variableElements: true },
  16: { wideIds: true, wideCounts: false, generationType: true, variableElements: false },
}

export const fifthGroupLayout: Layout = { ...layouts[8]!, fifthGroup: true }

const ELEMENT_BYTES = [1, 2, 4] as const
const FIFTH_GROUP_BYTES = 16

/** Undefined if the record is incomplete or its counts are inconsistent. */
export function readRecord(
  bytes: ByteReader,
  layout: Layout,
  family: Family | undefined,
): Location | undefined {
  const fixedAt = instantOf(bytes.uint64())
  const priority = bytes.uint8()
  const longitude = bytes.int32() / 1e7
  const latitude = bytes.int32() / 1e7
  const altitudeM = bytes.int16()
  const courseDeg = courseOf(bytes.uint16())
  const satellites = bytes.uint8()
  const speedKmh = bytes.uint16()
  const location: Location = { valid: false, altitudeM, satellites, speedKmh, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    // A sleeping receiver repeats the last coordinates with 0 satellites.
    location.valid = satellites > 0
  }
  const event: RecordEvent = { id: readId(bytes, layout), priority }
  if (priority > 0) location.attributes.priority = priority
  if (event.id > 0) location.attributes.event = event.id
  if (layout.generationType) location.attributes.generationType = bytes.uint8()
  if (!readElements(bytes, layout, location, event, family)) return undefined
  raiseAlarms(location, event, family)
  return location
}

function readElements(
  bytes: ByteReader,
  layout: Layout,
  location: Location,
  event: RecordEvent,
  family: Family | undefined,
): boolean {
  const total = readCount(bytes, layout)
  let read = 0
  for (const size of ELEMENT_BYTES) {
    const count = readCount(bytes, layout)
    read += count
    for (let left = count; left > 0 && !bytes.overrun; left--) {
      const id = readId(bytes, layout)
      const value = size === 1 ? bytes.uint8() : size === 2 ? bytes.uint16() : bytes.uint32()
      if (id === event.id) {
        event.value = value
        event.size = size
      }
      keepElement(location, id, size, value, family)
    }
  }
  const longCount = readCount(bytes, layout)
  for (let left = longCount; left > 0 && !bytes.overrun; left--) {
    keepLongElement(location, readId(bytes, layout), bytes.uint32(), bytes.uint32())
  }
  const variableCount = layout.variableElements ? bytes.uint16() : 0
  for (let left = variableCount; left > 0 && !bytes.overrun; left--) {
    keepVariableElement(location, bytes.uint16(), bytes.bytes(bytes.uint16()))
  }
  const fifthCount = layout.fifthGroup ? bytes.uint8() : 0
  for (let left = fifthCount; left > 0 && !bytes.overrun; left--) {
    keepVariableElement(location, bytes.uint8(), bytes.bytes(FIFTH_GROUP_BYTES))
  }
  return read + longCount + variableCount + fifthCount === total && !bytes.overrun
}

function readCount(bytes: ByteReader, layout: Layout): number {
  return layout.wideCounts ? bytes.uint16() : bytes.uint8()
}

function readId(bytes: ByteReader, layout: Layout): number {
  return layout.wideIds ? bytes.uint16() : bytes.uint8()
}
