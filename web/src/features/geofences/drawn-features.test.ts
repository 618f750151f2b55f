import { expect, test } from 'vitest'
import type { Position, Shape } from '../../live/shape.ts'
import { circleByHandles, circleOf, toDrawn } from './drawn-features.ts'

const circle: Shape = { geometry: { type: 'Point', coordinates: [-3.7, 40.4] }, radiusM: 1_000 }
const handlesOf = (shape: Shape) => (toDrawn(shape)!.geometry.coordinates as Position[][])[0]!
const polygon = (...rings: Position[][]): Shape => ({
  geometry: { type: 'Polygon', coordinates: rings },
  radiusM: null,
})
const triangle = (west: number): Position[] => [
  [west, 0],
  [west + 2, 0],
  [west + 1, 1],
  [west, 0],
]

test('handles that are all dragged move the circle and keep its size', () => {
  const handles = handlesOf(circle)
  const dragged = handles.map(([longitude = 0, latitude = 0]) => [longitude + 0.5, latitude])
  expect(circleByHandles(circle, handles, dragged)).toEqual({
    geometry: { type: 'Point', coordinates: [-3.2, 40.4] },
    radiusM: 1_000,
  })
})

test('handles that are dragged apart enlarge the circle in place', () => {
  const handles = handlesOf(circle)
  const dragged = handles.map(([longitude = 0, latitude = 0]) => [
    -3.7 + (longitude + 3.7) * 2,
    40.4 + (latitude - 40.4) * 2,
  ])
  expect(circleByHandles(circle, handles, dragged)).toEqual({ ...circle, radiusM: 2_000 })
})

test('a ring that was drawn as a circle becomes a circle', () => {
  const drawn = circleOf(handlesOf(circle))
  expect(drawn.geometry.coordinates[0]).toBeCloseTo(-3.7, 5)
  expect(drawn.geometry.coordinates[1]).toBeCloseTo(40.4, 4)
  expect(drawn.radiusM).toBeGreaterThan(996)
  expect(drawn.radiusM).toBeLessThan(1_004)
})

test('unsupported shapes can only be edited by numbers', () => {
  expect(toDrawn(polygon(triangle(0)))).toBeDefined()
  expect(toDrawn(polygon(triangle(0), triangle(0.5)))).toBeUndefined()
  expect(toDrawn(polygon(triangle(179)))).toBeUndefined()
  expect(
    toDrawn({ geometry: { type: 'MultiPolygon', coordinates: [[triangle(0)]] }, radiusM: null }),
  ).toBeUndefined()
  expect(toDrawn({ geometry: { type: 'Point', coordinates: [180, 0] }, radiusM: 500 })).toBeUndefined()
  expect(
    toDrawn({
      geometry: {
        type: 'LineString',
        coordinates: [
          [179, 0],
          [-179, 0],
        ],
      },
      radiusM: 500,
    }),
  ).toBeUndefined()
})
