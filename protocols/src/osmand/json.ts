// The JSON of the Traccar client 9 (the format of background-geolocation), and a fork's list of flat objects.
import {
  booleanOf,
  headingOf,
  identifierOf,
  isRecord,
  keepAttribute,
  measureOf,
  numberOf,
  whenOf,
} from '../loose-values.ts'
import { keepMileage, roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { decodeFields } from './fields.ts'
import { keepAlarms, reportOf } from './report.ts'

export function decodeJsonReport(report: unknown): Decoded {
  if (!isRecord(report)) return { kind: 'bad', why: 'not a report' }
  if (!isRecord(report.location)) return decodeFlat(report)
  const identifier = identifierOf(report.device_id)
  if (!identifier) return { kind: 'bad', why: 'no device_id' }
  const fields = report.location
  const fixedAt = whenOf(fields.timestamp)
  if (fields.timestamp !== undefined && !fixedAt) {
    return { kind: 'bad', identifier, why: 'a timestamp that cannot be read' }
  }
  const coords = isRecord(fields.coords) ? fields.coords : {}
  const coordinates = { latitude: numberOf(coords.latitude), longitude: numberOf(coords.longitude) }
  const location = locationOf(fields, coords)
  location.valid = coordinates.latitude !== undefined
  if (fixedAt) location.fixedAt = fixedAt
  return reportOf(identifier, location, coordinates)
}

function decodeFlat(report: Record<string, unknown>): Decoded {
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(report)) {
    if (typeof value !== 'object' && value !== undefined) fields.append(key, String(value))
  }
  return decodeFields(fields)
}

function locationOf(fields: Record<string, unknown>, coords: Record<string, unknown>): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const battery = isRecord(fields.battery) ? fields.battery : {}
  const [speed, heading] = [measureOf(coords.speed), headingOf(coords.heading)]
  const [altitude, accuracy] = [numberOf(coords.altitude), measureOf(coords.accuracy)]
  const [level, odometer] = [measureOf(battery.level), measureOf(fields.odometer)]
  const moving = booleanOf(fields.is_moving)
  // Metres per second, unlike the knots of the query.
  if (speed !== undefined) location.speedKmh = roundTo(speed * 3.6, 3)
  if (heading !== undefined) location.courseDeg = heading
  if (altitude !== undefined) location.altitudeM = altitude
  if (accuracy !== undefined) location.accuracyM = accuracy
  if (level !== undefined) location.batteryPct = roundTo(level * 100, 1)
  if (odometer !== undefined) keepMileage(location, roundTo(odometer / 1000, 4))
  if (moving !== undefined) location.moving = moving
  keepAlarms(location, fields.alarm)
  keepAttribute(location, 'charging', battery.is_charging)
  keepAttribute(location, 'activity', isRecord(fields.activity) ? fields.activity.type : undefined)
  for (const name of ['event', 'mock', 'uuid']) keepAttribute(location, name, fields[name])
  for (const [name, value] of Object.entries(isRecord(fields.extras) ? fields.extras : {})) {
    keepAttribute(location, name, value)
  }
  return location
}
