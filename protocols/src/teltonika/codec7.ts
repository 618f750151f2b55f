// Codec 7 of GH3000: seconds since 2007 in 30 bits, and masks that tell which fields follow. From published frames.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepElement } from './elements.ts'

const EPOCH_MS = Date.UTC(2007, 0, 1)
const HAS_POSITION = 0x01
/** The bits for elements of 1, 2 and 4 bytes. */
const elementSizes = [
  [0x02, 1],
  [0x04, 2],
  [0x08, 4],
] as const

/** Undefined if the record is incomplete. */
export function readCodec7(bytes: ByteReader): Location | undefined {
  const word = bytes.uint32()
  const location: Location = { valid: false, alarms: [], attributes: {} }
  location.fixedAt = new Date(EPOCH_MS + (word & 0x3fff_ffff) * 1000)
  const priority = word >>> 30
  if (priority > 0) location.attributes.priority = priority
  const parts = bytes.uint8()
  if (parts & HAS_POSITION) readPosition(bytes, location)
  for (const [bit, size] of elementSizes) {
    if (!(parts & bit)) continue
    for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--) {
      const id = bytes.uint8()
      const value = size === 1 ? bytes.uint8() : size === 2 ? bytes.uint16() : bytes.uint32()
      keepElement(location, id, size, value, undefined)
    }
  }
  return bytes.overrun ? undefined : location
}

function readPosition(bytes: ByteReader, location: Location): void {
  const mask = bytes.uint8()
  const { attributes } = location
  if (mask & 0x01) {
    const latitude = roundTo(bytes.float32(), 6)
    const longitude = roundTo(bytes.float32(), 6)
    if (isPosition(latitude, longitude)) Object.assign(location, { latitude, longitude, valid: true })
  }
  if (mask & 0x02) location.altitudeM = bytes.int16()
  if (mask & 0x04) {
    const courseDeg = courseOf(roundTo((bytes.uint8() * 360) / 256, 1))
    if (courseDeg !== undefined) location.courseDeg = courseDeg
  }
  if (mask & 0x08) location.speedKmh = bytes.uint8()
  if (mask & 0x10) {
    location.satellites = bytes.uint8()
    if (location.satellites === 0) location.valid = false
  }
  if (mask & 0x20) {
    attributes.lac = bytes.uint16()
    attributes.cellId = bytes.uint16()
  }
  if (mask & 0x40) attributes.gsmLevel = bytes.uint8()
  if (mask & 0x80) attributes.operator = bytes.uint32()
}
