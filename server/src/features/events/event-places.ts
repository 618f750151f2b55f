// Names the places of alerts, trips and fuel when their events are published. Locations have none: there are too many of them.

import { describePlace, programPreferences } from '../places/place.api.ts'

interface Located {
  latitude?: number | null
  longitude?: number | null
}

const withEnds = new Set(['trip.started', 'trip.ended'])

/** `data` is the JSON of the event's data. */
export function withPlaces(type: string, data: string): string {
  if (type.startsWith('alert.') || type.startsWith('fuel.')) return JSON.stringify(placed(JSON.parse(data)))
  if (!withEnds.has(type)) return data
  const { start, end, ...trip } = JSON.parse(data) as { start?: Located; end?: Located }
  return JSON.stringify({ ...trip, ...(start && { start: placed(start) }), ...(end && { end: placed(end) }) })
}

function placed<T extends Located>(record: T) {
  const { latitude, longitude } = record
  return latitude == null || longitude == null
    ? record
    : { ...record, place: describePlace(latitude, longitude, programPreferences) }
}
