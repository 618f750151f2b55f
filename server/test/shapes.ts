// Random shapes with points in and around them: from metres to continents, at poles and antimeridian.

import fc from 'fast-check'
import { newCoordinates, radians, withVector, wrapped } from '../src/features/geofences/geodesy.api.ts'
import type { Geometry, Point, Position, StoredShape } from '../src/features/geofences/geofence.types.ts'
import { createGeofenceIndex } from '../src/features/geofences/geofence-index.api.ts'

/** No shrinking: with that many numbers it takes minutes. */
export const runs = { numRuns: 40, endOnFailure: true }

const unit = fc.double({ min: 0, max: 1, noNaN: true })
/** From a few metres to some thousand kilometres, each order of magnitude equally often. */
const sizeDeg = fc.double({ min: -4, max: 1.2, noNaN: true }).map((power) => 10 ** power)
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -180.5, max: -179.5, noNaN: true }),
  fc.double({ min: 179.5, max: 180.5, noNaN: true }),
)
const latitude = (max: number) => fc.double({ min: -max, max: max, noNaN: true })
const around = fc.array(fc.tuple(unit, unit), { minLength: 30, maxLength: 30 })

export const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates })
export const shape = (geometry: Geometry, radiusM: number | null = null): StoredShape => ({
  number: 7,
  type: geometry.type === 'Point' ? 'circle' : geometry.type === 'LineString' ? 'corridor' : 'polygon',
  geometry,
  radiusM,
})
export const indexOf = (geometry: Geometry, radiusM: number | null = null) =>
  createGeofenceIndex([shape(geometry, radiusM)])
export const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** A ring around a centre that never crosses itself, its hole, and points in and around it. */
export const star = fc
  .record({
    middle: fc.tuple(longitude, latitude(70)),
    size: sizeDeg,
    reaches: fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), {
      minLength: 3,
      maxLength: 60,
      size: 'max',
    }),
    hasHole: fc.boolean(),
    isStepped: fc.boolean(),
    around,
  })
  .map(({ middle: [x, y], size, reaches, hasHole, isStepped, around }) => {
    const ring = (scale: number, isStepped: boolean) => {
      const positions = reaches.map((reach, index) => {
        const angle = (index / reaches.length) * 2 * Math.PI
        return [x + Math.cos(angle) * reach * size * scale, y + Math.sin(angle) * reach * size * scale]
      })
      const closed = [...positions, positions[0]!]
      return isStepped ? closed.map(([lon, lat]) => [wrapped(lon!), lat!]) : closed
    }
    const points = around.map(([right, up]) => ({
      longitude: wrapped(x + (right * 4 - 2) * size),
      latitude: Math.max(-90, Math.min(90, y + (up * 4 - 2) * size)),
    }))
    const drawn = (isStepped: boolean) =>
      polygon(...(hasHole ? [ring(1, isStepped), ring(0.4, isStepped)] : [ring(1, isStepped)]))
    return { geometry: drawn(isStepped), plane: drawn(false), points, size }
  })

export const circle = fc
  .record({
    middle: fc.tuple(longitude.map(wrapped), fc.oneof(latitude(90), fc.constantFrom(-90, 90, 89.99))),
    size: sizeDeg,
    around,
  })
  .map(({ middle: [x, y], size, around }) => ({
    geometry: { type: 'Point', coordinates: [x, y] } as Geometry,
    radiusM: Math.max(1, size * 111_000),
    points: pointsAround(x, y, size * 2, around),
    size,
  }))

export const corridor = fc
  .record({
    start: fc.tuple(longitude.map(wrapped), latitude(85)),
    size: sizeDeg,
    steps: fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 40 }),
    width: fc.double({ min: 0.01, max: 1, noNaN: true }),
    around,
  })
  .map(({ start, size, steps, width, around }) => {
    const line: Position[] = [start]
    for (const [right, up] of steps) {
      const [x, y] = line.at(-1)! as [number, number]
      const next = Math.max(-89, Math.min(89, y + (up - 0.5) * size))
      line.push([wrapped(x + (right - 0.3) * size), next])
    }
    const points = around.flatMap(([right, up], index) => {
      const [x, y] = line[index % line.length]! as [number, number]
      return pointsAround(x, y, size, [[right, up]])
    })
    const geometry: Geometry = { type: 'LineString', coordinates: line }
    return { geometry, radiusM: Math.max(1, size * width * 50_000), points, size }
  })
  .filter(({ geometry }) =>
    (geometry.coordinates as Position[]).every(
      ([x, y], index, line) => index === 0 || x !== line[index - 1]![0] || y !== line[index - 1]![1],
    ),
  )

/** A single leg between any two points, and points near the great circle between them. */
export const longLeg = fc
  .record({
    ends: fc.tuple(longitude.map(wrapped), latitude(89), longitude.map(wrapped), latitude(89)),
    radiusM: fc.double({ min: 1_000, max: 1_000_000, noNaN: true }),
    around,
  })
  .map(({ ends: [x1, y1, x2, y2], radiusM, around }) => {
    const [a, b] = [withVector(newCoordinates(y1, x1)), withVector(newCoordinates(y2, x2))]
    const angle = Math.acos(Math.max(-1, Math.min(1, a.x * b.x + a.y * b.y + a.z * b.z)))
    const points = around.map(([part, off]) => {
      const [p, q] = [Math.sin((1 - part) * angle), Math.sin(part * angle)]
      const [x, y, z] = [p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z]
      const latitude = Math.atan2(z, Math.hypot(x, y)) / radians + (off - 0.5) * (radiusM / 40_000)
      return { longitude: Math.atan2(y, x) / radians, latitude: Math.max(-90, Math.min(90, latitude)) }
    })
    const coordinates = [
      [x1, y1],
      [x2, y2],
    ]
    return { geometry: { type: 'LineString', coordinates } as Geometry, radiusM, points, angle }
  })
  .filter(({ angle }) => angle > 0.01 && angle < 3)

function pointsAround(x: number, y: number, size: number, around: [number, number][]): Point[] {
  // Nearer to a pole the same distance is more degrees.
  const wide = Math.min(180, size / Math.max(0.001, Math.cos((y * Math.PI) / 180)))
  return around.map(([right, up]) => ({
    longitude: wrapped(x + (right * 2 - 1) * wide),
    latitude: Math.max(-90, Math.min(90, y + (up * 2 - 1) * size)),
  }))
}
