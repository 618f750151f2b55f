// The fixed telegrams of NTCB, which units without FLEX send: one record, or an array of them. Little endian.
// Source: an open implementation; lengths and values agree with published messages.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import { courseOf, instantOfParts, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { answerTo } from './ntcb.ts'
import { NTCB_HEADER_BYTES } from './split.ts'

const PREFIX_BYTES = 3
const FORMAT_6 = 0x06
/** By format: 5, 5.1, 5.2 and 6. Formats 1 to 4 are older than any published message. */
const recordBytes: Readonly<Record<number, number>> = { 5: 67, 21: 82, 37: 86, [FORMAT_6]: 111 }
const FORMAT_5_2 = 0x25

const UNITS_PER_DEGREE = 600_000
const DEGREES_PER_RADIAN = 180 / Math.PI
const NO_TEMPERATURE = -128
const UNKNOWN_16 = 0xffff
/** Fuel probes and counters of format 6, whose units are set in the tracker. */
const PROBE_BYTES = 28
const COUNTER_BYTES = 8
const SENSOR_BYTES = 15

/** `*>T` has one record, `*>A` a count and records. */
export function decodeTelegram(message: Buffer): Decoded {
  const isArray = message[NTCB_HEADER_BYTES + 2] === 0x41
  const recordsAt = NTCB_HEADER_BYTES + PREFIX_BYTES + (isArray ? 1 : 0)
  const format = message[recordsAt]
  const size = recordBytes[format ?? 0]
  if (format === undefined || size === undefined)
    return { kind: 'ignored', why: 'a telegram of NTCB in an old format: set the tracker to FLEX' }
  const count = isArray ? message[recordsAt - 1]! : 1
  if (count === 0 || recordsAt + count * size !== message.length)
    return { kind: 'bad', why: 'length does not match', close: true }
  const locations: Location[] = []
  for (let from = recordsAt; from < message.length; from += size) {
    if (message[from] !== format) return { kind: 'bad', why: 'formats are mixed', close: true }
    locations.push(readTelegram(message, from, size, format))
  }
  return { kind: 'locations', locations, reply: answerOf(message, isArray ? count : undefined) }
}

/** The count, or the number of the record. */
function answerOf(message: Buffer, count: number | undefined): Buffer {
  const numberAt = NTCB_HEADER_BYTES + PREFIX_BYTES + 1
  const content = new ByteWriter()
  if (count === undefined) content.ascii('*<T').uint32LE(message.readUInt32LE(numberAt))
  else content.ascii('*<A').uint8(count)
  return answerTo(message, content.toBuffer())
}

function readTelegram(message: Buffer, from: number, size: number, format: number): Location {
  const bytes = new ByteReader(message, from, from + size)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const { attributes } = location
  bytes.skip(5) // format, and the number of the record
  attributes.event = bytes.uint16LE()
  const eventAt = readTime(bytes)
  const isFormat6 = format === FORMAT_6
  const [armedBits, alarmBit] = isFormat6 ? [0x01, 0x02] : [0x7f, 0x80]
  const armed = bytes.uint8()
  attributes.armed = (armed & armedBits) !== 0
  attributes.alarmed = (armed & alarmBit) !== 0
  bytes.skip(1) // states of the unit itself
  attributes.gsmSignal = bytes.uint8()
  const outputs = bytes.uint8()
  location.outputs = bitsOf(outputs, isFormat6 ? 4 : 2)
  if (!isFormat6) location.satellites = outputs >> 2
  location.inputs = bitsOf(bytes.uint8(), 8)
  location.powerV = bytes.uint16LE() / 1000
  location.batteryV = bytes.uint16LE() / 1000
  for (let number = 1; number <= (isFormat6 ? 3 : 2); number++)
    attributes[`analog${number}`] = bytes.uint16LE()
  bytes.skip(COUNTER_BYTES)
  if (isFormat6) readSensors(bytes, location)
  readPosition(bytes, location, eventAt, isFormat6)
  if (format === FORMAT_5_2) {
    bytes.skip(SENSOR_BYTES)
    readTemperatures(bytes, location)
  }
  return location
}

function readSensors(bytes: ByteReader, location: Location): void {
  bytes.skip(PROBE_BYTES)
  readTemperatures(bytes, location)
  bytes.skip(4) // weight on the axles
  const rpm = bytes.uint16LE()
  if (rpm !== UNKNOWN_16) location.rpm = rpm
}

function readPosition(
  bytes: ByteReader,
  location: Location,
  eventAt: Date | undefined,
  isFormat6: boolean,
): void {
  const state = bytes.uint8()
  if (isFormat6) location.satellites = state >> 2
  const fixedAt = readTime(bytes)
  const degrees = () =>
    isFormat6 ? bytes.int32LE() / UNITS_PER_DEGREE : bytes.float32LE() * DEGREES_PER_RADIAN
  const [latitude, longitude] = [degrees(), degrees()]
  if (isFormat6) location.altitudeM = bytes.int32LE() / 10
  const speedKmh = bytes.float32LE()
  if (speedKmh >= 0 && speedKmh < 1000) location.speedKmh = roundTo(speedKmh, 2)
  const courseDeg = courseOf(bytes.uint16LE())
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  keepMileage(location, roundTo(bytes.float32LE(), 3))
  bytes.skip(8) // distance and times of the segment
  if (isPosition(latitude, longitude)) {
    location.latitude = roundTo(latitude, 7)
    location.longitude = roundTo(longitude, 7)
    location.valid = (state & 2) !== 0
  }
  // Without a fix the last coordinates are repeated.
  const at = location.valid ? (fixedAt ?? eventAt) : (eventAt ?? fixedAt)
  if (at) location.fixedAt = at
}

/** Hour, minute, second, day, month from 0, year. */
function readTime(bytes: ByteReader): Date | undefined {
  const [hour, minute, second] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  const [day, month, year] = [bytes.uint8(), bytes.uint8() + 1, bytes.uint8()]
  return instantOfParts(year, month, day, hour, minute, second)
}

/** Four thermometers. */
function readTemperatures(bytes: ByteReader, location: Location): void {
  for (let number = 1; number <= 4; number++) {
    const celsius = bytes.int8()
    if (celsius === NO_TEMPERATURE) continue
    if (number === 1) location.temperatureC = celsius
    else if (number === 2) location.temperature2C = celsius
    else location.attributes[`temperature${number}C`] = celsius
  }
}

function bitsOf(states: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, at) => ((states >> at) & 1) === 1)
}
