// A location as the API shows it, from the row on its way to the store: the same as the store's own JSON.

import type { LocationRow } from './location.types.ts'

export function toView(row: LocationRow): string {
  const [
    ,
    fixedMs,
    receivedMs,
    latitude,
    longitude,
    ,
    altitudeM,
    speed,
    course,
    accuracyM,
    satellites,
    more,
  ] = row
  const view = {
    dateTime: new Date(fixedMs),
    receivedAt: new Date(receivedMs),
    latitude: latitude === null ? null : latitude / 1e7,
    longitude: longitude === null ? null : longitude / 1e7,
    altitude: altitudeM ?? undefined,
    speed: speed === null ? undefined : Math.round((speed / 36) * 100) / 100,
    course: course === null ? undefined : course / 10,
    accuracy: accuracyM ?? undefined,
    satellites: satellites ?? undefined,
    valid: true,
    ...more,
  }
  return JSON.stringify(view)
}
