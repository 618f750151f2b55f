import { expect, test } from 'vitest'
import type { Position, Shape } from '../../live/shape.ts'
import { middleOfShape } from '../../live/shape-middle.ts'
import { fromText, toText } from './coordinates-text.ts'
import { countPositions, movedTo } from './shape-edit.ts'

const square = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const islands: Shape = {
  geometry: {
    type: 'MultiPolygon',
    coordinates: [[square(0, 0, 4, 4), square(1, 1, 2, 2)], [square(6, 0, 8, 4)]],
  },
  radiusM: null,
}

test('an area of several parts moves as one, by its centre', () => {
  expect(middleOfShape(islands)).toEqual([4, 2])
  const moved = movedTo(islands, 14, 12)
  expect(middleOfShape(moved)).toEqual([14, 12])
  expect(countPositions(moved.geometry)).toBe(15)
  expect(moved.geometry.coordinates).toEqual([
    [square(10, 10, 14, 14), square(11, 11, 12, 12)],
    [square(16, 10, 18, 14)],
  ])
})

test('the centre of a corridor is that of its line, also across the antimeridian', () => {
  const line = [
    [179, 40.5],
    [-178, 40.6],
  ]
  expect(middleOfShape({ geometry: { type: 'LineString', coordinates: line }, radiusM: 100 })).toEqual([
    -179.5, 40.55,
  ])
})

test('a circle moved across the antimeridian has a valid longitude', () => {
  const circle: Shape = { geometry: { type: 'Point', coordinates: [179, 0] }, radiusM: 100 }
  expect(movedTo(circle, 181, 0).geometry.coordinates).toEqual([-179, 0])
})

test('formatted coordinates parse to the same shape', () => {
  expect(fromText(toText(islands.geometry), 'polygon')).toEqual({ geometry: islands.geometry })
  const line: Shape['geometry'] = {
    type: 'LineString',
    coordinates: [
      [-3.7, 40.4],
      [-3.8, 40.5],
    ],
  }
  expect(toText(line)).toBe('40.4, -3.7\n40.5, -3.8')
  expect(fromText(toText(line), 'corridor')).toEqual({ geometry: line })
})

test('closes rings, and accepts blanks and semicolons', () => {
  expect(fromText('0 0\n 0;1 \n1, 1\n', 'polygon')).toEqual({
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  })
})

test.each([
  ['40.4, -3.7\nhere', 'polygon', { what: 'unreadable', line: 2, text: 'here' }],
  ['40.4, -3.7, 5', 'polygon', { what: 'unreadable', line: 1, text: '40.4, -3.7, 5' }],
  ['-3.7, 40.4\n95, 1', 'polygon', { what: 'latitude', line: 2, text: '95, 1' }],
  ['0, 361', 'polygon', { what: 'longitude', line: 1, text: '0, 361' }],
  ['0, 0\n1, 1', 'polygon', { what: 'fewCorners', least: 3 }],
  ['0, 0', 'corridor', { what: 'fewCorners', least: 2 }],
  ['', 'polygon', { what: 'fewCorners', least: 3 }],
] as const)('%j as a %s is refused: %o', (text, like, fault) => {
  expect(fromText(text, like)).toEqual({ fault })
})
