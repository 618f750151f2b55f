// The query or form: ?id=…&lat=…&lon=…&timestamp=…&speed=… in knots.
import {
  booleanOf,
  headingOf,
  identifierOf,
  keepAttribute,
  measureOf,
  numberOf,
  whenOf,
} from '../loose-values.ts'
import { kmhOfKnots } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'
import type { Coordinates } from './report.ts'
import { keepAlarms, reportOf } from './report.ts'

export function decodeFields(fields: URLSearchParams): Decoded {
  const identifier = identifierOf(fields.get('id')) ?? identifierOf(fields.get('deviceid'))
  if (!identifier) return { kind: 'bad', why: 'no id' }
  if (fields.has('notificationToken'))
    return { kind: 'ignored', identifier, why: 'a token for notifications' }
  const timestamp = fields.get('timestamp')
  const fixedAt = whenOf(timestamp)
  if (timestamp && !fixedAt) return { kind: 'bad', identifier, why: 'a timestamp that cannot be read' }
  const coordinates = coordinatesOf(fields)
  if (!coordinates) return { kind: 'bad', identifier, why: 'coordinates that cannot be read' }
  const location = locationOf(fields, coordinates)
  if (fixedAt) location.fixedAt = fixedAt
  return reportOf(identifier, location, coordinates)
}

/** Numbers with a field of their own. Other values are kept as attributes. */
const measures: Readonly<Record<string, (location: Location, value: string) => boolean>> = {
  speed: (location, value) => set(location, 'speedKmh', knotsOf(value)),
  bearing: (location, value) => set(location, 'courseDeg', headingOf(value)),
  heading: (location, value) => set(location, 'courseDeg', headingOf(value)),
  altitude: (location, value) => set(location, 'altitudeM', numberOf(value)),
  accuracy: (location, value) => set(location, 'accuracyM', measureOf(value)),
  hdop: (location, value) => set(location, 'hdop', measureOf(value)),
  batt: (location, value) => set(location, 'batteryPct', measureOf(value)),
  rpm: (location, value) => set(location, 'rpm', measureOf(value)),
  ignition: (location, value) => set(location, 'ignition', booleanOf(value)),
}

const handled = new Set(['id', 'deviceid', 'timestamp', 'lat', 'lon', 'location', 'valid'])
const renamed: Readonly<Record<string, string>> = { charge: 'charging', driverUniqueId: 'driverId' }

function locationOf(fields: URLSearchParams, coordinates: Coordinates): Location {
  const hasCoordinates = coordinates.latitude !== undefined
  const location: Location = {
    valid: hasCoordinates && booleanOf(fields.get('valid')) !== false,
    alarms: [],
    attributes: {},
  }
  for (const [key, value] of fields) {
    if (handled.has(key) || (Object.hasOwn(measures, key) && measures[key]!(location, value))) continue
    if (key === 'alarm') keepAlarms(location, value)
    else if (key === 'cell') keepOneOfMany(location, 'cells', value)
    else if (key === 'wifi') keepOneOfMany(location, 'wifi', value)
    else keepAttribute(location, Object.hasOwn(renamed, key) ? renamed[key]! : key, value)
  }
  return location
}

/** Undefined if a value is present but not a number. */
function coordinatesOf(fields: URLSearchParams): Coordinates | undefined {
  const [latitude, longitude] = fields.get('location')?.split(',', 2) ?? [
    fields.get('lat'),
    fields.get('lon'),
  ]
  const coordinates = { latitude: numberOf(latitude), longitude: numberOf(longitude) }
  const unreadable =
    (latitude && coordinates.latitude === undefined) || (longitude && coordinates.longitude === undefined)
  return unreadable ? undefined : coordinates
}

function set<Key extends keyof Location>(
  location: Location,
  key: Key,
  value: Location[Key] | undefined,
): boolean {
  if (value === undefined) return false
  location[key] = value as Location[Key]
  return true
}

function knotsOf(value: string): number | undefined {
  const knots = measureOf(value)
  return knots === undefined ? undefined : kmhOfKnots(knots)
}

function keepOneOfMany(location: Location, name: string, value: string): void {
  const before = location.attributes[name]
  keepAttribute(location, name, before === undefined ? value : `${before};${value}`)
}
