// Locations: those of vehicles, which differ a little by family and type, and those of persons and assets.
import { ByteReader } from '../byte-reader.ts'
import { keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmsOf } from './alarms.ts'
import { decimalDigits, keepBattery, readCells, readPosition, readTime } from './fields.ts'
import type { Message } from './message.ts'
import { headers, types } from './message.ts'

const HAS_POSITION = 1 << 6
const SATELLITES = 0x1f
const UNKNOWN_16 = 0xffff

export interface ReadLocation {
  location: Location
  /** Repeated in the answer. */
  alarmCode: number
}

/** Undefined if the bytes are too few. */
export function readLocation(message: Message): ReadLocation | undefined {
  const bytes = new ByteReader(message.content)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const isPersonal = message.header === headers.personal
  const alarmCode = isPersonal ? readPersonal(location, bytes) : readVehicle(location, bytes, message)
  if (alarmCode === undefined) return undefined
  if (alarmCode > 0) {
    location.attributes.alarmCode = alarmCode
    location.alarms = alarmsOf(alarmCode, isPersonal)
  }
  return { location, alarmCode }
}

/** Returns the alarm code. */
function readVehicle(location: Location, bytes: ByteReader, { header, type }: Message): number | undefined {
  const isNewer = type === types.newLocation || type === types.newAlarm
  bytes.skip(7) // intervals, angle and distance
  location.attributes.gsmSignal = bytes.uint16() & 0x7f
  const status = bytes.uint8()
  location.satellites = status & SATELLITES
  bytes.skip(6) // settings
  readInputs(location, bytes.uint16())
  if (isNewer) {
    const outputs = bytes.uint8()
    if (outputs > 0) location.attributes.outputBits = outputs
    bytes.skip(1)
  }
  if (header !== headers.diagnostics) readAnalogs(location, bytes, isNewer ? 5 : 2)
  const alarmCode = bytes.uint8()
  bytes.skip(1)
  keepMileage(location, bytes.uint32() / 1000)
  keepBattery(location, bytes)
  readTimeAndPlace(location, bytes, (status & HAS_POSITION) !== 0)
  if (bytes.overrun) return undefined
  if (isNewer) keepVolts(location, 'batteryV', bytes)
  keepVolts(location, 'powerV', bytes)
  // The place has no speed in this family.
  if (header === headers.diagnostics && bytes.remaining >= 2) {
    const speed = decimalDigits(bytes, 2)
    if (speed !== undefined) location.speedKmh = speed / 10
  }
  return alarmCode
}

/** Returns the alarm code. */
function readPersonal(location: Location, bytes: ByteReader): number | undefined {
  const status = bytes.uint8()
  location.satellites = status & SATELLITES
  const alarmCode = bytes.uint8()
  readTimeAndPlace(location, bytes, (status & HAS_POSITION) !== 0)
  bytes.skip(5) // acceleration
  keepBattery(location, bytes)
  location.attributes.boardC = (bytes.uint8() << 24) >> 24
  const light = decimalDigits(bytes, 1)
  if (light !== undefined) location.attributes.light = light
  const battery = decimalDigits(bytes, 1)
  if (battery) location.batteryV = battery / 10
  const solar = decimalDigits(bytes, 1)
  if (solar) location.attributes.solarV = solar / 10
  keepMileage(location, bytes.uint32() / 1000)
  if (bytes.overrun) return undefined
  if (bytes.remaining >= 2) location.ignition = (bytes.uint16() & (1 << 2)) !== 0
  return alarmCode
}

/** The first is the ignition, the second the air conditioner. */
function readInputs(location: Location, bits: number): void {
  location.ignition = (bits & (1 << 14)) !== 0
  location.inputs = [14, 13, 12, 11].map((bit) => (bits & (1 << bit)) !== 0)
  location.outputs = [7, 8, 9].map((bit) => (bits & (1 << bit)) !== 0)
}

function readAnalogs(location: Location, bytes: ByteReader, count: number): void {
  for (let number = 1; number <= count; number++) {
    const value = bytes.uint16()
    if (value !== UNKNOWN_16) location.attributes[`analog${number}`] = value / 100
  }
}

function readTimeAndPlace(location: Location, bytes: ByteReader, hasPosition: boolean): void {
  const fixedAt = readTime(bytes)
  if (fixedAt) location.fixedAt = fixedAt
  if (hasPosition) readPosition(location, bytes)
  else readCells(location, bytes)
}

/** Old units end before it. */
function keepVolts(location: Location, name: 'batteryV' | 'powerV', bytes: ByteReader): void {
  if (bytes.remaining < 2) return
  const value = decimalDigits(bytes, 2)
  if (value !== undefined) location[name] = value / 100
}
