// ST910: a personal tracker. `ST910;Location;`, `ST910;Alert;` and `ST910;Emergency;`, of two generations: the newer
// has a cell before the coordinates, and the distance and a percentage after the fix.
import { keepMileage } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { alertOf, emergencyOf } from './alarms.ts'
import { instantOfText, keepCoordinates, keepMotion, numberOf } from './values.ts'

const COORDINATE = /^[+-]\d{2,3}\.\d+$/

export function decodePersonal(fields: string[]): Decoded {
  const [, word = '', identifier] = fields
  if (!identifier || !/^\d{4,15}$/.test(identifier))
    return { kind: 'bad', why: 'report without an identifier' }
  // An alert may lack the version before the date.
  const dateAt = /^20\d{6}$/.test(fields[3] ?? '') ? 3 : 4
  const fixedAt = instantOfText(fields[dateAt] ?? '', fields[dateAt + 1] ?? '')
  const latitudeAt = COORDINATE.test(fields[dateAt + 2] ?? '') ? dateAt + 2 : dateAt + 3
  if (!fixedAt || !COORDINATE.test(fields[latitudeAt] ?? '') || fields.length < latitudeAt + 5)
    return { kind: 'bad', why: `report ${word.slice(0, 16)} that cannot be read`, identifier }
  const [latitude, longitude, speed, course, fix, ...tail] = fields.slice(latitudeAt)
  const location: Location = { fixedAt, valid: false, alarms: [], attributes: { report: word } }
  keepCoordinates(location, numberOf(latitude) ?? 0, numberOf(longitude) ?? 0, fix === '1')
  keepMotion(location, numberOf(speed), numberOf(course))
  const code = latitudeAt === dateAt + 2 ? readVolts(location, tail) : readDistance(location, word, tail)
  keepAlarm(location, word, code)
  return { kind: 'locations', identifier, locations: [location] }
}

/** Battery and a flag, then the code; an emergency may have the code alone. */
function readVolts(location: Location, tail: string[]): string | undefined {
  const [first = '', , code] = tail
  if (!/^\d\.\d+$/.test(first)) return first
  location.batteryV = Number(first)
  return code
}

/** Distance in metres, then the battery in percent, or the code of an emergency. */
function readDistance(location: Location, word: string, [distance, second]: string[]): string | undefined {
  const metres = numberOf(distance)
  if (metres !== undefined) keepMileage(location, metres / 1000)
  if (word === 'Emergency') return second
  const percent = numberOf(second)
  if (percent !== undefined && percent >= 0 && percent <= 100) location.batteryPct = percent
  return undefined
}

function keepAlarm(location: Location, word: string, code: string | undefined): void {
  if (word === 'Location' || !code) return
  location.attributes.code = code
  const alarm = word === 'Emergency' ? emergencyOf(code) : alertOf(code, false)
  if (alarm) location.alarms.push(alarm)
}
