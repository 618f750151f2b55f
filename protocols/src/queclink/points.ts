// The positions in a sentence. Models and settings omit fields, so a position is recognised by its shape: a time
// after two decimal degrees, or, without a fix, the cell after six empty fields.
import { courseOf, instantOfParts, isPosition, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

/** Fields of the sentence: the first one, and the one after the last. */
export interface Point {
  from: number
  end: number
  location: Location
}

const TIME = /^20\d{12}$/
const DEGREES = /^-?\d{1,3}\.\d+$/
const COUNTRY = /^0?\d{3}$/
const NETWORK = /^0?\d{2,3}$/
const AREA = /^[\dA-Fa-f]{1,4}$/
const CELL = /^[\dA-Fa-f]{1,8}$/
const MASK = /^[\dA-Fa-f]{2}$/
const DISTANCE = /^\d+\.\d+$/

/** Accuracy, speed, course, altitude and both coordinates precede the time. */
const FIELDS_BEFORE_TIME = 6

/** `isMasked` is false on models whose fields after the cell have fixed places. */
export function readPoints(fields: string[], from: number, end: number, isMasked: boolean): Point[] {
  const points: Point[] = []
  let at = from + FIELDS_BEFORE_TIME
  while (at < end) {
    if (isTimeOfPosition(fields, at)) {
      const point = readPoint(fields, at, end, isMasked)
      points.push(point)
      at = point.end + FIELDS_BEFORE_TIME
    } else at++
  }
  return points.length > 0 ? points : readWithoutFix(fields, from, end, isMasked)
}

/** The instant of fourteen digits, or undefined. */
export function instantOfDigits(digits: string): Date | undefined {
  if (!TIME.test(digits)) return undefined
  const part = (from: number) => Number(digits.slice(from, from + 2))
  return instantOfParts(part(2), part(4), part(6), part(8), part(10), part(12))
}

function isTimeOfPosition(fields: string[], at: number): boolean {
  return TIME.test(fields[at]!) && DEGREES.test(fields[at - 1]!) && DEGREES.test(fields[at - 2]!)
}

function readPoint(fields: string[], timeAt: number, end: number, isMasked: boolean): Point {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDigits(fields[timeAt]!)
  if (fixedAt) location.fixedAt = fixedAt
  const hdop = numberOf(fields[timeAt - 6]!)
  // 0 means that the last known position is repeated.
  if (hdop !== undefined && hdop > 0) location.hdop = hdop
  const speedKmh = numberOf(fields[timeAt - 5]!)
  if (speedKmh !== undefined && speedKmh >= 0) location.speedKmh = speedKmh
  const courseDeg = courseOf(numberOf(fields[timeAt - 4]!) ?? -1)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const altitudeM = numberOf(fields[timeAt - 3]!)
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  const longitude = Number(fields[timeAt - 2])
  const latitude = Number(fields[timeAt - 1])
  if (isPosition(latitude, longitude)) {
    location.longitude = longitude
    location.latitude = latitude
    location.valid = location.hdop !== undefined
  }
  return {
    from: timeAt - FIELDS_BEFORE_TIME,
    end: readCell(fields, timeAt + 1, end, location, isMasked),
    location,
  }
}

/** Never a fix: the coordinates are empty, and only the cell is given. */
function readWithoutFix(fields: string[], from: number, end: number, isMasked: boolean): Point[] {
  for (let at = from + FIELDS_BEFORE_TIME + 1; at + 3 < end; at++) {
    if (!isCell(fields, at) || fields.slice(at - FIELDS_BEFORE_TIME, at).some((field) => field !== ''))
      continue
    const location: Location = { valid: false, alarms: [], attributes: {} }
    const after = readCell(fields, at, end, location, isMasked)
    return [{ from: at - FIELDS_BEFORE_TIME - 1, end: after, location }]
  }
  return []
}

function isCell(fields: string[], at: number): boolean {
  return (
    COUNTRY.test(fields[at]!) &&
    NETWORK.test(fields[at + 1]!) &&
    AREA.test(fields[at + 2]!) &&
    CELL.test(fields[at + 3]!)
  )
}

/** Country, network, area and cell, all or none; then model-specific fields. Returns where it ends. */
function readCell(fields: string[], at: number, end: number, location: Location, isMasked: boolean): number {
  if (at + 4 > end) return at
  if (isCell(fields, at)) {
    location.attributes.mcc = Number(fields[at])
    location.attributes.mnc = Number(fields[at + 1])
    location.attributes.lac = Number.parseInt(fields[at + 2]!, 16)
    location.attributes.cellId = Number.parseInt(fields[at + 3]!, 16)
  } else if (fields.slice(at, at + 4).some((field) => field !== '')) return at
  return isMasked && at + 4 < end ? readAppended(fields, at + 4, end, location) : at + 4
}

/** Nothing, the mileage (GL200, GL300), or a mask of which each bit adds a field: the first are satellites. */
function readAppended(fields: string[], at: number, end: number, location: Location): number {
  const field = fields[at]!
  if (DISTANCE.test(field)) {
    keepMileage(location, Number(field))
    return at + 1
  }
  if (field === '') return at + 1
  if (!MASK.test(field)) return at
  let after = at + 1
  const mask = Number.parseInt(field, 16)
  for (let bit = 0; bit < 8; bit++) {
    if (!(mask & (1 << bit)) || after >= end) continue
    const satellites = numberOf(fields[after++]!)
    if (bit === 0 && satellites !== undefined) location.satellites = satellites
  }
  return after
}

/** Undefined if the field is empty or not a number. */
export function numberOf(field: string): number | undefined {
  if (field === '') return undefined
  const number = Number(field)
  return Number.isFinite(number) ? number : undefined
}
