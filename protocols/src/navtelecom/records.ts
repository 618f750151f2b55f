// The fields of a FLEX record: as values where their meaning is certain, as field<number> otherwise. Little endian.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isMileage, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import type { Layout } from './fields.ts'

const UNITS_PER_DEGREE = 600_000
/** From here on the level of a fuel probe is the code of a fault. */
const FUEL_FAULT = 65_500
const NO_TEMPERATURE = -128
const UNKNOWN_16 = 0xffff
const UNKNOWN_FUEL = 0x7fff
/** Beyond this many bytes a value is kept in hexadecimal. */
const MAX_NUMBER_BYTES = 4

interface Reading {
  location: Location
  latitude: number
  longitude: number
  isValid: boolean
  eventAt?: Date | undefined
  fixedAt?: Date | undefined
}

export function readRecord(frame: Buffer, from: number, { fields, recordBytes }: Layout): Location {
  const bytes = new ByteReader(frame, from, from + recordBytes)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const reading: Reading = { location, latitude: 0, longitude: 0, isValid: false }
  for (const [number, size] of fields) keepField(reading, number, size, bytes)
  const { latitude, longitude, isValid, eventAt, fixedAt } = reading
  if (isPosition(latitude, longitude)) {
    location.latitude = roundTo(latitude, 7)
    location.longitude = roundTo(longitude, 7)
    location.valid = isValid
  }
  // Without a fix the last coordinates are repeated.
  const at = location.valid ? (fixedAt ?? eventAt) : (eventAt ?? fixedAt)
  if (at) location.fixedAt = at
  return location
}

/** Reads exactly `size` bytes. */
function keepField(reading: Reading, number: number, size: number, bytes: ByteReader): void {
  const { location } = reading
  const { attributes } = location
  switch (number) {
    case 1:
      bytes.skip(size) // the number of the record
      return
    case 2: {
      const event = bytes.uint16LE()
      if (event > 0) attributes.event = event
      return
    }
    case 3:
      reading.eventAt = instantOf(bytes.uint32LE() * 1000)
      return
    case 4: {
      const status = bytes.uint8()
      attributes.armed = (status & 1) !== 0
      attributes.alarmed = (status & 2) !== 0
      return
    }
    case 7:
      attributes.gsmSignal = bytes.uint8()
      return
    case 8: {
      const state = bytes.uint8()
      reading.isValid = (state & 2) !== 0
      location.satellites = state >> 2
      return
    }
    case 9:
      reading.fixedAt = instantOf(bytes.uint32LE() * 1000)
      return
    case 10:
      reading.latitude = bytes.int32LE() / UNITS_PER_DEGREE
      return
    case 11:
      reading.longitude = bytes.int32LE() / UNITS_PER_DEGREE
      return
    case 12:
      location.altitudeM = bytes.int32LE() / 10
      return
    case 13: {
      const speedKmh = bytes.float32LE()
      if (speedKmh >= 0 && speedKmh < 1000) location.speedKmh = roundTo(speedKmh, 2)
      return
    }
    case 14: {
      const courseDeg = courseOf(bytes.uint16LE())
      if (courseDeg !== undefined) location.courseDeg = courseDeg
      return
    }
    case 15:
      keepMileage(location, roundTo(bytes.float32LE(), 3))
      return
    case 19:
      location.powerV = bytes.uint16LE() / 1000
      return
    case 20:
      location.batteryV = bytes.uint16LE() / 1000
      return
    case 37:
      attributes.engineHours = roundTo(bytes.uint32LE() / 3600, 2)
      return
    case 71: {
      const hdop = bytes.uint8()
      if (hdop > 0 && hdop < 0xff) location.hdop = hdop / 10
      bytes.skip(1) // that of the position
      return
    }
  }
  if (number <= 32) keepInput(location, number, size, bytes)
  else if (number <= 57) keepSensor(location, number, size, bytes)
  else keepRest(location, number, size, bytes)
}

function keepInput(location: Location, number: number, size: number, bytes: ByteReader): void {
  if (number >= 21 && number <= 28) location.attributes[`analog${number - 20}`] = bytes.uint16LE()
  else if (number === 29 || number === 30)
    location.inputs = withBits(location.inputs, number === 29 ? 0 : 8, bytes.uint8())
  else if (number === 31 || number === 32)
    location.outputs = withBits(location.outputs, number === 31 ? 0 : 8, bytes.uint8())
  else keepRest(location, number, size, bytes)
}

/** Fuel probes and thermometers, and the bus of the vehicle. */
function keepSensor(location: Location, number: number, size: number, bytes: ByteReader): void {
  const { attributes } = location
  if (number >= 38 && number <= 44) {
    const level = bytes.uint16LE()
    // The sum of the levels, in the probes' own unit.
    if (level < FUEL_FAULT) attributes.fuelSensor = Number(attributes.fuelSensor ?? 0) + level
  } else if (number >= 45 && number <= 52) {
    const celsius = bytes.int8()
    if (celsius === NO_TEMPERATURE) return
    if (number === 45) location.temperatureC = celsius
    else if (number === 46) location.temperature2C = celsius
    else attributes[`temperature${number - 44}C`] = celsius
  } else if (number === 53) keepFuel(location, bytes.uint16LE())
  else if (number === 55) {
    const rpm = bytes.uint16LE()
    if (rpm !== UNKNOWN_16) location.rpm = rpm
  } else if (number === 56) {
    const celsius = bytes.int8()
    if (celsius !== NO_TEMPERATURE) attributes.coolantC = celsius
  } else if (number === 57) {
    const km = roundTo(bytes.float32LE(), 3)
    if (isMileage(km)) attributes.vehicleMileageKm = km
  } else keepRest(location, number, size, bytes)
}

/** Of the vehicle: percent, or tenths of a litre. */
function keepFuel(location: Location, value: number): void {
  if (value === UNKNOWN_FUEL) return
  const level = value & 0x7fff
  if (value > 0x7fff && level <= 100) location.fuelPct = level
  else if (value < 0x7fff) location.fuelL = level / 10
}

/** All bits set: there is no such sensor. */
function keepRest({ attributes }: Location, number: number, size: number, bytes: ByteReader): void {
  const value = bytes.bytes(size)
  if (value.every((byte) => byte === 0xff)) return
  attributes[`field${number}`] = size <= MAX_NUMBER_BYTES ? value.readUIntLE(0, size) : value.toString('hex')
}

/** Eight more. Those before that were not sent count as open. */
function withBits(states: readonly boolean[] = [], from: number, value: number): boolean[] {
  return Array.from({ length: from + 8 }, (_, at) => {
    return at < from ? (states[at] ?? false) : ((value >> (at - from)) & 1) === 1
  })
}
