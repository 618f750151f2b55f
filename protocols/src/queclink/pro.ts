// Protocol Pro, the binary format of the newest models (GL601). From published frames: after the identity and the time
// of the report come records, each a number, a length and a value.
import { ByteReader } from '../byte-reader.ts'
import { crc8Nrsc } from '../checksums.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'

const MINUS = 0x2d
const HEARTBEAT = 0x10
/** After mark, kind, length and a zero. */
const IDENTITY_AT = 5
/** After the identity and the header of the message: time, report, event. */
const TIME_AT = 20
/** Count, checksum and end mark. */
const TRAILER_BYTES = 4
const POSITION = 0x52
const BATTERY = 0x61

export function decodePro(frame: Buffer, { settings }: Session): Decoded {
  const sumAt = frame.length - 2
  if (frame.length < IDENTITY_AT + 10 || frame.readUInt16BE(2) !== frame.length)
    return { kind: 'bad', why: 'not a whole frame' }
  if (frame[sumAt] !== crc8Nrsc(frame, 0, sumAt) && !settings.tolerateChecksum)
    return { kind: 'bad', why: 'checksum' }
  const identifier = frame.toString('hex', IDENTITY_AT, IDENTITY_AT + 8).slice(1)
  if (frame[1] === HEARTBEAT) return { kind: 'heartbeat', identifier }
  const location = readReport(new ByteReader(frame, TIME_AT, frame.length - TRAILER_BYTES))
  if (!location) return { kind: 'bad', why: 'Protocol Pro report that cannot be read', identifier }
  if (frame[0] === MINUS) location.attributes.buffered = true
  if (location.latitude === undefined) return { kind: 'heartbeat', identifier, status: location }
  return { kind: 'locations', identifier, locations: [location] }
}

function readReport(bytes: ByteReader): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const sentAt = instantOf(bytes.uint32() * 1000)
  if (sentAt) location.fixedAt = sentAt
  bytes.skip(3)
  const event = bytes.uint8()
  if (event > 0) location.attributes.event = event
  while (bytes.remaining >= 2) {
    const number = bytes.uint8()
    const length = bytes.uint8()
    if (length > bytes.remaining) return undefined
    const value = new ByteReader(bytes.bytes(length))
    if (number === POSITION) readPosition(value, location)
    else if (number === BATTERY) readBattery(value, location)
  }
  return bytes.overrun ? undefined : location
}

function readPosition(value: ByteReader, location: Location): void {
  value.skip(1)
  const longitude = value.int32() / 1e6
  const latitude = value.int32() / 1e6
  const fixedAt = instantOf(value.uint32() * 1000)
  const speedKmh = value.uint16() / 10
  const hdop = value.uint8() / 10
  const courseDeg = courseOf(value.uint16())
  const altitudeM = ((value.uint24() << 8) >> 8) / 10
  const satellites = value.uint8()
  if (value.overrun || !isPosition(latitude, longitude)) return
  Object.assign(location, { latitude, longitude, valid: hdop > 0, speedKmh, altitudeM, satellites })
  if (fixedAt) location.fixedAt = fixedAt
  if (hdop > 0) location.hdop = hdop
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

function readBattery(value: ByteReader, location: Location): void {
  value.skip(1)
  const batteryV = value.uint16() / 1000
  const percent = value.uint8()
  if (value.overrun) return
  location.batteryV = batteryV
  if (percent <= 100) location.batteryPct = percent
}
