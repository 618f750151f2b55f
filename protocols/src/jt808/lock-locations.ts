// The location of a container or door lock of Jointech, in decimal digits. Source: an open implementation, and
// published messages.
import type { AlarmName } from '../alarm-names.ts'
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import { courseOf, instantOfParts, isPosition, keepMileage, kmhOfKnots, roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { isDigits, pairAt } from '../text-values.ts'
import type { Message } from './frame.ts'
import { LOCK_STORED_LOCATION, sealLockAnswer } from './frame.ts'

const ANSWER = 0x4401
const OK = 0
const LEAST_BYTES = 35
const CHARGING = 0xaa
/** Bits beside the last digit of the longitude. */
const HAS_FIX = 1
const NORTH = 2
const EAST = 4
const ALTITUDE = 0x02
const LOCK = 3

/** By the kind of product and the bit. */
const alarmsByProduct: Readonly<Record<number, readonly [bit: number, alarm: AlarmName][]>> = {
  1: [[0, 'lowPower']],
  2: [[0, 'lowPower']],
  [LOCK]: [
    [1, 'lowPower'],
    [2, 'vibration'],
    [3, 'lowBattery'],
  ],
}

export function decodeLock(message: Message, identifier: string, utcOffsetMin: number | undefined): Decoded {
  const location = readLockLocation(message.body, utcOffsetMin ?? 0)
  if (!location) return { kind: 'bad', identifier, why: 'a location that is cut short' }
  if (message.id === LOCK_STORED_LOCATION) location.attributes.buffered = true
  return {
    kind: 'locations',
    identifier,
    locations: [location],
    ...(message.wantsAnswer && { reply: answerOf(message) }),
  }
}

function answerOf({ id, number }: Message): Buffer {
  return sealLockAnswer(ANSWER, number, new ByteWriter().uint16(id).uint8(OK).toBuffer())
}

/** Undefined if the bytes are too few. */
function readLockLocation(body: Buffer, utcOffsetMin: number): Location | undefined {
  if (body.length < LEAST_BYTES) return undefined
  const bytes = new ByteReader(body)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirstDigits(bytes.hex(6), utcOffsetMin)
  if (fixedAt) location.fixedAt = fixedAt
  // Degrees and minutes, four decimals; the last half byte has the bits.
  const digits = bytes.hex(9)
  const bits = Number.parseInt(digits.slice(17), 16)
  keepPlace(location, degreesOfDigits(digits.slice(0, 8), 2), degreesOfDigits(digits.slice(8, 17), 3), bits)
  const knots = bytes.hex(1)
  if (isDigits(knots, 2, 2)) location.speedKmh = kmhOfKnots(Number(knots))
  const courseDeg = courseOf(bytes.uint8() * 2)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  location.attributes.gsmSignal = bytes.uint8()
  location.satellites = bytes.uint8()
  keepMileage(location, bytes.uint32())
  const battery = bytes.uint8()
  if (battery <= 100) location.batteryPct = battery
  else if (battery === CHARGING) location.attributes.charging = true
  const [cellId, lac] = [bytes.uint32(), bytes.uint16()]
  if (cellId > 0) Object.assign(location.attributes, { lac, cellId })
  keepStates(location, bytes)
  return location
}

function keepPlace(
  location: Location,
  degreesNorth: number | undefined,
  degreesEast: number | undefined,
  bits: number,
): void {
  if (degreesNorth === undefined || degreesEast === undefined) return
  const latitude = bits & NORTH ? degreesNorth : -degreesNorth
  const longitude = bits & EAST ? degreesEast : -degreesEast
  if (!isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = (bits & HAS_FIX) !== 0
}

/** The kind of product, its states and alarms, and numbered values. */
function keepStates(location: Location, bytes: ByteReader): void {
  const product = bytes.uint8()
  const status = bytes.uint16()
  const alarms = bytes.uint16()
  location.attributes.status = status
  for (const [bit, alarm] of alarmsByProduct[product] ?? [])
    if ((alarms >> bit) & 1) location.alarms.push(alarm)
  while (bytes.remaining >= 2) {
    const id = bytes.uint8()
    const length = bytes.uint8()
    if (length > bytes.remaining) break
    const value = bytes.bytes(length)
    if (id === ALTITUDE && length === 2) location.altitudeM = value.readInt16BE(0)
    else if (length > 0) location.attributes[`e${id.toString(16).padStart(2, '0')}`] = value.toString('hex')
  }
}

function degreesOfDigits(digits: string, degreeDigits: number): number | undefined {
  if (!isDigits(digits, digits.length, digits.length)) return undefined
  const minutes = Number(digits.slice(degreeDigits)) / 10_000
  return minutes < 60 ? roundTo(Number(digits.slice(0, degreeDigits)) + minutes / 60, 7) : undefined
}

/** Twelve decimal digits: day, month, year, and the time of day. */
function instantOfDayFirstDigits(digits: string, utcOffsetMin: number): Date | undefined {
  if (!isDigits(digits, 12, 12)) return undefined
  const [day, month, year] = [pairAt(digits, 0), pairAt(digits, 2), pairAt(digits, 4)]
  const local = instantOfParts(year, month, day, pairAt(digits, 6), pairAt(digits, 8), pairAt(digits, 10))
  return local && new Date(local.getTime() - utcOffsetMin * 60_000)
}
