import { expect, test } from 'vitest'
import { directionOf, metresBetween } from './globe.ts'
import { holdsOf } from './inside.ts'
import { boundsOfShape, outlineOf, simplified } from './outline.ts'
import type { Position, Shape } from './shape.ts'

const circle = (longitude: number, latitude: number, radiusM: number): Shape => ({
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  radiusM,
})
const corridor = (coordinates: Position[], radiusM: number): Shape => ({
  geometry: { type: 'LineString', coordinates },
  radiusM,
})
const drawn = (shape: Shape): Shape => ({
  geometry: { type: 'MultiPolygon', coordinates: outlineOf(shape) },
  radiusM: null,
})

test('every point on the ring of a circle is one radius from the centre', () => {
  const [[ring = []] = []] = outlineOf(circle(-3.7, 40.4, 5_000))
  const middle = directionOf(-3.7, 40.4)
  for (const [longitude = 0, latitude = 0] of ring) {
    const metres = metresBetween(directionOf(longitude, latitude), middle)
    expect(Math.abs(metres - 5_000)).toBeLessThan(25)
  }
  expect(ring[0]).toEqual(ring.at(-1))
})

test('the bounds of a circle on the antimeridian are in one piece', () => {
  const [west, , east] = boundsOfShape(circle(180, 0, 100_000))
  expect(west).toBeCloseTo(179.1, 1)
  expect(east).toBeCloseTo(180.9, 1)
})

test('the bounds of an area cut at the antimeridian are in one piece', () => {
  const part = (west: number, east: number): Position[] => [
    [west, 0],
    [east, 0],
    [east, 1],
    [west, 1],
    [west, 0],
  ]
  const shape: Shape = {
    geometry: { type: 'MultiPolygon', coordinates: [[part(178, 180)], [part(-180, -179)]] },
    radiusM: null,
  }
  expect(boundsOfShape(shape)).toEqual([178, 0, 181, 1])
})

test('a circle around a pole reaches it', () => {
  expect(holdsOf(drawn(circle(10, 89, 500_000)))(-120, 89.5)).toBe(true)
})

test.each([
  [
    'one leg',
    [
      [-3, 40],
      [-2, 40],
    ],
  ],
  [
    'a right bend',
    [
      [-3, 40],
      [-2, 40],
      [-2, 39],
    ],
  ],
  [
    'a left bend',
    [
      [-3, 40],
      [-2, 40],
      [-2, 41],
    ],
  ],
  [
    'a zigzag',
    [
      [-3, 40],
      [-2.8, 40.2],
      [-2.6, 40],
      [-2.4, 40.2],
    ],
  ],
] as [string, Position[]][])(
  'the ring of a corridor with %s contains what the corridor contains',
  (_what, line) => {
    const shape = corridor(line, 4_000)
    const [isIn, isDrawnIn] = [holdsOf(shape), holdsOf(drawn(shape))]
    let differing = 0
    for (let longitude = -3.2; longitude < -1.8; longitude += 0.02) {
      for (let latitude = 38.8; latitude < 41.2; latitude += 0.02) {
        if (isIn(longitude, latitude) !== isDrawnIn(longitude, latitude)) differing += 1
      }
    }
    // Of 8,470 points. The ring is straight between its corners, so points right at the border may differ.
    expect(differing).toBeLessThan(12)
  },
)

test('collinear corners are removed, others stay', () => {
  const line: Position[] = [
    [0, 0],
    [1, 0.000_01],
    [2, 0],
    [2, 1],
  ]
  expect(simplified(line, 50)).toEqual([
    [0, 0],
    [2, 0],
    [2, 1],
  ])
})
