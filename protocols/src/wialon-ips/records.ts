// date; time; latitude; N; longitude; E; speed; course; altitude; satellites, and in the full form hdop; inputs; outputs;
// analog inputs; key; parameters. UTC; NA where a value is missing.
import { courseOf, instantOfParts, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, pairAt } from '../text-values.ts'

export const SHORT_FIELDS = 10
export const FULL_FIELDS = 16

const MAX_BITS = 32
const MAX_ANALOG = 16
const MAX_PARAMETERS = 50
const PARAMETER = /^([\p{L}\p{N}_.-]{1,40}):([123]):(.{0,200})$/u

export function readRecord(fields: readonly string[]): Location | undefined {
  if (fields.length < SHORT_FIELDS) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(fields[0]!, fields[1]!)
  if (fixedAt) location.fixedAt = fixedAt
  const [speedKmh, course, altitudeM, satellites, hdop] = fields.slice(6, 11).map(decimalOf)
  const latitude = degreesOf(fields[2]!, fields[3]!)
  const longitude = degreesOf(fields[4]!, fields[5]!)
  if (latitude !== undefined && longitude !== undefined && isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    // Without their number nothing shows that the coordinates are new.
    location.valid = satellites !== undefined && satellites > 0
  }
  if (speedKmh !== undefined && speedKmh >= 0) location.speedKmh = speedKmh
  const courseDeg = courseOf(course ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (satellites !== undefined) location.satellites = satellites
  if (hdop !== undefined && hdop > 0) location.hdop = hdop
  if (fields.length > SHORT_FIELDS) readMore(location, fields)
  return location
}

/** ddmmyy and hhmmss, with or without a fraction. */
function instantOf(date: string, time: string): Date | undefined {
  if (!/^\d{6}$/.test(date) || !/^\d{6}(?:\.\d+)?$/.test(time)) return undefined
  const [day, month, year] = [pairAt(date, 0), pairAt(date, 2), pairAt(date, 4)]
  return instantOfParts(year, month, day, pairAt(time, 0), pairAt(time, 2), pairAt(time, 4))
}

/** Degrees and minutes without a separator. Minutes of sixty and more occur. */
function degreesOf(field: string, hemisphere: string): number | undefined {
  // More decimals than any receiver has are seen.
  if (!/^\d{1,5}(?:\.\d{1,20})?$/.test(field)) return undefined
  const value = Number(field)
  const whole = Math.floor(value / 100)
  const degrees = roundTo(whole + (value - whole * 100) / 60, 7)
  return hemisphere === 'S' || hemisphere === 'W' ? 0 - degrees : degrees
}

function readMore(location: Location, fields: readonly string[]): void {
  const inputs = bitsOf(fields[11])
  if (inputs) location.inputs = inputs
  const outputs = bitsOf(fields[12])
  if (outputs) location.outputs = outputs
  const analog = (fields[13] ?? '').split(',').slice(0, MAX_ANALOG)
  for (const [index, field] of analog.entries()) {
    const value = decimalOf(field)
    if (value !== undefined) location.attributes[`analog${index + 1}`] = value
  }
  const key = fields[14] ?? ''
  if (/^[\w-]{1,40}$/.test(key) && key !== 'NA' && !/^0+$/.test(key)) location.attributes.driverId = key
  for (const parameter of (fields[15] ?? '').split(',').slice(0, MAX_PARAMETERS)) {
    const [, name, type, value] = PARAMETER.exec(parameter) ?? []
    if (name && type && value !== undefined) keepParameter(location, name, type, value)
  }
}

/** Bit 0 is the first one. At least eight, so that a list has the same length every time. */
function bitsOf(field: string | undefined): boolean[] | undefined {
  const bits = decimalOf(field)
  if (bits === undefined || bits < 0 || bits >= 2 ** MAX_BITS) return undefined
  const count = bits > 0xff ? MAX_BITS : 8
  return Array.from({ length: count }, (_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1)
}

/** Types 1 and 2 are numbers, 3 is text. */
function keepParameter(location: Location, name: string, type: string, text: string): void {
  const number = type === '3' ? undefined : decimalOf(text)
  if (name === 'SOS' && number === 1) location.alarms.push('sos')
  else if ((name === 'bat' || name === 'battery') && number !== undefined && number >= 0 && number <= 100)
    location.batteryPct = number
  else if (name === 'pwr_ext' && number !== undefined) location.powerV = number
  else if (name === 'pwr_int' && number !== undefined) location.batteryV = number
  else if (name === 'temp' && number !== undefined) location.temperatureC = number
  else if (type === '3' || number !== undefined) location.attributes[name] = number ?? text
}
