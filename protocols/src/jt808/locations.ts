// The location of 0x0200, which other messages contain as well: alarms, status, position, and numbered extras.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOfParts, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { isDigits, pairAt } from '../text-values.ts'
import { alarmsOf } from './alarms.ts'

/** The standard's own zone. */
export const CHINA_OFFSET_MIN = 480

const LEAST_BYTES = 28
const IGNITION = 1 << 0
const HAS_FIX = 1 << 1
const SOUTH = 1 << 2
const WEST = 1 << 3
const FUEL_CUT = 1 << 10
const CIRCUIT_CUT = 1 << 11

/** Undefined if the bytes are too few. */
export function readLocation(body: Buffer, utcOffsetMin = CHINA_OFFSET_MIN): Location | undefined {
  if (body.length < LEAST_BYTES) return undefined
  const bytes = new ByteReader(body)
  const alarmBits = bytes.uint32()
  const status = bytes.uint32()
  const latitude = (bytes.uint32() / 1e6) * (status & SOUTH ? -1 : 1)
  const longitude = (bytes.uint32() / 1e6) * (status & WEST ? -1 : 1)
  const altitudeM = bytes.int16()
  const speedKmh = bytes.uint16() / 10
  const courseDeg = courseOf(bytes.uint16())
  const fixedAt = instantOfDecimal(bytes.hex(6), utcOffsetMin)
  const location: Location = { valid: false, altitudeM, speedKmh, alarms: [], attributes: {} }
  location.ignition = (status & IGNITION) !== 0
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (fixedAt) location.fixedAt = fixedAt
  // Bit 5, coordinates that the law requires to be shifted, is set by units abroad whose coordinates are good.
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = (status & HAS_FIX) !== 0
  }
  if (status & (FUEL_CUT | CIRCUIT_CUT)) location.attributes.relayCut = true
  const extras = readExtras(bytes, location)
  if (alarmBits !== 0) location.attributes.alarmBits = alarmBits
  location.alarms = alarmsOf(alarmBits, extras.get(0x12))
  return location
}

/** Twelve decimal digits, from the year to the second. */
export function instantOfDecimal(digits: string, utcOffsetMin: number): Date | undefined {
  if (!isDigits(digits, 12, 12)) return undefined
  const [year, month, day] = [pairAt(digits, 0), pairAt(digits, 2), pairAt(digits, 4)]
  const local = instantOfParts(year, month, day, pairAt(digits, 6), pairAt(digits, 8), pairAt(digits, 10))
  return local && new Date(local.getTime() - utcOffsetMin * 60_000)
}

/** Makers use the same numbers for other things, so only those of the standard are read; the rest is kept raw. */
function readExtras(bytes: ByteReader, location: Location): Map<number, Buffer> {
  const extras = new Map<number, Buffer>()
  while (bytes.remaining >= 2) {
    const id = bytes.uint8()
    const length = bytes.uint8()
    if (length > bytes.remaining) break
    const value = bytes.bytes(length)
    extras.set(id, value)
    if (!keepExtra(location, id, value) && length > 0)
      location.attributes[`e${id.toString(16).padStart(2, '0')}`] = value.toString('hex')
  }
  return extras
}

function keepExtra(location: Location, id: number, value: Buffer): boolean {
  if (id === 0x01 && value.length === 4) {
    keepMileage(location, roundTo(value.readUInt32BE(0) / 10, 1))
  } else if (id === 0x02 && value.length === 2) keepFuel(location, value.readUInt16BE(0))
  else if (id === 0x03 && value.length === 2) location.attributes.vehicleSpeedKmh = value.readUInt16BE(0) / 10
  else if (id === 0x30 && value.length === 1) location.attributes.gsmSignal = value[0]!
  else if (id === 0x31 && value.length === 1) location.satellites = value[0]!
  else return false
  return true
}

/** Tenths of a litre; with the top bit set it is a percentage, a habit of makers. */
function keepFuel(location: Location, value: number): void {
  if (!(value & 0x8000)) location.fuelL = value / 10
  else if ((value & 0x7fff) <= 100) location.fuelPct = value & 0x7fff
}
