// The position reports of ships: class A (types 1 to 3), class B (18 and 19), rescue aircraft (9), long range (27).
import { courseOf, isPosition, kmhOfKnots, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import type { Bits } from './bits.ts'

/** Where each type has its values. Sizes are the same in all but the long range report. */
interface Layout {
  speed: number
  longitude: number
  course: number
  heading?: number
  second?: number
  /** Of the whole layout. */
  bits: number
}

const classA: Layout = { speed: 50, longitude: 61, course: 116, heading: 128, second: 137, bits: 143 }
const classB: Layout = { speed: 46, longitude: 57, course: 112, heading: 124, second: 133, bits: 139 }
const aircraft: Layout = { speed: 50, longitude: 61, course: 116, second: 128, bits: 134 }
const layouts: Readonly<Record<number, Layout>> = {
  1: classA,
  2: classA,
  3: classA,
  9: aircraft,
  18: classB,
  19: classB,
}

const LONG_RANGE = 27
const LONG_RANGE_BITS = 94
const AIRCRAFT = 9
/** Ten-thousandths of a minute. */
const PER_DEGREE = 600_000
const PER_DEGREE_LONG_RANGE = 600
const unknown = { speed: 1023, heading: 511, altitude: 4095, speedLongRange: 63, turn: -128 }
const ACTIVE_TRANSMITTER = 14
/** Search and rescue transmitters, persons overboard, emergency beacons. */
const rescue = /^97[024]/
const SECONDS = 60
/** Clocks of receivers are a little behind. */
const LATE_MS = 5_000

const statuses = [
  ...['underWayUsingEngine', 'atAnchor', 'notUnderCommand', 'restrictedManoeuvrability'],
  ...['constrainedByDraught', 'moored', 'aground', 'fishing', 'underWaySailing'],
]

/** Undefined if the message is none, or too short. */
export function readPosition(
  bits: Bits,
  type: number,
  mmsi: string,
  times: { taggedMs?: number | undefined; receivedAt: Date },
): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: { messageType: type } }
  if (type === LONG_RANGE) {
    if (!bits.has(0, LONG_RANGE_BITS)) return undefined
    readLongRange(bits, location)
  } else {
    const layout = layouts[type]
    if (!layout || !bits.has(0, layout.bits)) return undefined
    readUsual(bits, type, layout, location)
  }
  if (type <= 3 || type === LONG_RANGE) keepStatus(bits.unsigned(type <= 3 ? 38 : 40, 4), mmsi, location)
  const second = layouts[type]?.second
  const fixedAt = timeOf(second === undefined ? SECONDS : bits.unsigned(second, 6), times)
  if (fixedAt) location.fixedAt = fixedAt
  return location
}

function readUsual(bits: Bits, type: number, layout: Layout, location: Location): void {
  const { attributes } = location
  const speed = bits.unsigned(layout.speed, 10)
  if (speed !== unknown.speed) location.speedKmh = kmhOfKnots(type === AIRCRAFT ? speed : speed / 10)
  attributes.precise = bits.unsigned(layout.longitude - 1, 1) === 1
  keepPosition(
    location,
    bits.signed(layout.longitude + 28, 27),
    bits.signed(layout.longitude, 28),
    PER_DEGREE,
  )
  keepCourse(location, bits.unsigned(layout.course, 12) / 10)
  if (layout.heading !== undefined) {
    const heading = courseOf(bits.unsigned(layout.heading, 9))
    if (heading !== undefined) attributes.headingDeg = heading
  }
  if (type === AIRCRAFT) {
    const altitude = bits.unsigned(38, 12)
    if (altitude !== unknown.altitude) location.altitudeM = altitude
  }
  if (type <= 3) {
    const turn = bits.signed(42, 8)
    // Square root and factor are those of the standard; 127 means more than the field can hold.
    if (turn !== unknown.turn) attributes.turnDegMin = roundTo(Math.sign(turn) * (turn / 4.733) ** 2, 1)
  }
}

function readLongRange(bits: Bits, location: Location): void {
  const speed = bits.unsigned(79, 6)
  if (speed !== unknown.speedLongRange) location.speedKmh = kmhOfKnots(speed)
  location.attributes.precise = bits.unsigned(38, 1) === 1
  keepPosition(location, bits.signed(62, 17), bits.signed(44, 18), PER_DEGREE_LONG_RANGE)
  keepCourse(location, bits.unsigned(85, 9))
}

/** 91 and 181 degrees mean unknown. */
function keepPosition(location: Location, latitude: number, longitude: number, perDegree: number): void {
  if (!isPosition(latitude / perDegree, longitude / perDegree)) return
  location.latitude = roundTo(latitude / perDegree, 7)
  location.longitude = roundTo(longitude / perDegree, 7)
  location.valid = true
}

function keepCourse(location: Location, degrees: number): void {
  // From 360 on it is unknown.
  if (degrees < 360) location.courseDeg = degrees
}

function keepStatus(status: number, mmsi: string, { alarms, attributes }: Location): void {
  const name = statuses[status]
  if (name) attributes.navigationStatus = name
  if (status === ACTIVE_TRANSMITTER && rescue.test(mmsi)) alarms.push('sos')
}

/** Ships send only the second: the minute is the receiver's. Without a second it is the time of the tag block. */
function timeOf(
  second: number,
  { taggedMs, receivedAt }: { taggedMs?: number | undefined; receivedAt: Date },
): Date | undefined {
  if (second >= SECONDS) return taggedMs === undefined ? undefined : new Date(taggedMs)
  const nearMs = taggedMs ?? receivedAt.getTime()
  const minuteMs = Math.floor(nearMs / 60_000) * 60_000
  const atMs = minuteMs + second * 1000
  if (atMs > nearMs + LATE_MS) return new Date(atMs - 60_000)
  return new Date(atMs + 60_000 <= nearMs + LATE_MS ? atMs + 60_000 : atMs)
}
