// The tags of a record: their sizes, and their meaning where it is certain. Little endian. From open implementations.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

export const tags = {
  hardware: 0x01,
  firmware: 0x02,
  imei: 0x03,
  unit: 0x04,
  record: 0x10,
  time: 0x20,
  position: 0x30,
  commandNumber: 0xe0,
  commandText: 0xe1,
  userArray: 0xea,
  extended: 0xfe,
}

const CELLS = 2
/** Beyond this many bytes a value is kept in hexadecimal. */
const MAX_NUMBER_BYTES = 4

/** Zero for tags of unknown or variable size. */
const sizes = new Uint8Array(256)
const sized = (bytes: number, ...ranges: (readonly [first: number, last: number])[]) => {
  for (const [first, last] of ranges) sizes.fill(bytes, first, last + 1)
}
sized(1, [0x01, 0x02], [0x35, 0x35], [0x43, 0x43], [0x88, 0x8c], [0xa0, 0xaf], [0xc4, 0xd2], [0xd5, 0xd5])
sized(2, [0x04, 0x04], [0x10, 0x10], [0x34, 0x34], [0x40, 0x42], [0x45, 0x46], [0x48, 0x48], [0x50, 0x59])
sized(2, [0x60, 0x62], [0x70, 0x77], [0xb0, 0xb9], [0xd6, 0xda])
sized(3, [0x5d, 0x5d], [0x63, 0x6f], [0x80, 0x87], [0xfa, 0xfa])
sized(4, [0x20, 0x20], [0x33, 0x33], [0x44, 0x44], [0x47, 0x47], [0x5a, 0x5a], [0x90, 0x90], [0xc0, 0xc3])
sized(4, [0xd3, 0xd4], [0xdb, 0xdf], [0xe0, 0xe0], [0xe2, 0xe9], [0xf0, 0xf9])
sized(7, [0x5b, 0x5b])
sized(8, [0xfd, 0xfd])
sized(9, [0x30, 0x30])
sized(15, [0x03, 0x03])
sized(68, [0x5c, 0x5c])

/** Of the value that follows the tag. Undefined if the tag is unknown: the rest cannot be read then. */
export function valueBytes(tag: number, bytes: ByteReader): number | undefined {
  if (tag === tags.commandText || tag === tags.userArray) return 1 + bytes.peek(0)
  if (tag === tags.extended) return 2 + bytes.peek(0) + bytes.peek(1) * 256
  return sizes[tag] || undefined
}

/** Reads exactly `size` bytes. */
export function keepTag(location: Location, tag: number, bytes: ByteReader, size: number): void {
  const { attributes } = location
  switch (tag) {
    case tags.time: {
      const fixedAt = instantOf(bytes.uint32LE() * 1000)
      if (fixedAt) location.fixedAt = fixedAt
      return
    }
    case tags.position:
      keepPosition(location, bytes)
      return
    case 0x33: {
      location.speedKmh = bytes.uint16LE() / 10
      const courseDeg = courseOf(bytes.uint16LE() / 10)
      if (courseDeg !== undefined) location.courseDeg = courseDeg
      return
    }
    case 0x34:
      location.altitudeM = bytes.int16LE()
      return
    case 0x35: {
      const hdop = bytes.uint8()
      if (hdop > 0) location.hdop = hdop / 10
      return
    }
    case 0x40:
      attributes.status = bytes.uint16LE()
      return
    case 0x41:
      location.powerV = bytes.uint16LE() / 1000
      return
    case 0x42:
      location.batteryV = bytes.uint16LE() / 1000
      return
    case 0x43:
      attributes.boardC = bytes.int8()
      return
    case 0x45:
      location.outputs = bitsOf(bytes.uint16LE())
      return
    case 0x46:
      location.inputs = bitsOf(bytes.uint16LE())
      return
    case 0x90: {
      const key = bytes.uint32LE()
      if (key > 0) attributes.driverId = key.toString(16).padStart(8, '0')
      return
    }
    case 0xc0:
      attributes.fuelUsedL = bytes.uint32LE() / 2
      return
    case 0xc1:
      keepEngine(location, bytes)
      return
    case 0xc2:
      attributes.vehicleMileageKm = roundTo(bytes.uint32LE() * 0.005, 3)
      return
    case 0xd4:
      keepMileage(location, bytes.uint32LE() / 1000)
      return
    case tags.userArray:
      attributes.userArray = bytes.hex(bytes.uint8())
      return
    case tags.extended:
      bytes.skip(size)
      return
  }
  keepNumbered(location, tag, bytes, size)
}

/** Sensors in rows, and what has no name of ours. */
function keepNumbered(location: Location, tag: number, bytes: ByteReader, size: number): void {
  const { attributes } = location
  if (tag >= 0x50 && tag <= 0x57) attributes[`analog${tag - 0x4f}`] = bytes.uint16LE()
  else if (tag >= 0x70 && tag <= 0x77) keepTemperature(location, tag - 0x6f, bytes)
  else if (tag >= 0xe2 && tag <= 0xe9) attributes[`userData${tag - 0xe2}`] = bytes.uint32LE()
  else if (tag === 0x58 || tag === 0x59 || (tag >= 0x60 && tag <= 0x6f)) {
    // The sum of the levels, in the probes' own unit. Some have a temperature as well.
    attributes.fuelSensor = Number(attributes.fuelSensor ?? 0) + bytes.uint16LE()
    bytes.skip(size - 2)
  } else {
    const name = `tag${tag.toString(16).toUpperCase().padStart(2, '0')}`
    attributes[name] = size <= MAX_NUMBER_BYTES ? numberOf(bytes, size) : bytes.hex(size)
  }
}

/** The low half of the first byte counts satellites, the high half is the source. */
function keepPosition(location: Location, bytes: ByteReader): void {
  const first = bytes.uint8()
  const source = first >> 4
  const latitude = bytes.int32LE() / 1e6
  const longitude = bytes.int32LE() / 1e6
  if (source === 0) location.satellites = first & 0x0f
  if (!isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = source === 0
  if (source === CELLS) location.approximate = true
}

/** All zeros where there is no bus. */
function keepEngine(location: Location, bytes: ByteReader): void {
  const [fuel, coolant, revolutions] = [bytes.uint8(), bytes.uint8(), bytes.uint16LE()]
  if (fuel + coolant + revolutions === 0) return
  if (fuel <= 250) location.fuelPct = roundTo(fuel * 0.4, 1)
  location.attributes.coolantC = coolant - 40
  location.rpm = Math.round(revolutions / 8)
}

function keepTemperature(location: Location, number: number, bytes: ByteReader): void {
  bytes.skip(1) // the number of the thermometer
  const celsius = bytes.int8()
  if (number === 1) location.temperatureC = celsius
  else if (number === 2) location.temperature2C = celsius
  else location.attributes[`temperature${number}C`] = celsius
}

function numberOf(bytes: ByteReader, size: number): number {
  let value = 0
  for (let at = 0; at < size; at++) value += bytes.uint8() * 2 ** (8 * at)
  return value
}

function bitsOf(value: number): boolean[] {
  return Array.from({ length: 16 }, (_, bit) => ((value >> bit) & 1) === 1)
}
