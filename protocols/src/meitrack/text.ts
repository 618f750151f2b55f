// AAA: event, latitude, longitude, yymmddHHMMSS, A or V, satellites, gsm, speed, course, hdop, altitude, mileage,
// runtime, cell, inputs and outputs, analog readings, event data, custom, version, fuel, temperatures, and more.
import { courseOf, instantOfParts, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { DeviceSettings, Location } from '../protocol.types.ts'
import { decimalOf, hexadecimalOf, isDigits, pairAt } from '../text-values.ts'
import { keepEvent } from './events.ts'
import type { Model, Scale } from './models.ts'
import { modelOf, scaleOf } from './models.ts'

type Fields = readonly string[]

/** Up to the course. Older units omit everything after it. */
const LEAST_FIELDS = 9
const RESTS_FROM = 21

export function readText(text: string, settings: DeviceSettings): Location | undefined {
  const all = text.split(',')
  // Some units count their packets before the event.
  const fields = all[1]?.includes('.') === false && all[2]?.includes('.') ? all.slice(1) : all
  const event = decimalOf(fields[0])
  const time = fields[3] ?? ''
  if (event === undefined || !isDigits(time, 12, 12) || fields.length < LEAST_FIELDS) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(time, settings.utcOffsetMin)
  if (fixedAt) location.fixedAt = fixedAt
  const latitude = decimalOf(fields[1])
  const longitude = decimalOf(fields[2])
  if (latitude !== undefined && longitude !== undefined && isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = fields[4] === 'A'
  }
  keepMeasures(location, fields)
  const model = modelOf(settings.model)
  if (fields.length > 15) keepInputs(location, fields, model)
  keepEvent(location, event, model)
  if (fields.length > 16) keepExtras(location, fields)
  return location
}

function keepMeasures(location: Location, fields: Fields): void {
  const { attributes } = location
  const satellites = decimalOf(fields[5])
  if (satellites !== undefined) location.satellites = satellites
  const gsmSignal = decimalOf(fields[6])
  if (gsmSignal !== undefined) attributes.gsmSignal = gsmSignal
  const speedKmh = decimalOf(fields[7])
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  const courseDeg = courseOf(decimalOf(fields[8]) ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const hdop = decimalOf(fields[9])
  if (hdop) location.hdop = hdop
  const altitudeM = decimalOf(fields[10])
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  const mileageM = decimalOf(fields[11])
  if (mileageM !== undefined) keepMileage(location, mileageM / 1000)
  const runtimeS = decimalOf(fields[12])
  if (runtimeS !== undefined) attributes.runtimeS = runtimeS
  keepCell(location, fields[13])
}

/** Country and network in decimal, area and cell in hexadecimal. */
function keepCell({ attributes }: Location, text: string | undefined): void {
  if (!text || text.startsWith('0|')) return
  const [mcc, mnc, lac, cellId] = text.split('|')
  const values = [decimalOf(mcc), decimalOf(mnc), hexadecimalOf(lac), hexadecimalOf(cellId)] as const
  if (
    values[0] === undefined ||
    values[1] === undefined ||
    values[2] === undefined ||
    values[3] === undefined
  )
    return
  attributes.mcc = values[0]
  attributes.mnc = values[1]
  attributes.lac = values[2]
  attributes.cellId = values[3]
}

/** Four hexadecimal digits, inputs first; then five readings, of which the last two are battery and supply. */
function keepInputs(location: Location, fields: Fields, model: Model): void {
  const states = fields[14]?.length === 4 ? hexadecimalOf(fields[14]) : undefined
  if (states !== undefined) {
    location.inputs = bitsOf(states >> 8)
    location.outputs = bitsOf(states & 0xff)
  }
  const analog = fields[15]!
  const readings = analog.split('|')
  if (readings.length < 5) return
  // Battery and supply first, in volts.
  if (analog.includes('.')) {
    keepVolts(location, decimalOf(readings[0]), decimalOf(readings[1]))
    return
  }
  location.attributes.analog = analog
  const battery = hexadecimalOf(readings[3])
  const supply = hexadecimalOf(readings[4])
  const scale = battery === undefined ? undefined : scaleOf(model, battery)
  if (scale) keepReadings(location, scale, battery!, supply)
}

export function keepVolts(
  location: Location,
  batteryV: number | undefined,
  powerV: number | undefined,
): void {
  if (batteryV !== undefined) location.batteryV = roundTo(batteryV, 2)
  if (powerV !== undefined) location.powerV = roundTo(powerV, 2)
}

export function keepReadings(
  location: Location,
  scale: Scale,
  battery: number,
  supply: number | undefined,
): void {
  const powerV = supply === undefined || !scale.supply ? undefined : supply * scale.supply
  keepVolts(location, battery * scale.battery, powerV)
}

export function bitsOf(byte: number): boolean[] {
  const bits: boolean[] = []
  for (let bit = 0; bit < 8; bit++) bits.push(((byte >> bit) & 1) !== 0)
  return bits
}

function keepExtras(location: Location, fields: Fields): void {
  const { attributes } = location
  const [data = '', custom = '', version = '', fuel = '', temperatures = ''] = fields.slice(16, RESTS_FROM)
  if (data !== '') attributes.eventData = data
  if (custom !== '') attributes.custom = custom
  // Whole percents and hundredths, a byte each.
  const level = fuel.length === 4 ? hexadecimalOf(fuel) : undefined
  if (level !== undefined) location.fuelPct = roundTo((level >> 8) + (level & 0xff) / 100, 2)
  const [first, second] = temperatures.split('|')
  const temperatureC = temperatureOf(first, version)
  const temperature2C = temperatureOf(second, version)
  if (temperatureC !== undefined) location.temperatureC = temperatureC
  if (temperature2C !== undefined) location.temperature2C = temperature2C
  const rest = fields.slice(RESTS_FROM)
  if (rest.some((field) => field !== '')) attributes.rest = rest.join(',')
}

/**
 * The number of the sensor, then signed degrees and hundredths, a byte each; from version 3 on hundredths in two
 * bytes.
 */
function temperatureOf(text: string | undefined, version: string): number | undefined {
  const value = text?.length === 6 ? hexadecimalOf(text) : undefined
  if (value === undefined) return undefined
  if (Number(version) >= 3) return ((value << 16) >> 16) / 100
  const degrees = (value << 16) >> 24
  return roundTo(degrees + ((value & 0xff) / 100) * (degrees < 0 ? -1 : 1), 2)
}

/** In UTC, unless the operator configured a zone. */
function instantOf(time: string, utcOffsetMin = 0): Date | undefined {
  const at = instantOfParts(
    pairAt(time, 0),
    pairAt(time, 2),
    pairAt(time, 4),
    pairAt(time, 6),
    pairAt(time, 8),
    pairAt(time, 10),
  )
  return at && utcOffsetMin !== 0 ? new Date(at.getTime() - utcOffsetMin * 60_000) : at
}
