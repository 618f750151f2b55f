// The two binary forms: ZIP of the legacy families, and the universal one. Both as far as example frames confirm them.
import { ByteReader } from '../byte-reader.ts'
import { instantOfParts, keepMileage, roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { alertOf, emergencyOf } from './alarms.ts'
import { keepCoordinates, keepInputBits, keepMessageType, keepMotion } from './values.ts'

const unreadable: Decoded = { kind: 'bad', why: 'report that cannot be read' }

const zipTypes: Readonly<Record<number, string>> = { 16: 'STT', 19: 'ALT' }

export function decodeZip(frame: Buffer): Decoded {
  if (frame.length < 4 || frame.at(-1) !== 0x03 || frame.readUInt16BE(1) + 4 !== frame.length)
    return unreadable
  const bytes = new ByteReader(frame, 3, frame.length - 1)
  const type = zipTypes[bytes.uint8()]
  const identifier = bytes.hex(5).slice(0, 9)
  if (!type) return { kind: 'ignored', why: `ZIP message ${frame[3]}`, identifier }
  bytes.skip(3) // model and software
  const location: Location = { valid: false, alarms: [], attributes: { report: type } }
  const fixedAt = readInstant(bytes)
  if (fixedAt) location.fixedAt = fixedAt
  const cellId = bytes.uint24()
  if (cellId > 0) location.attributes.cellId = cellId
  const [latitude, longitude] = [readDecimal(bytes, 1, 3), readDecimal(bytes, 1, 3)]
  const [speed, course] = [readDecimal(bytes, 2, 1), readDecimal(bytes, 2, 1)]
  const fix = bytes.uint8()
  location.satellites = fix & 0x1f
  keepCoordinates(
    location,
    fix & 0x40 ? -latitude : latitude,
    fix & 0x20 ? -longitude : longitude,
    (fix & 0x80) !== 0,
  )
  keepMotion(location, speed, course)
  keepMileage(location, bytes.uint32() / 1000)
  location.powerV = readDecimal(bytes, 1, 1)
  const bits = bytes.uint8()
  keepInputBits(location, bits & 0x0f)
  location.outputs = [(bits & 0x10) !== 0, (bits & 0x20) !== 0]
  keepCode(location, type, bytes.uint8(), false)
  if (bytes.remaining > 0) location.attributes.rest = bytes.hex(bytes.remaining)
  return bytes.overrun || Number.isNaN(latitude + longitude)
    ? unreadable
    : { kind: 'locations', identifier, locations: [location] }
}

const universalTypes: Readonly<Record<number, string>> = { 129: 'STT', 130: 'ALT' }

export function decodeUniversalBinary(frame: Buffer): Decoded {
  if (frame.length < 3 || frame.readUInt16BE(1) + 3 !== frame.length) return unreadable
  const type = universalTypes[frame[0]!]
  const bytes = new ByteReader(frame, 3)
  const identifier = bytes.hex(5)
  if (!type) return { kind: 'ignored', why: `binary message ${frame[0]}`, identifier }
  const mask = bytes.uint24()
  const has = (bit: number) => ((mask >>> bit) & 1) === 1
  const location: Location = { valid: false, alarms: [], attributes: { report: type } }
  if (has(1)) bytes.skip(1)
  if (has(2)) bytes.skip(3)
  if (has(3)) keepMessageType(location, bytes.uint8() === 1)
  const fixedAt = has(4) && has(5) ? readInstant(bytes) : undefined
  if (fixedAt) location.fixedAt = fixedAt
  else if (has(4) !== has(5)) bytes.skip(3)
  readCell(bytes, location, has)
  const latitude = has(11) ? readSigned(bytes) : 0
  const longitude = has(12) ? readSigned(bytes) : 0
  const speed = has(13) ? bytes.uint16() / 100 : undefined
  keepMotion(location, speed, has(14) ? bytes.uint16() / 100 : undefined)
  if (has(15)) location.satellites = bytes.uint8()
  keepCoordinates(location, latitude, longitude, !has(16) || bytes.uint8() === 1)
  if (has(17)) keepInputBits(location, bytes.uint8())
  if (has(18)) {
    const outputs = bytes.uint8()
    location.outputs = [0, 1, 2].map((bit) => ((outputs >> bit) & 1) === 1)
  }
  if (has(19)) keepCode(location, type, bytes.uint8(), true)
  readOwn(bytes, location, type, has)
  if (bytes.overrun) return unreadable
  if (bytes.remaining > 0) location.attributes.rest = bytes.hex(bytes.remaining)
  return { kind: 'locations', identifier, locations: [location] }
}

function readCell(bytes: ByteReader, { attributes }: Location, has: (bit: number) => boolean): void {
  const cellId = has(6) ? bytes.uint32() : 0
  const mcc = has(7) ? bytes.uint16() : 0
  const mnc = has(8) ? bytes.uint16() : 0
  const lac = has(9) ? bytes.uint16() : 0
  if (has(10)) attributes.gsmSignal = bytes.uint8()
  if (cellId > 0) Object.assign(attributes, { cellId, mcc, mnc, lac })
}

/** Reason and number of a status; for an alert, the length of its data, such as the key of a driver. */
function readOwn(
  bytes: ByteReader,
  { attributes }: Location,
  type: string,
  has: (bit: number) => boolean,
): void {
  if (type === 'STT') {
    if (has(20)) bytes.skip(1)
    if (has(21)) bytes.skip(2)
  } else if (has(20)) {
    const data = bytes.hex(bytes.uint16())
    if (data) attributes.alertData = data
  }
}

function keepCode(location: Location, type: string, code: number, isUniversal: boolean): void {
  if (type === 'STT') {
    location.attributes.mode = String(code)
    return
  }
  location.attributes.code = String(code)
  const alarm = type === 'EMG' ? emergencyOf(String(code)) : alertOf(String(code), isUniversal)
  if (alarm) location.alarms.push(alarm)
}

function readInstant(bytes: ByteReader): Date | undefined {
  const [year, month, day] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  const [hour, minute, second] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  return instantOfParts(year, month, day, hour, minute, second)
}

/** A binary integer, followed by two decimal digits per byte. */
function readDecimal(bytes: ByteReader, wholeBytes: 1 | 2, fractionBytes: number): number {
  const whole = wholeBytes === 1 ? bytes.uint8() : bytes.uint16()
  return roundTo(whole + Number(`0.${bytes.hex(fractionBytes)}`), fractionBytes * 2)
}

/** Sign and magnitude. */
function readSigned(bytes: ByteReader): number {
  const word = bytes.uint32()
  const degrees = (word & 0x7fff_ffff) / 1e6
  return word >= 0x8000_0000 ? 0 - degrees : degrees
}
