// The nearest towns by a k-d tree of unit vectors, which has no special case at the poles and the antimeridian.

import type { World } from './world.ts'

const meanRadiusM = 6_371_008.8
const radians = Math.PI / 180

export interface NearTown {
  /** Its number in the world. */
  town: number
  metres: number
}

/** The nearest first. */
export function nearestTowns(world: World, latitude: number, longitude: number, count: number): NearTown[] {
  const flat = Math.cos(latitude * radians)
  const point = [flat * Math.cos(longitude * radians), flat * Math.sin(longitude * radians), Math.sin(latitude * radians)]
  const { townVectors } = world
  const found: { town: number; squared: number }[] = []
  let farthest = Number.POSITIVE_INFINITY

  function take(town: number): void {
    const dx = townVectors[town * 3]! - point[0]!
    const dy = townVectors[town * 3 + 1]! - point[1]!
    const dz = townVectors[town * 3 + 2]! - point[2]!
    const squared = dx * dx + dy * dy + dz * dz
    if (squared >= farthest) return
    let index = found.length
    while (index > 0 && found[index - 1]!.squared > squared) index -= 1
    found.splice(index, 0, { town, squared })
    if (found.length > count) found.pop()
    if (found.length === count) farthest = found[count - 1]!.squared
  }

  function search(from: number, to: number, axis: number): void {
    if (from >= to) return
    const middle = (from + to) >> 1
    const next = axis === 2 ? 0 : axis + 1
    const offset = point[axis]! - townVectors[middle * 3 + axis]!
    const isBefore = offset < 0
    if (isBefore) search(from, middle, next)
    else search(middle + 1, to, next)
    take(middle)
    if (offset * offset >= farthest) return
    if (isBefore) search(middle + 1, to, next)
    else search(from, middle, next)
  }

  search(0, world.townCountries.length, 0)
  return found.map(({ town, squared }) => ({
    town,
    metres: 2 * meanRadiusM * Math.asin(Math.min(1, Math.sqrt(squared) / 2)),
  }))
}
