// A report in HEX: +RSP, +EVT and their buffered forms. A mask defines the fields. Source: @Track HEX documents of
// GV300CAN and GV500, as far as example frames confirm them.
import { ByteReader } from '../byte-reader.ts'
import { crc16CcittFalse } from '../checksums.ts'
import { courseOf, instantOfParts, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { alarmsOf } from './alarms.ts'
import { keepInputs, keepOutputs, keepState } from './status.ts'

/** Checksum and 0D 0A. */
const TRAILER_BYTES = 4
const LEAST_BYTES = 11

/** Undocumented bits before the positions: with one of them, nothing after it can be located. */
const UNKNOWN_BITS = (1 << 13) | (1 << 15) | (1 << 16)

export function decodeHex(frame: Buffer, { settings }: Session): Decoded {
  if (frame.length < LEAST_BYTES || frame.readUInt16BE(frame.length - 2) !== 0x0d0a)
    return { kind: 'bad', why: 'not a whole frame' }
  const sum = frame.readUInt16BE(frame.length - TRAILER_BYTES)
  if (sum !== crc16CcittFalse(frame, 4, frame.length - TRAILER_BYTES) && !settings.tolerateChecksum)
    return { kind: 'bad', why: 'checksum' }
  const header = frame.toString('latin1', 1, 4)
  if (header === 'HBD') return { kind: 'heartbeat' }
  if (header === 'INF') return decodeInformation(frame)
  const isEvent = header === 'EVT' || header === 'BVT'
  if (!isEvent && header !== 'RSP' && header !== 'BSP')
    return { kind: 'ignored', why: `HEX message ${header}` }
  const bytes = new ByteReader(frame, 4, frame.length - TRAILER_BYTES)
  const type = bytes.uint8()
  const mask = bytes.uint32()
  const message: Message = { bytes, has: (bit) => ((mask >>> bit) & 1) === 1, type, isEvent }
  if (mask & UNKNOWN_BITS) return { kind: 'ignored', why: `HEX message with the mask ${mask.toString(16)}` }
  return decodeReport(message, header.startsWith('B'))
}

/** Its fields are not documented: it only shows that the unit is alive. */
function decodeInformation(frame: Buffer): Decoded {
  const identifier = frame.readUInt16BE(7) === frame.length ? nameOf(frame.subarray(9, 17)) : undefined
  if (!identifier) return { kind: 'ignored', why: 'HEX message INF' }
  return { kind: 'heartbeat', identifier }
}

interface Message {
  bytes: ByteReader
  has(bit: number): boolean
  type: number
  isEvent: boolean
}

function decodeReport(message: Message, isBuffered: boolean): Decoded {
  const { bytes, has, type, isEvent } = message
  const common: Location = { valid: false, alarms: [], attributes: {} }
  if (has(7)) bytes.skip(2)
  const identifier = readHead(message, common)
  if (isEvent) readInserted(message, common)
  const reportType = isEvent ? undefined : bytes.uint8()
  if (!isEvent) bytes.skip(insertedReportBytes[type] ?? 0)
  const locations = readPositions(message, bytes.uint8())
  const position = locations.at(-1)
  if (!identifier || !position || bytes.overrun) return { kind: 'bad', why: 'HEX report that cannot be read' }
  // Values given once belong to the last position.
  const last = { ...common, ...position, attributes: { ...position.attributes, ...common.attributes } }
  locations[locations.length - 1] = last
  readMileage(message, last)
  const word = (isEvent ? eventWords : reportWords)[type]
  last.attributes.report = word ?? `${isEvent ? 'EVT' : 'RSP'}${type}`
  if (reportType !== undefined) last.attributes.reportType = reportType.toString(16).padStart(2, '0')
  if (word === 'IGN' || word === 'IGF') last.ignition = word === 'IGN'
  const typeDigit = reportType === undefined ? undefined : (reportType & 0x0f).toString(16)
  if (word) last.alarms = alarmsOf(word, { typeDigit })
  if (isBuffered) for (const location of locations) location.attributes.buffered = true
  return { kind: 'locations', identifier, locations }
}

function readHead({ bytes, has }: Message, common: Location): string | undefined {
  // The newest models have three bytes, of which the first is 80.
  if (has(8) && bytes.uint8() === 0x80) bytes.skip(2)
  if (has(9)) bytes.skip(2)
  if (has(10)) bytes.skip(2)
  const identifier = has(6) ? nameOf(bytes.bytes(8)) : imeiOf(bytes.bytes(8))
  if (has(11)) common.batteryPct = Math.min(bytes.uint8(), 100)
  if (has(12)) common.powerV = bytes.uint16() / 1000
  if (has(14)) common.attributes.analog1Mv = bytes.uint16()
  if (has(26)) bytes.skip(1)
  if (has(17)) keepInputs(common, bytes.uint8())
  if (has(26)) bytes.skip(1)
  if (has(17)) keepOutputs(common, bytes.uint8())
  if (has(18)) keepState(common, bytes.hex(1))
  if (has(19)) common.satellites = bytes.uint8() & 0x0f
  return identifier
}

/** Fields that some events put before the number of positions; for ignition, the seconds since its last change. */
function readInserted({ bytes, type }: Message, common: Location): void {
  if (type === 13 || type === 14) common.attributes.durationS = bytes.uint32()
  else bytes.skip(insertedBytes[type] ?? 0)
}

const insertedBytes: Readonly<Record<number, number>> = { 6: 2, 15: 3, 21: 5, 25: 2, 31: 2, 45: 7 }
const insertedReportBytes: Readonly<Record<number, number>> = { 3: 7 }

function readPositions(message: Message, count: number): Location[] {
  const locations: Location[] = []
  for (let left = count; left > 0; left--) {
    const location = readPosition(message)
    if (!location) return []
    locations.push(location)
  }
  return locations
}

/** Undefined if it cannot be a position: then the mask was not understood. */
function readPosition({ bytes, has }: Message): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const hdop = bytes.uint8()
  if (hdop > 0) location.hdop = hdop
  if (has(0)) location.speedKmh = roundTo(bytes.uint16() + bytes.uint8() / 10, 1)
  const courseDeg = has(1) ? courseOf(bytes.uint16()) : undefined
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (has(2)) location.altitudeM = bytes.int16()
  const longitude = bytes.int32() / 1e6
  const latitude = bytes.int32() / 1e6
  const year = bytes.uint16() - 2000
  const [month, day, hour] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  const fixedAt = instantOfParts(year, month, day, hour, bytes.uint8(), bytes.uint8())
  if (has(3)) readCell(bytes, location)
  if (!fixedAt || bytes.overrun || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  location.fixedAt = fixedAt
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = hdop > 0
  }
  return location
}

function readCell(bytes: ByteReader, location: Location): void {
  location.attributes.mcc = Number(bytes.hex(2))
  location.attributes.mnc = Number(bytes.hex(2))
  location.attributes.lac = bytes.uint16()
  location.attributes.cellId = bytes.uint16()
  bytes.skip(1)
  // Country and network are decimal digits; other values would not be valid numbers.
  if (Number.isNaN(location.attributes.mcc)) delete location.attributes.mcc
  if (Number.isNaN(location.attributes.mnc)) delete location.attributes.mnc
}

function readMileage({ bytes, has }: Message, location: Location): void {
  if (has(20)) bytes.skip(3)
  if (!has(21) || bytes.remaining < 5) return
  keepMileage(location, roundTo(bytes.uint32() + bytes.uint8() / 10, 1))
}

/** Seven bytes of two decimal digits each, and the last digit in the eighth. */
function imeiOf(bytes: Buffer): string | undefined {
  if (bytes.length < 8 || bytes[7]! > 9) return undefined
  let digits = ''
  for (const pair of bytes.subarray(0, 7)) {
    if (pair > 99) return undefined
    digits += String(pair).padStart(2, '0')
  }
  return digits + bytes[7]
}

function nameOf(bytes: Buffer): string | undefined {
  const name = bytes.toString('latin1').replace(/\0+$/, '')
  return /^[\w-]+$/.test(name) ? name : undefined
}

const reportWords: Readonly<Record<number, string>> = {
  1: 'TOW',
  4: 'EPS',
  5: 'DIS',
  6: 'IOB',
  7: 'FRI',
  8: 'GEO',
  9: 'SPD',
  10: 'SOS',
  11: 'RTL',
  12: 'DOG',
  15: 'HBM',
  16: 'IGL',
  17: 'IDA',
  18: 'ERI',
}

/** Other numbers differ by model. */
const eventWords: Readonly<Record<number, string>> = { 6: 'BPL', 9: 'STT', 13: 'IGN', 14: 'IGF', 23: 'CRA' }
