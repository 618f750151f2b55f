// Adds the names of places to exported records, as the API shows them, but without geofences and in English.

import { describePlace, programPreferences } from '../places/place.api.ts'
import type { ExportedKind } from './kinds/fields.ts'

interface Located {
  latitude: number | null
  longitude: number | null
}

/** `lines`: JSON Lines. */
export function withPlaces({ located }: Pick<ExportedKind, 'located'>, lines: string): string {
  if (!located) return lines
  const named = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const record = JSON.parse(line)
      if (located === 'here') return JSON.stringify({ ...record, place: placeOf(record) })
      const { start, end } = record
      return JSON.stringify({ ...record, start: placed(start), end: end && placed(end) })
    })
  return `${named.join('\n')}\n`
}

const placed = (end: Located) => ({ ...end, place: placeOf(end) })

function placeOf({ latitude, longitude }: Located) {
  return latitude === null || longitude === null
    ? null
    : describePlace(latitude, longitude, programPreferences)
}
