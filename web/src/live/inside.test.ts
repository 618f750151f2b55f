import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import { holdsOf, inside } from './inside.ts'
import type { Position, Shape } from './shape.ts'

const square = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...rings: Position[][]): Shape => ({
  geometry: { type: 'Polygon', coordinates: rings },
  radiusM: null,
})

test('a polygon contains what is within its border and not in its hole', () => {
  const holds = holdsOf(polygon(square(0, 0, 10, 10), square(4, 4, 6, 6)))
  expect(holds(1, 1)).toBe(true)
  expect(holds(5, 5)).toBe(false)
  expect(holds(11, 5)).toBe(false)
  expect(holds(361, 1)).toBe(true)
})

test.each([
  ['steps from 179 to -179', [polygon(square(179, -1, -179, 1))]],
  ['goes on beyond 180', [polygon(square(179, -1, 181, 1))]],
  ['goes on below -180', [polygon(square(-181, -1, -179, 1))]],
  [
    'is cut in two',
    [
      {
        geometry: {
          type: 'MultiPolygon' as const,
          coordinates: [[square(179, -1, 180, 1)], [square(-180, -1, -179, 1)]],
        },
        radiusM: null,
      },
    ],
  ],
])('a shape that %s holds both sides of the antimeridian and nothing else', (_how, [shape]) => {
  const holds = holdsOf(shape as Shape)
  expect(holds(179.5, 0)).toBe(true)
  expect(holds(-179.5, 0)).toBe(true)
  expect(holds(0, 0)).toBe(false)
  expect(holds(178.5, 0)).toBe(false)
})

test('a shape along latitude 90 contains the pole from all sides', () => {
  const cap: Position[] = [
    [-180, 80],
    [-90, 80],
    [0, 80],
    [90, 80],
    [180, 80],
    [180, 90],
    [-180, 90],
    [-180, 80],
  ]
  const holds = holdsOf(polygon(cap))
  expect([-170, -10, 100, 179].every((longitude) => holds(longitude, 85))).toBe(true)
  expect(holds(0, 79)).toBe(false)
})

test('a shape that returns along the pole step by step contains the pole too', () => {
  const holds = holdsOf(
    polygon([
      [-180, 80],
      [-60, 80],
      [60, 80],
      [180, 80],
      [180, 90],
      [-60, 90],
      [-180, 90],
      [-180, 80],
    ]),
  )
  expect([-170, -10, 100, 179].every((longitude) => holds(longitude, 85))).toBe(true)
})

test('a circle reaches as far as its radius, also across the antimeridian', () => {
  const holds = holdsOf({ geometry: { type: 'Point', coordinates: [180, 0] }, radiusM: 1_000 })
  expect(holds(179.992, 0)).toBe(true)
  expect(holds(-179.992, 0)).toBe(true)
  expect(holds(-179.99, 0)).toBe(false)
})

test('a corridor contains what is beside its line and around its ends', () => {
  const line: Position[] = [
    [-3, 40],
    [-2, 40],
    [-2, 41],
  ]
  const holds = holdsOf({ geometry: { type: 'LineString', coordinates: line }, radiusM: 1_000 })
  expect(holds(-2.5, 40.008)).toBe(true)
  expect(holds(-2.5, 40.02)).toBe(false)
  expect(holds(-3.01, 40)).toBe(true)
  expect(holds(-3.02, 40)).toBe(false)
  expect(holds(-1.99, 40.5)).toBe(true)
})

test('only devices with coordinates can be inside', () => {
  const columns = new Columns()
  const keep = (name: string) =>
    columns.keep({ id: name, name, isExpired: false, isOnline: true, groups: [] })
  keep('never')
  const point = { speedKmh: 0, courseDeg: 0, fixedAtMs: 1, isMoving: null, hasIgnition: null }
  columns.move(keep('in'), { ...point, latitude: 5, longitude: 5 }, 1)
  columns.move(keep('out'), { ...point, latitude: 50, longitude: 5 }, 1)
  const found = inside(columns, polygon(square(-10, -10, 10, 10)))
  expect(found.map((index) => columns.names[index])).toEqual(['in'])
})
