import { directionOf, metresBetween } from '../../live/globe.ts'

export type Point = [longitude: number, latitude: number]

/** The distance from the first point to each, along the line. */
export function distancesAlong(points: readonly Point[]): number[] {
  let sum = 0
  return points.map((point, at) => {
    const before = points[at - 1]
    if (before) sum += metresBetween(directionOf(...before), directionOf(...point))
    return sum
  })
}
