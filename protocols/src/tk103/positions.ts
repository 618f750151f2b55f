// The two forms of a position: fixed widths, or comma-separated.
import { courseOf, instantOfParts, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, degreesOf, instantOfDayFirst, isDigits, pairAt } from '../text-values.ts'

const SPEED_CHARS = 5
const STATES = 8

/**
 * yymmdd, A or V, latitude, N, longitude, E, speed in 5 characters, hhmmss, course, 8 states, L and the mileage in
 * hexadecimal, in a varying unit. The course has 2 to 6 characters, so the states are found from the L.
 */
export function readFixed(text: string): Location | undefined {
  const northAt = letterFrom(text, 7, 'N', 'S')
  const eastAt = letterFrom(text, northAt + 1, 'E', 'W')
  const time = text.slice(eastAt + 1 + SPEED_CHARS, eastAt + 7 + SPEED_CHARS)
  if (northAt < 0 || eastAt < 0 || !isDigits(time, 6, 6) || !isDigits(text.slice(0, 6), 6, 6))
    return undefined
  const at = instantOfParts(
    pairAt(text, 0),
    pairAt(text, 2),
    pairAt(text, 4),
    pairAt(time, 0),
    pairAt(time, 2),
    pairAt(time, 4),
  )
  const location = reportOf(at, text[6]!, text.slice(7, northAt + 1), text.slice(northAt + 1, eastAt + 1))
  keepMotion(location, text.slice(eastAt + 1, eastAt + 1 + SPEED_CHARS), '')
  keepTail(location, text.slice(eastAt + 7 + SPEED_CHARS))
  return location
}

/** ddmmyy, A or V, latitude and N, longitude and E, speed, hhmmss, course, altitude, satellites. */
export function readFields(fields: readonly string[], at: number): Location | undefined {
  const [date = '', validity = '', north = '', east = '', speed, time = '', course] = fields.slice(at)
  if (!isDigits(date, 6, 6) || !isDigits(time, 6, 6)) return undefined
  const location = reportOf(instantOfDayFirst(date, time), validity, north, east)
  keepMotion(location, speed, course)
  const altitudeM = decimalOf(fields[at + 7])
  const satellites = decimalOf(fields[at + 8])
  // Other units have their states here, without a point.
  if (altitudeM === undefined || !fields[at + 7]!.includes('.')) return location
  location.altitudeM = altitudeM
  if (satellites !== undefined) location.satellites = satellites
  return location
}

function reportOf(at: Date | undefined, validity: string, north: string, east: string): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (at) location.fixedAt = at
  const latitude = degreesOf(north.slice(0, -1), north.at(-1))
  const longitude = degreesOf(east.slice(0, -1), east.at(-1))
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return location
  location.latitude = latitude
  location.longitude = longitude
  location.valid = validity === 'A'
  return location
}

function keepMotion(location: Location, speed: string | undefined, course: string | undefined): void {
  const speedKmh = decimalOf(speed)
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  const courseDeg = courseOf(decimalOf(course) ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

function keepTail(location: Location, text: string): void {
  const mileageAt = text.indexOf('L')
  if (mileageAt < STATES) {
    keepMotion(location, undefined, text.slice(0, 6))
    return
  }
  const states = text.slice(mileageAt - STATES, mileageAt)
  const course = text.slice(0, mileageAt - STATES)
  keepMotion(location, undefined, course.endsWith(',') ? course.slice(0, -1) : course)
  location.ignition = states[1] === '1'
  const { attributes } = location
  attributes.charging = states[0] === '0'
  attributes.states = states
  const odometer = text.slice(mileageAt + 1, mileageAt + 9)
  if (odometer !== '') attributes.odometer = odometer
  const rest = text.slice(mileageAt + 9)
  const sign = rest[0]
  const temperatureC = sign === '+' || sign === '-' ? decimalOf(rest) : undefined
  if (temperatureC !== undefined) location.temperatureC = temperatureC
  else if (rest !== '') attributes.rest = rest
}

function letterFrom(text: string, from: number, one: string, other: string): number {
  for (let at = from; at < text.length && at < from + 12; at++) {
    if (text[at] === one || text[at] === other) return at
  }
  return -1
}
