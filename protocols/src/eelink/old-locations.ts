// The location of older units: 02, and with an alarm, a state or a message behind it 04, 05 and 06.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmOf } from './alarms.ts'
import { degreesOf } from './locations.ts'
import { types } from './package.ts'
import { keepStatus } from './status.ts'

const MEASURES_BYTES = 8
/** States that repeat the time and have the status. */
const TIMED_STATES = 3

/** Undefined if the bytes are too few. */
export function readOldLocation(content: Buffer, type: number): Location | undefined {
  const bytes = new ByteReader(content)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(bytes.uint32() * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  const latitude = degreesOf(bytes.int32())
  const longitude = degreesOf(bytes.int32())
  location.speedKmh = bytes.uint8()
  const courseDeg = courseOf(bytes.uint16())
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const cell = [bytes.uint16(), bytes.uint16(), bytes.uint16(), bytes.uint24()]
  if (cell.some((value) => value > 0)) location.attributes.cells = cell.join()
  const isValid = (bytes.uint8() & 1) === 1
  if (bytes.overrun) return undefined
  if (isPosition(latitude, longitude)) Object.assign(location, { latitude, longitude, valid: isValid })
  if (type === types.oldLocation) keepMeasures(location, bytes)
  else if (type === types.oldWarning && bytes.remaining > 0) keepAlarm(location, bytes.uint8())
  else if (type === types.oldState && bytes.remaining > 0) keepState(location, bytes)
  return location
}

function keepMeasures(location: Location, bytes: ByteReader): void {
  if (bytes.remaining >= 2) keepStatus(location, bytes.uint16())
  if (bytes.remaining < MEASURES_BYTES) return
  const millivolts = bytes.uint16()
  if (millivolts > 0) location.batteryV = millivolts / 1000
  location.attributes.gsmSignal = bytes.uint16()
  location.attributes.analog1 = bytes.uint16()
  location.attributes.analog2 = bytes.uint16()
}

function keepAlarm(location: Location, code: number): void {
  location.attributes.alarmCode = code
  const alarm = alarmOf(code)
  if (alarm) location.alarms = [alarm]
}

function keepState(location: Location, bytes: ByteReader): void {
  const state = bytes.uint8()
  location.attributes.event = state
  if (state === 0 || state > TIMED_STATES) return
  bytes.skip(4)
  if (bytes.remaining >= 2) keepStatus(location, bytes.uint16())
}
