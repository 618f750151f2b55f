// ST410, ST419 and the like: asset trackers that list seven cells before the position.
import type { Decoded, Location } from '../protocol.types.ts'
import { instantOfText, keepCoordinates, keepMessageType, keepMotion, numberOf } from './values.ts'

/** Seven cells of six fields. */
const CELLS_FIELDS = 42
const LEAST_BATTERY_AT = 4 + CELLS_FIELDS - 1
const BATTERY = /^\d\.\d{1,2}$/

export function decodeAsset(fields: string[]): Decoded {
  const identifier = fields[1]
  if (!identifier || !/^\d{4,15}$/.test(identifier))
    return { kind: 'bad', why: 'report without an identifier' }
  const batteryAt = fields.findIndex((field, index) => index >= LEAST_BATTERY_AT && BATTERY.test(field))
  if (batteryAt < 0) return { kind: 'bad', why: 'report STT that cannot be read', identifier }
  const location: Location = { valid: false, alarms: [], attributes: { report: 'STT' } }
  location.batteryV = Number(fields[batteryAt])
  const messageType = fields[batteryAt + 1]
  if (messageType === '0' || messageType === '1') keepMessageType(location, messageType === '1')
  location.attributes.mode = fields[batteryAt + 3] ?? ''
  readCell(location, fields.slice(batteryAt - CELLS_FIELDS))
  return readPlace(location, fields, batteryAt)
    ? { kind: 'locations', identifier, locations: [location] }
    : { kind: 'heartbeat', identifier, status: location }
}

/** Cell, country, network, signal and area of the serving one. */
function readCell({ attributes }: Location, [cell, mcc, mnc, signal, lac]: string[]): void {
  if (!numberOf(cell)) return
  attributes.mcc = numberOf(mcc) ?? 0
  attributes.mnc = numberOf(mnc) ?? 0
  attributes.lac = numberOf(lac) ?? 0
  attributes.cellId = numberOf(cell)!
  attributes.gsmSignal = numberOf(signal) ?? 0
}

/** False if the unit had no fix: then the fields are empty. */
function readPlace(location: Location, fields: string[], from: number): boolean {
  let dateAt = from + 1
  while (dateAt < fields.length && !instantOfText(fields[dateAt]!, fields[dateAt + 1] ?? '')) dateAt++
  const fixedAt = instantOfText(fields[dateAt] ?? '', fields[dateAt + 1] ?? '')
  if (!fixedAt) return false
  const [latitude, longitude, speed, course, satellites, fix] = fields.slice(dateAt + 2)
  location.fixedAt = fixedAt
  keepCoordinates(location, numberOf(latitude) ?? 0, numberOf(longitude) ?? 0, fix === '1')
  keepMotion(location, numberOf(speed), numberOf(course))
  const count = numberOf(satellites)
  if (count !== undefined) location.satellites = count
  return true
}
