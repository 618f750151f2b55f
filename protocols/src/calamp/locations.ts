// The fields of reports with coordinates. What codes and accumulators mean is defined by the script of the unit.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const KMH_PER_CM_S = 0.036
/** Last known, and invalid. */
const NOT_NOW = 0b1100
const MINI_NOT_NOW = 0x20
const INPUTS = 7
const COUNT_BITS = 0x3f
const WITH_THRESHOLD = 1
const THRESHOLD_BYTES = 8
const MAX_TEXT_LENGTH = 500

/** Events, requested locations and user data begin alike. */
export function readLocation(bytes: ByteReader): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const { attributes } = location
  const atS = bytes.uint32()
  const fixedS = bytes.uint32()
  keepTime(location, atS)
  // Without a fix the time of the last one shows how old the coordinates are.
  if (atS > fixedS && fixedS > 0) attributes.fixAgeS = atS - fixedS
  const isPlaced = keepPosition(location, bytes)
  location.altitudeM = bytes.int32() / 100
  location.speedKmh = roundTo(bytes.uint32() * KMH_PER_CM_S, 3)
  keepCourse(location, bytes.int16())
  location.satellites = bytes.uint8()
  const fixStatus = bytes.uint8()
  location.valid = isPlaced && (fixStatus & NOT_NOW) === 0
  if (fixStatus) attributes.fixStatus = fixStatus
  const operator = bytes.uint16()
  if (operator) attributes.operator = operator
  attributes.rssiDbm = bytes.int16()
  attributes.commState = bytes.uint8()
  const hdop = bytes.uint8()
  if (hdop > 0) location.hdop = hdop / 10
  keepInputs(location, bytes.uint8())
  const unitStatus = bytes.uint8()
  if (unitStatus) attributes.unitStatus = unitStatus
  return location
}

/** Without the time of the fix, altitude and quality. */
export function readMiniLocation(bytes: ByteReader): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  keepTime(location, bytes.uint32())
  const isPlaced = keepPosition(location, bytes)
  keepCourse(location, bytes.int16())
  location.speedKmh = bytes.uint8()
  const fix = bytes.uint8()
  location.satellites = fix & 0x0f
  location.valid = isPlaced && (fix & MINI_NOT_NOW) === 0
  location.attributes.commState = bytes.uint8()
  keepInputs(location, bytes.uint8())
  return location
}

/** Counters whose meaning only the operator knows. There may be fewer than their count. */
export function keepAccumulators({ attributes }: Location, bytes: ByteReader, isMini: boolean): void {
  const head = bytes.uint8()
  if (!isMini) bytes.skip(1)
  if (head >> 6 === WITH_THRESHOLD) bytes.skip(THRESHOLD_BYTES)
  const count = Math.min(head & COUNT_BITS, Math.floor(bytes.remaining / 4))
  for (let index = 1; index <= count; index++) attributes[`accumulator${index}`] = bytes.uint32()
}

/** From a device at the unit: as text if it is printable, otherwise in hexadecimal. */
export function keepUserData({ attributes }: Location, bytes: ByteReader): void {
  bytes.skip(2) // route and identifier
  const length = bytes.uint16()
  const content = bytes.bytes(Math.min(length, bytes.remaining))
  const text = content.toString('latin1').trim()
  if (text)
    attributes.userData = /^[\x20-\x7e]+$/.test(text) ? text.slice(0, MAX_TEXT_LENGTH) : hexOf(content)
}

function hexOf(content: Buffer): string {
  return content.toString('hex').slice(0, MAX_TEXT_LENGTH)
}

function keepTime(location: Location, seconds: number): void {
  const fixedAt = instantOf(seconds * 1000)
  if (fixedAt && seconds > 0) location.fixedAt = fixedAt
}

function keepPosition(location: Location, bytes: ByteReader): boolean {
  const latitude = bytes.int32() / 1e7
  const longitude = bytes.int32() / 1e7
  if (!isPosition(latitude, longitude)) return false
  Object.assign(location, { latitude, longitude })
  return true
}

function keepCourse(location: Location, degrees: number): void {
  const courseDeg = courseOf(degrees)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

/** The first bit is the ignition. */
function keepInputs(location: Location, bits: number): void {
  location.ignition = (bits & 1) !== 0
  location.inputs = Array.from({ length: INPUTS }, (_, index) => ((bits >> (index + 1)) & 1) === 1)
}
