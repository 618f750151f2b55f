import type { MappingTest } from '@rastro/client'
import type { Bounds } from '../../live/fleet.types.ts'

export interface FoundPlace {
  identifier: string
  latitude: number
  longitude: number
}

export function placesOf(locations: MappingTest['locations']): FoundPlace[] {
  return locations.flatMap(({ identifier, location: { latitude, longitude } }) =>
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ identifier, latitude, longitude }]
      : [],
  )
}

/** Undefined without places. */
export function boundsOf(places: readonly FoundPlace[]): Bounds | undefined {
  if (places.length === 0) return undefined
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
}
