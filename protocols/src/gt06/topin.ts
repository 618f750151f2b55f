// Decodes the packets of Topin, GT03-mini and ZhongXun. Their answers repeat the length and number.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import { courseOf, isPosition, roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { readGps, readInstant } from './gps.ts'
import { readImei } from './imei.ts'
import { gpsPackets, hotspotPackets } from './topin-split.ts'

/** The dialect of a connection that began with a login without serial and checksum. */
export const TOPIN = 'topin'

const CONTENT_AT = 4
const REFUSED = 0x44
const COORDINATES_AND_SPEED_BYTES = 25

export function decodeTopinLogin(frame: Buffer): Decoded {
  const identifier = readImei(new ByteReader(frame, CONTENT_AT))
  if (!identifier) return { kind: 'bad', why: 'login without an IMEI' }
  return {
    kind: 'login',
    identifier,
    accept: answer(frame, Buffer.from([1])),
    refuse: { reply: answer(frame, Buffer.from([REFUSED])), close: false },
    attributes: { dialect: TOPIN },
  }
}

export function decodeTopin(frame: Buffer, receivedAt: Date): Decoded {
  const number = frame[3]!
  const content = new ByteReader(frame, CONTENT_AT, frame.length - 2)
  if (gpsPackets.has(number)) return located(readPosition(content, number === 0x11), timeAnswer(frame))
  if (hotspotPackets.has(number)) return located(readHotspots(content, frame[2]!), timeAnswer(frame))
  switch (number) {
    case 0x08:
    case 0x09:
      // The same number without content is a keep-alive.
      if (content.remaining === 0) return { kind: 'heartbeat' }
      return located(readSecondForm(content, number === 0x09), timeAnswer(frame))
    case 0x13:
      return readStatus(content, frame)
    case 0x30:
      return { kind: 'heartbeat', reply: clockAnswer(receivedAt) }
    case 0x94:
      return located({ valid: false, alarms: ['vibration'], attributes: {} })
    case 0x99:
      return located({ valid: false, alarms: ['sos'], attributes: {} })
    default:
      return { kind: 'ignored', why: `packet 0x${number.toString(16)} is not known` }
  }
}

function located(location: Location | undefined, reply?: Buffer): Decoded {
  if (!location) return { kind: 'bad', why: 'content is too short' }
  return { kind: 'locations', locations: [location], ...(reply && { reply }) }
}

function readPosition(content: ByteReader, isStored: boolean): Location | undefined {
  const location = readGps(content)
  if (!location) return undefined
  if (content.remaining >= 3) {
    location.altitudeM = content.int16()
    keepAlarms(location, content.uint8())
  }
  if (isStored) location.attributes.buffered = true
  return location
}

/** Degrees, sign and fraction; the coordinates are repeated with another correction. */
function readSecondForm(content: ByteReader, isStored: boolean): Location | undefined {
  if (content.remaining < COORDINATES_AND_SPEED_BYTES) return undefined
  const fixedAt = readInstant(content, 0)
  const latitude = readDegrees(content)
  const longitude = readDegrees(content)
  content.skip(8)
  const speedKmh = content.uint8()
  const courseDeg = courseOf(content.uint8() * 2)
  const location: Location = {
    valid: false,
    speedKmh,
    satellites: content.uint8(),
    alarms: [],
    attributes: isStored ? { buffered: true } : {},
  }
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (fixedAt) location.fixedAt = fixedAt
  if (isPosition(latitude, longitude)) Object.assign(location, { latitude, longitude, valid: true })
  return location
}

function readDegrees(content: ByteReader): number {
  const whole = content.uint8()
  const rest = content.uint24()
  const degrees = roundTo(whole + (rest & 0xfffff) / 1e6, 6)
  return rest >> 20 === 0 ? degrees : 0 - degrees
}

function readHotspots(content: ByteReader, count: number): Location | undefined {
  const fixedAt = readDecimalInstant(content)
  const wifi = Array.from({ length: count }, () => `${content.hex(6)},${content.uint8()}`)
  const cellCount = content.uint8()
  const mcc = content.uint16()
  const mnc = content.uint8()
  if (content.overrun || content.remaining < cellCount * 5) return undefined
  const cells = Array.from({ length: cellCount }, () => {
    return `${mcc},${mnc},${content.uint16()},${content.uint16()},${content.uint8()}`
  })
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (wifi.length > 0) location.attributes.wifi = wifi.join(';')
  if (cells.length > 0) location.attributes.cells = cells.join(';')
  if (content.remaining === 1) keepAlarms(location, content.uint8())
  return location
}

function readDecimalInstant(content: ByteReader): Date | undefined {
  const [year, month, day, hour, minute, second] = content.hex(6).match(/../g) ?? []
  const at = new Date(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Repeated to the unit as it is. */
function readStatus(content: ByteReader, frame: Buffer): Decoded {
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const batteryPct = content.uint8()
  if (batteryPct <= 100) status.batteryPct = batteryPct
  status.attributes.version = content.uint8()
  content.skip(2) // zone and interval
  if (content.remaining > 0) status.attributes.gsmSignal = content.uint8()
  if (content.overrun) return { kind: 'bad', why: 'content is too short' }
  return { kind: 'heartbeat', status, reply: frame }
}

function keepAlarms(location: Location, bits: number): void {
  if (bits & 0x01) location.alarms.push('vibration')
  if (bits & 0x02) location.alarms.push('overspeed')
  if (bits & 0x10) location.alarms.push('lowBattery')
}

function answer(frame: Buffer, content: Buffer): Buffer {
  return Buffer.concat([frame.subarray(0, CONTENT_AT), content, END])
}

function timeAnswer(frame: Buffer): Buffer {
  return answer(frame, frame.subarray(CONTENT_AT, CONTENT_AT + 6))
}

function clockAnswer(at: Date): Buffer {
  const reply = new ByteWriter()
    .hex('78780730')
    .uint16(at.getUTCFullYear())
    .uint8(at.getUTCMonth() + 1)
  reply.uint8(at.getUTCDate()).uint8(at.getUTCHours()).uint8(at.getUTCMinutes()).uint8(at.getUTCSeconds())
  return reply.bytes(END).toBuffer()
}

const END = Buffer.from('\r\n', 'latin1')
