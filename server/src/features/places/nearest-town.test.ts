import { expect, test } from 'vitest'
import { nearestTown, searchTowns, vectorOf } from './nearest-town.ts'
import { getWorld } from './world.ts'

const world = getWorld()
const { townVectors, townCountries } = world

/** By comparing with every town. */
function nearestSquared([x, y, z]: [number, number, number], accepts: (town: number) => boolean): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let town = 0; town < townCountries.length; town += 1) {
    const [dx, dy, dz] = [
      townVectors[town * 3]! - x,
      townVectors[town * 3 + 1]! - y,
      townVectors[town * 3 + 2]! - z,
    ]
    const squared = dx * dx + dy * dy + dz * dz
    if (squared < nearest && accepts(town)) nearest = squared
  }
  return nearest
}

const squaredOf = (distanceM: number) => (2 * Math.sin(distanceM / 6_371_008.8 / 2)) ** 2

const points = [
  [90, 0],
  [-90, 0],
  [0, 180],
  [0, -180],
  ...Array.from({ length: 300 }, (_, index) => [
    // Evenly over the sphere.
    (Math.asin(((index * 0.618_034) % 1) * 2 - 1) * 180) / Math.PI,
    ((index * 137.507_76) % 360) - 180,
  ]),
] as [number, number][]

test('the nearest town is the nearest of all', () => {
  for (const [latitude, longitude] of points) {
    const { distanceM } = nearestTown(world, latitude, longitude)
    expect(squaredOf(distanceM)).toBeCloseTo(
      nearestSquared(vectorOf(latitude, longitude), () => true),
      9,
    )
  }
})

test('so is the nearest of those that are accepted, within the distance', () => {
  const accepts = (town: number) => townCountries[town]! % 7 === 0
  for (const [latitude, longitude] of points.slice(0, 100)) {
    const point = vectorOf(latitude, longitude)
    const { town, distanceM } = searchTowns(world, point, { accepts })
    expect(accepts(town)).toBe(true)
    expect(squaredOf(distanceM)).toBeCloseTo(nearestSquared(point, accepts), 9)
    expect(searchTowns(world, point, { accepts, maxM: distanceM * 0.99 }).town).toBe(-1)
    expect(searchTowns(world, point, { accepts, maxM: distanceM * 1.01 }).town).toBe(town)
  }
})
