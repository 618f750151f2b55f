// What both forms share: turning loose values of a phone into a report, or saying why they are none.
import { isAlarmName } from '../alarm-names.ts'
import { keepAttribute } from '../loose-values.ts'
import { isPlace } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

export interface Place {
  latitude: number | undefined
  longitude: number | undefined
}

/** A report without a place is a heartbeat, unless it raises an alarm: that must be stored. */
export function reportOf(identifier: string, location: Location, place: Place): Decoded {
  const { latitude, longitude } = place
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
  if (isPlace(latitude, longitude)) {
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
