import { expect, test } from 'vitest'
import { box, indexOf, polygon, shape } from '../../../test/shapes.ts'
import type { Point, StoredShape } from './geofence.types.ts'
import { createGeofenceIndex } from './geofence-index.api.ts'

test('unknown geofences have no distance, and an empty index is empty', () => {
  const index = createGeofenceIndex([])
  const coordinates = { longitude: 0, latitude: 0 }
  expect([
    index.at(coordinates),
    index.along(coordinates, coordinates),
    index.distanceM(1, coordinates),
  ]).toEqual([[], [], undefined])
  expect(indexOf(polygon(box(0, 0, 1, 1))).at({ longitude: Number.NaN, latitude: 0 })).toEqual([])
})

test('10,000 geofences answer more than 100,000 queries a second', () => {
  // Evenly distributed, unlike the samples of fast-check.
  const chance = Array.from({ length: 10_000 }, () => [Math.random(), Math.random()] as const)
  const fences = chance.map(([right, up], index): StoredShape => {
    const [x, y] = [right * 10, 40 + up * 10]
    const ring = Array.from({ length: 13 }, (_, at) => {
      const angle = ((at % 12) / 12) * 2 * Math.PI
      return [x + Math.cos(angle) * 0.01 * (1 + (at % 3) / 3), y + Math.sin(angle) * 0.01]
    })
    ring[12] = ring[0]!
    const number = index + 1
    if (index % 3 === 0) return { ...shape(polygon(ring)), number }
    if (index % 3 === 1) return { ...shape({ type: 'Point', coordinates: [x, y] }, 1_000), number }
    return { ...shape({ type: 'LineString', coordinates: ring.slice(0, 6) }, 200), number }
  })
  const index = createGeofenceIndex(fences)
  const points = chance.map(([right, up]) => ({ longitude: up * 10, latitude: 40 + right * 10 }))
  const rate = measure(points, (coordinates) => index.at(coordinates).length)
  const within = measure(
    chance.map(([right, up]) => ({ longitude: right * 10, latitude: 40 + up * 10 })),
    (coordinates) => index.at(coordinates).length,
  )
  const coast = indexOf(
    polygon(
      Array.from({ length: 10_000 }, (_, at) => {
        const angle = ((at % 9_999) / 9_999) * 2 * Math.PI
        const reach = 5 + Math.sin(angle * 500)
        return [5 + Math.cos(angle) * reach, 45 + Math.sin(angle) * reach]
      }),
    ),
  )
  const large = measure(points, (coordinates) => coast.at(coordinates).length)
  const far = measure(points.slice(0, 1_000), (coordinates) => coast.distanceM(7, coordinates)!, 1)
  process.stdout.write(
    `at: ${rate} queries/s anywhere, ${within} inside a geofence; of one with 10,000 positions ${large}, its border ${far}\n`,
  )
  expect(rate).toBeGreaterThan(100_000)
  expect(within).toBeGreaterThan(50_000)
  expect(large).toBeGreaterThan(100_000)
})

/** By CPU time, so that other processes do not count. */
function measure(points: Point[], ask: (coordinates: Point) => number, rounds = 20): number {
  let sum = 0
  for (const coordinates of points) sum += ask(coordinates)
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) for (const coordinates of points) sum += ask(coordinates)
  const { user, system } = process.cpuUsage(before)
  expect(Number.isFinite(sum)).toBe(true)
  return Math.round((points.length * rounds) / ((user + system) / 1e6))
}
