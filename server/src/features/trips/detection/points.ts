// Coordinates as whole numbers with their unit vector, which is computed once and used for several distances.

import { metresBetween, newCoordinates, setCoordinates, withVector } from '../../geofences/geodesy.api.ts'
import type { Place } from './detection.types.ts'

export interface Point extends Place {
  x: number
  y: number
  z: number
}

const scratch = newCoordinates()

export function pointOf(latitudeE7: number, longitudeE7: number): Point {
  const { x, y, z } = withVector(setCoordinates(scratch, latitudeE7 / 1e7, longitudeE7 / 1e7))
  return { latitudeE7, longitudeE7, x, y, z }
}

export function placeOf({ latitudeE7, longitudeE7 }: Place): Place {
  return { latitudeE7, longitudeE7 }
}

export function metresFrom(a: Point, b: Point): number {
  return metresBetween(a.x, a.y, a.z, b.x, b.y, b.z)
}

/** Not finite for two points of one instant. */
export function kmhOf(metres: number, milliseconds: number): number {
  return (metres * 3_600) / milliseconds
}
