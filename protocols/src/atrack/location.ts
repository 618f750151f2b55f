// A record in common terms, however it was transmitted.
import { courseOf, isPosition, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

/** No sensor: 200 degrees. */
const NO_TEMPERATURE = 2000
/** Older than that, the coordinates are the last known ones. */
const MAX_FIX_AGE_S = 120
const BITS = 8

/** In the units of the wire. */
export interface RawRecord {
  fixedAt: Date | undefined
  clockAt: Date | undefined
  longitude: number
  latitude: number
  course: number
  report: number
  mileage: number
  hdop: number
  inputs: number
  speedKmh: number
  outputs: number
  analogMv: number
  driver: string
  temperature: number
  temperature2: number
  text: string
}

export function locationOf(raw: RawRecord): Location {
  const location: Location = { valid: false, alarms: [], attributes: { event: raw.report } }
  keepPlaceAndTime(location, raw)
  const courseDeg = courseOf(raw.course)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  location.speedKmh = raw.speedKmh
  keepMileage(location, raw.mileage / 10)
  if (raw.hdop > 0) location.hdop = raw.hdop / 10
  location.ignition = (raw.inputs & 1) !== 0
  location.inputs = bitsOf(raw.inputs)
  location.outputs = bitsOf(raw.outputs)
  if (raw.analogMv) location.attributes.analog1Mv = raw.analogMv
  if (raw.driver && !/^0+$/.test(raw.driver)) location.attributes.driverId = raw.driver
  if (isTemperature(raw.temperature)) location.temperatureC = raw.temperature / 10
  if (isTemperature(raw.temperature2)) location.temperature2C = raw.temperature2 / 10
  if (raw.text) location.attributes.text = raw.text
  return location
}

/** The validity is not transmitted, but the clock runs on when the receiver has no fix. */
function keepPlaceAndTime(location: Location, { fixedAt, clockAt, latitude, longitude }: RawRecord): void {
  const ageS = fixedAt && clockAt ? (clockAt.getTime() - fixedAt.getTime()) / 1000 : 0
  const isOld = ageS > MAX_FIX_AGE_S
  if (isOld) location.attributes.fixAgeS = ageS
  const at = isOld ? clockAt : (fixedAt ?? clockAt)
  if (at) location.fixedAt = at
  if (!isPosition(latitude / 1e6, longitude / 1e6)) return
  Object.assign(location, { latitude: latitude / 1e6, longitude: longitude / 1e6 })
  location.valid = fixedAt !== undefined && !isOld
}

function isTemperature(value: number): boolean {
  return value !== NO_TEMPERATURE && Math.abs(value) < NO_TEMPERATURE
}

function bitsOf(bits: number): boolean[] {
  return Array.from({ length: BITS }, (_, bit) => ((bits >> bit) & 1) === 1)
}
