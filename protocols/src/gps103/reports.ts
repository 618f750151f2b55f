// imei, keyword, local time, phone or card, F or L, UTC, A or V, latitude, N, longitude, E, speed in knots, course,
// altitude, ignition, door, fuel, fuel, temperature. Everything from the course on may be missing.
import { courseOf, isPosition, kmhOfKnots } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, degreesOf, hexadecimalOf } from '../text-values.ts'
import type { Now } from './clock.ts'
import { readInstant } from './clock.ts'
import { alarmOf } from './keywords.ts'

type Fields = readonly string[]

export function readReport(fields: Fields, keyword: string, now: Now): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (keyword !== 'tracker' && keyword !== '001') location.attributes.event = fields[1]!
  if (keyword === 'obd') return readDiagnosis(fields, location, now)
  if (fields[4] === 'F' && fields.length > 11) {
    const { at, utcOffsetMin } = readInstant(fields[2]!, fields[5]!, now)
    if (at) location.fixedAt = at
    if (utcOffsetMin) location.attributes.utcOffsetMin = utcOffsetMin
    readCoordinates(fields, location)
    readTail(fields, location, keyword)
  } else if (fields[4] === 'L') readWithoutFix(fields, location, now)
  else return undefined
  keepKeyword(location, keyword)
  return location
}

function readCoordinates(fields: Fields, location: Location): void {
  // A few units write the hemisphere first.
  const letterFirst = fields[7] === 'N' || fields[7] === 'S' ? 1 : 0
  const latitude = degreesOf(fields[7 + letterFirst], fields[8 - letterFirst])
  const longitude = degreesOf(fields[9 + letterFirst], fields[10 - letterFirst])
  if (latitude !== undefined && longitude !== undefined && isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = fields[6] === 'A'
  }
  const knots = decimalOf(fields[11])
  if (knots !== undefined) location.speedKmh = kmhOfKnots(knots)
  const courseDeg = courseOf(decimalOf(fields[12]) ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

function readTail(fields: Fields, location: Location, keyword: string): void {
  const altitudeM = decimalOf(fields[13])
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  // Otherwise a telephone number that the owner configured.
  if (keyword === 'rfid') location.attributes.card = fields[3]!
  // The fuel alarm has its values elsewhere.
  if (keyword.startsWith('oil')) return
  if (fields[14] === '1' || fields[14] === '0') location.ignition = fields[14] === '1'
  if (fields[15] === '1' || fields[15] === '0') location.attributes.doorOpen = fields[15] === '1'
  const fuelPct = percentOf(fields[16])
  if (fuelPct !== undefined) location.fuelPct = fuelPct
  const second = fields[17] ?? ''
  if (second !== '') location.attributes.fuel2 = second
  const temperatureC = decimalOf(fields[18])
  if (temperatureC !== undefined) location.temperatureC = temperatureC
}

/** The time is local, and the report does not contain the zone. */
function readWithoutFix(fields: Fields, location: Location, now: Now): void {
  const { at } = readInstant(fields[2]!, '', now)
  if (at) location.fixedAt = at
  const lac = hexadecimalOf(fields[7])
  const cellId = hexadecimalOf(fields[9])
  if (lac === undefined || cellId === undefined) return
  location.attributes.lac = lac
  location.attributes.cellId = cellId
}

/** Time, distance, consumption now and on average, hours, speed, load, temperature, throttle, rpm, volts, codes. */
function readDiagnosis(fields: Fields, location: Location, now: Now): Location | undefined {
  if (fields.length < 13) return undefined
  const { at } = readInstant(fields[2]!, '', now)
  if (at) location.fixedAt = at
  const keep = (name: string, value: number | undefined) => {
    if (value !== undefined) location.attributes[name] = value
  }
  keep('obdOdometer', decimalOf(fields[3]))
  keep('obdSpeedKmh', decimalOf(fields[7]))
  keep('engineLoadPct', percentOf(fields[8]))
  keep('coolantC', decimalOf(fields[9]))
  keep('throttlePct', percentOf(fields[10]))
  const rpm = decimalOf(fields[11])
  const powerV = decimalOf(fields[12])
  if (rpm !== undefined) location.rpm = rpm
  // Units that do not know it send zero.
  if (powerV) location.powerV = powerV
  const codes = fields.slice(13).filter((code) => code !== '')
  if (codes.length > 0) location.attributes.dtcs = codes.join(' ')
  return location
}

function keepKeyword(location: Location, keyword: string): void {
  const alarm = alarmOf(keyword)
  if (alarm) location.alarms.push(alarm)
  if (alarm === 'ignitionOn' || alarm === 'ignitionOff') location.ignition = alarm === 'ignitionOn'
  const temperatureC = keyword.startsWith('t:') ? decimalOf(keyword.slice(2)) : undefined
  if (temperatureC !== undefined) location.temperatureC = temperatureC
  const fuelPct = keyword.startsWith('oil ') ? percentOf(keyword.slice(4)) : undefined
  if (fuelPct !== undefined) location.fuelPct = fuelPct
}

function percentOf(text: string | undefined): number | undefined {
  const value = decimalOf(text?.endsWith('%') ? text.slice(0, -1) : text)
  return value !== undefined && value >= 0 && value <= 100 ? value : undefined
}
