// A clone that writes decimal degrees: imei, name, three empty fields, hhmmss, ddmmyy, signal, fix, latitude, longitude,
// speed, course, altitude, hdop, satellites, ignition and charging. From published messages; the maker is not known.
import { courseOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, instantOfDayFirst, isDigits } from '../text-values.ts'

export function readDecimalReport(fields: readonly string[]): Location | undefined {
  const [time = '', date = ''] = fields.slice(5, 7)
  const latitude = decimalOf(fields[9])
  const longitude = decimalOf(fields[10])
  if (fields.length < 18 || !isDigits(time, 6, 6) || !isDigits(date, 6, 6)) return undefined
  if (latitude === undefined || longitude === undefined) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirst(date, time)
  if (fixedAt) location.fixedAt = fixedAt
  if (isPosition(latitude, longitude))
    Object.assign(location, { latitude, longitude, valid: fields[8] === '1' })
  const [signal, , , , speedKmh, course, altitudeM, hdop, satellites] = fields.slice(7).map(decimalOf)
  if (signal !== undefined) location.attributes.gsmSignal = signal
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  const courseDeg = courseOf(course ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (hdop !== undefined && hdop > 0 && hdop < 99) location.hdop = hdop
  if (satellites !== undefined) location.satellites = satellites
  location.ignition = fields[16] === '1'
  location.attributes.charging = fields[17] === '1'
  return location
}
