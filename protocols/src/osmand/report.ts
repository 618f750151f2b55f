// Shared by both forms: builds a report from the values of a phone, or gives the reason why it is invalid.
import { isAlarmName } from '../alarm-names.ts'
import { keepAttribute } from '../loose-values.ts'
import { isPosition } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

export interface Coordinates {
  latitude: number | undefined
  longitude: number | undefined
}

/** A report without coordinates is a heartbeat, unless it raises an alarm: that must be stored. */
export function reportOf(identifier: string, location: Location, coordinates: Coordinates): Decoded {
  const { latitude, longitude } = coordinates
  if (latitude === undefined && longitude === undefined) {
    if (location.alarms.length === 0) return { kind: 'heartbeat', identifier, status: location }
    return { kind: 'locations', identifier, locations: [location] }
  }
  if (
    latitude === undefined ||
    longitude === undefined ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  ) {
    return { kind: 'bad', identifier, why: 'coordinates that cannot be' }
  }
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
  } else location.valid = false
  return { kind: 'locations', identifier, locations: [location] }
}

export function keepAlarms(location: Location, value: unknown): void {
  if (typeof value !== 'string') return
  for (const name of value.split(',', 8)) {
    if (isAlarmName(name)) location.alarms.push(name)
    else keepAttribute(location, 'alarm', name)
  }
}
