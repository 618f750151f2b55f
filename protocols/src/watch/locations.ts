// ddmmyy, hhmmss, A or V, latitude, N, longitude, E, speed, course, altitude, satellites, signal, battery, steps,
// tumbles, status, cells and hotspots. Decimal degrees, UTC.
import type { AlarmName } from '../alarm-names.ts'
import { courseOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, instantOfDayFirst, isDigits } from '../text-values.ts'

/** Up to the status; clones leave out the rest. */
const LEAST_FIELDS = 13
const CELLS_AT = 16
const MAX_CELLS = 10
const MAX_HOTSPOTS = 20
/** Names may contain commas, so the address is searched for. */
const HOTSPOT = /([\da-f]{2}(?::[\da-f]{2}){5}),(-?\d{1,3})/gi

export function readLocation(fields: string[]): Location | undefined {
  const [date = '', time = '', validity] = fields
  if (fields.length < LEAST_FIELDS || !isDigits(date, 6, 6) || !isDigits(time, 6, 6)) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirst(date, time)
  if (fixedAt) location.fixedAt = fixedAt
  const latitude = degreesOf(fields[3], fields[4] === 'S')
  const longitude = degreesOf(fields[5], fields[6] === 'W')
  if (latitude !== undefined && longitude !== undefined && isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = validity === 'A'
  }
  keepMeasures(location, fields)
  keepStatus(location, fields[15] ?? '')
  keepSurroundings(location, fields.slice(CELLS_AT))
  return location
}

/** With or without a minus in the south and west. */
function degreesOf(field: string | undefined, isNegative: boolean): number | undefined {
  const degrees = decimalOf(field)
  if (degrees === undefined) return undefined
  return isNegative ? 0 - Math.abs(degrees) : degrees
}

function keepMeasures(location: Location, fields: string[]): void {
  const [speedKmh, course, altitudeM, satellites, signal, percent, steps, tumbles] = fields
    .slice(7, 15)
    .map(decimalOf)
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  const courseDeg = courseOf(course ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (satellites !== undefined) location.satellites = satellites
  if (signal !== undefined) location.attributes.gsmSignal = signal
  if (percent !== undefined && percent >= 0 && percent <= 100) location.batteryPct = percent
  if (steps !== undefined) location.attributes.steps = steps
  if (tumbles !== undefined) location.attributes.tumbles = tumbles
}

const alarmsByBit: Readonly<Record<number, AlarmName>> = {
  16: 'sos',
  17: 'lowBattery',
  18: 'geofenceExit',
  19: 'geofenceEnter',
  // Taken off the wrist.
  20: 'tampering',
  21: 'fall',
  22: 'fall',
}
const MOVING = 1 << 4

function keepStatus(location: Location, digits: string): void {
  if (!/^[\da-f]{8}$/i.test(digits)) return
  const bits = Number.parseInt(digits, 16)
  if (bits !== 0) location.attributes.status = digits
  if (bits & MOVING) location.moving = true
  const alarms = new Set<AlarmName>()
  for (const [bit, alarm] of Object.entries(alarmsByBit)) if ((bits >>> Number(bit)) & 1) alarms.add(alarm)
  location.alarms = [...alarms]
}

/** For simulated watches. */
export function statusOf(alarm: AlarmName | undefined): string {
  const entry = Object.entries(alarmsByBit).find(([, name]) => name === alarm)
  return (entry ? 1 << Number(entry[0]) : 0).toString(16).padStart(8, '0')
}

/** The number of cells, timing advance, country and network, then area, cell and signal of each. */
function keepSurroundings({ attributes }: Location, fields: string[]): void {
  const count = Math.min(decimalOf(fields[0]) ?? 0, MAX_CELLS)
  const [, , mcc, mnc] = fields
  const cells: string[] = []
  for (let cell = 0; cell < count && 4 + cell * 3 + 2 < fields.length; cell++) {
    cells.push([mcc, mnc, ...fields.slice(4 + cell * 3, 7 + cell * 3)].join())
  }
  if (cells.length > 0) attributes.cells = cells.join(';')
  const hotspots = [...fields.join().matchAll(HOTSPOT)].slice(0, MAX_HOTSPOTS)
  if (hotspots.length > 0)
    attributes.wifi = hotspots.map(([, mac = '', rssi]) => `${mac.replaceAll(':', '')},${rssi}`).join(';')
}
