import { expect, test } from 'vitest'
import { areaM2Of, lengthMOf } from './shape-size.ts'

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

test('a circle of 500 m covers 0.785 km²', () => {
  const circle = { geometry: { type: 'Point' as const, coordinates: [2, 41] }, radiusM: 500 }
  expect(areaM2Of(circle) / 785_398).toBeCloseTo(1, 4)
})

test('a degree at the equator covers 12,364 km², a hole in it less', () => {
  const polygon = (...coordinates: number[][][]) => ({
    geometry: { type: 'Polygon' as const, coordinates },
    radiusM: null,
  })
  expect(areaM2Of(polygon(box(0, 0, 1, 1))) / 12_363.7e6).toBeCloseTo(1, 2)
  // The direction of a ring does not matter.
  expect(areaM2Of(polygon(box(0, 0, 1, 1).reverse())) / 12_363.7e6).toBeCloseTo(1, 2)
  expect(areaM2Of(polygon(box(0, 0, 1, 1), box(0, 0, 1, 0.5))) / 6_181.9e6).toBeCloseTo(1, 2)
})

test('parts are added, also across the antimeridian', () => {
  const parts = [[box(179, 0, 180, 1)], [box(-180, 0, -179, 1)]]
  const shape = { geometry: { type: 'MultiPolygon' as const, coordinates: parts }, radiusM: null }
  expect(areaM2Of(shape) / 24_727.4e6).toBeCloseTo(1, 2)
})

test('a corridor is as long as its line', () => {
  const line = [
    [0, 0],
    [0, 1],
    [0, 2],
  ]
  expect(lengthMOf(line) / 221_150).toBeCloseTo(1, 2)
  expect(lengthMOf([[0, 0]])).toBe(0)
})
