// Distances and points on short segments.

import type { Coordinates } from './kind.types.ts'

const earthRadiusM = 6_371_008.8
const rad = Math.PI / 180

export function distanceM(from: Coordinates, to: Coordinates): number {
  const lat = (to.latitude - from.latitude) * rad
  const lon = (to.longitude - from.longitude) * rad
  const chord =
    Math.sin(lat / 2) ** 2 +
    Math.cos(from.latitude * rad) * Math.cos(to.latitude * rad) * Math.sin(lon / 2) ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The point at a fraction (0 to 1) of the segment, across the antimeridian if that is shorter. */
export function between(from: Coordinates, to: Coordinates, fraction: number): Coordinates {
  let east = to.longitude - from.longitude
  if (east > 180) east -= 360
  if (east < -180) east += 360
  let longitude = from.longitude + east * fraction
  if (longitude > 180) longitude -= 360
  if (longitude < -180) longitude += 360
  return { latitude: from.latitude + (to.latitude - from.latitude) * fraction, longitude }
}
