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
import { roundTo } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import { decodeFields } from './fields.ts'
import { keepAlarms, reportOf } from './report.ts'

export function decodeJsonReport(report: unknown): Decoded {
  if (!isRecord(report)) return { kind: 'bad', why: 'not a report' }
  if (!isRecord(report.location)) return decodeFlat(report)
  const identifier = identifierOf(report.device_id)
  if (!identifier) return { kind: 'bad', why: 'no device_id' }
  const said = report.location
  const fixedAt = whenOf(said.timestamp)
  if (said.timestamp !== undefined && !fixedAt) {
    return { kind: 'bad', identifier, why: 'a timestamp that cannot be read' }
  }
  const coords = isRecord(said.coords) ? said.coords : {}
  const place = { latitude: numberOf(coords.latitude), longitude: numberOf(coords.longitude) }
  const location = locationOf(said, coords)
  location.valid = place.latitude !== undefined
  if (fixedAt) location.fixedAt = fixedAt
  return reportOf(identifier, location, place)
}

function decodeFlat(report: Record<string, unknown>): Decoded {
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(report)) {
    if (typeof value !== 'object' && value !== undefined) fields.append(key, String(value))
  }
  return decodeFields(fields)
}

function locationOf(said: Record<string, unknown>, coords: Record<string, unknown>): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const battery = isRecord(said.battery) ? said.battery : {}
  const [speed, heading] = [measureOf(coords.speed), headingOf(coords.heading)]
  const [altitude, accuracy] = [numberOf(coords.altitude), measureOf(coords.accuracy)]
  const [level, odometer] = [measureOf(battery.level), measureOf(said.odometer)]
  const moving = booleanOf(said.is_moving)
  // Metres per second, unlike the knots of the query.
  if (speed !== undefined) location.speedKmh = roundTo(speed * 3.6, 3)
  if (heading !== undefined) location.courseDeg = heading
  if (altitude !== undefined) location.altitudeM = altitude
  if (accuracy !== undefined) location.accuracyM = accuracy
  if (level !== undefined) location.batteryPct = roundTo(level * 100, 1)
  if (odometer !== undefined) location.mileageKm = roundTo(odometer / 1000, 4)
  if (moving !== undefined) location.moving = moving
  keepAlarms(location, said.alarm)
  keepAttribute(location, 'charging', battery.is_charging)
  keepAttribute(location, 'activity', isRecord(said.activity) ? said.activity.type : undefined)
  for (const name of ['event', 'mock', 'uuid']) keepAttribute(location, name, said[name])
  for (const [name, value] of Object.entries(isRecord(said.extras) ? said.extras : {})) {
    keepAttribute(location, name, value)
  }
  return location
}
