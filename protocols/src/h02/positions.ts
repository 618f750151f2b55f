// The two forms of a report: comma-separated fields, and 32 or 42 bytes of BCD. Source: H02 protocol V1.0.5.
import { courseOf, instantOfParts, isPosition, kmhOfKnots } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import {
  decimalOf,
  degreesOf,
  hexadecimalOf,
  instantOfDayFirst,
  isDigits,
  signedDegrees,
} from '../text-values.ts'
import { isLong } from './split.ts'
import { batteryPctOf, keepStatus } from './status.ts'

/** From the time to the date: time, validity, latitude, N, longitude, E, speed, course, date. */
const FIELDS = 9

/** Starting at the field with the time. Undefined if it is truncated. */
export function readFields(fields: readonly string[], at: number): Location | undefined {
  if (fields.length < at + FIELDS) return undefined
  const time = fields[at]!
  // Some units put the battery between course and date.
  const dateAt = at + 8 + (fields[at + 8]!.length < 6 && fields[at + 9]?.length === 6 ? 1 : 0)
  const date = fields[dateAt]!
  if (!isMoment(time) || !isMoment(date)) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirst(date, time)
  if (fixedAt) location.fixedAt = fixedAt
  const validity = fields[at + 1]!
  keepCoordinates(
    location,
    coordinateOf(fields[at + 2]!, fields[at + 3]!),
    coordinateOf(fields[at + 4]!, fields[at + 5]!),
    // Units without a flag have a number here.
    validity === 'A' || isDigits(validity, 1, 2),
  )
  // On some units the position of a cell tower.
  if (validity === 'B' && location.latitude !== undefined) location.approximate = true
  const knots = decimalOf(fields[at + 6])
  if (knots !== undefined) location.speedKmh = kmhOfKnots(knots)
  const courseDeg = courseOf(decimalOf(fields[at + 7]) ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  keepTail(location, fields, dateAt + 1)
  return location
}

/** Status first, or last after the SIM data; then cells and battery in vendor-specific forms. */
function keepTail(location: Location, fields: readonly string[], at: number): void {
  if (fields.length <= at) return
  let restAt = at
  let restEnd = fields.length
  let word = wordOf(fields[at]!)
  if (word !== undefined) restAt = at + 1
  else {
    word = wordOf(fields[fields.length - 1]!)
    if (word !== undefined) restEnd = fields.length - 1
  }
  if (word !== undefined) keepStatus(location, word)
  if (restAt >= restEnd) return
  const rest = fields.slice(restAt, restEnd)
  if (rest.some((field) => field !== '')) location.attributes.rest = rest.join(',')
  // mcc, mnc, lac, cell, battery
  if (rest.length === 5) {
    const batteryPct = batteryPctOf(decimalOf(rest[4]) ?? 0)
    if (batteryPct !== undefined && isDigits(rest[4]!, 1, 3)) location.batteryPct = batteryPct
  }
}

const bcd = Float64Array.from({ length: 256 }, (_, byte) => {
  return byte >> 4 <= 9 && (byte & 0x0f) <= 9 ? (byte >> 4) * 10 + (byte & 0x0f) : Number.NaN
})

export function readIdentifier(frame: Buffer): string {
  return isLong(frame) ? frame.toString('hex', 1, 9).slice(0, 15) : frame.toString('hex', 1, 6)
}

/** The flags share a byte with the last digit of the longitude: east, north, valid. */
export function readBinary(frame: Buffer): Location {
  const at = isLong(frame) ? 9 : 6
  const pair = (offset: number) => bcd[frame[at + offset]!]!
  const high = (offset: number) => frame[at + offset]! >> 4
  const low = (offset: number) => frame[at + offset]! & 0x0f
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfParts(pair(5), pair(4), pair(3), pair(0), pair(1), pair(2))
  if (fixedAt) location.fixedAt = fixedAt
  const flags = low(15)
  const eastDegrees = pair(11) * 10 + high(12)
  const eastMinutes = low(12) * 10 + high(13) + (low(13) * 1000 + pair(14) * 10 + high(15)) / 10_000
  keepCoordinates(
    location,
    signedDegrees(pair(6), pair(7) + pair(8) / 100 + pair(9) / 10_000, flags & 4 ? 'N' : 'S'),
    signedDegrees(eastDegrees, eastMinutes, flags & 8 ? 'E' : 'W'),
    (flags & 2) !== 0,
  )
  const batteryPct = batteryPctOf(frame[at + 10]!)
  if (batteryPct !== undefined) location.batteryPct = batteryPct
  const knots = pair(16) * 10 + high(17)
  if (knots >= 0) location.speedKmh = kmhOfKnots(knots)
  const courseDeg = courseOf(low(17) * 100 + pair(18))
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  keepStatus(location, frame.readInt32BE(at + 19))
  return location
}

function keepCoordinates(
  location: Location,
  latitude: number | undefined,
  longitude: number | undefined,
  isGood: boolean,
): void {
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = isGood
}

/** Also -23-29.0095 with dashes, and 37573392 without a point, where four digits are decimals. */
function coordinateOf(text: string, hemisphere: string): number | undefined {
  if (text.startsWith('-')) {
    const [, degrees, minutes] = text.split('-')
    return signedDegrees(decimalOf(degrees) ?? Number.NaN, decimalOf(minutes) ?? Number.NaN, hemisphere)
  }
  if (isDigits(text, 7, 9)) return degreesOf(`${text.slice(0, -4)}.${text.slice(-4)}`, hemisphere)
  return degreesOf(text, hemisphere)
}

/** Empty if the unit does not know it. */
function isMoment(text: string): boolean {
  return text === '' || isDigits(text, 6, 6)
}

/** As a signed number, the result of bit operations. */
function wordOf(text: string): number | undefined {
  const word = text.length === 8 ? hexadecimalOf(text) : undefined
  return word === undefined ? undefined : word | 0
}
