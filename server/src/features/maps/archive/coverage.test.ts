import { expect, test } from 'vitest'
import { createCoverage } from './coverage.ts'
import { tileId } from './tile-ids.ts'

test('a box of tiles is one rectangle', () => {
  const coverage = createCoverage(0, 14)
  for (let x = 100; x < 140; x += 1) for (let y = 200; y < 220; y += 1) coverage.add(tileId(9, x, y), 1)
  // Of other zooms.
  coverage.add(tileId(8, 0, 0), 1)
  coverage.add(tileId(10, 0, 0), 1)
  expect(coverage.rectangles()).toEqual([[-109.6875, 24.5271, -81.5625, 36.5979]])
})

test('tiles of a higher zoom count for the tile around them, in runs too', () => {
  const coverage = createCoverage(12, 14)
  coverage.add(tileId(12, 8, 8), 1)
  coverage.add(tileId(12, 4_095, 4_095), 1)
  expect(coverage.rectangles()).toHaveLength(2)
  const all = createCoverage(11, 14)
  all.add(tileId(11, 0, 0), 4 ** 11)
  expect(all.rectangles()).toEqual([[-180, -85.0511, 180, 85.0511]])
})

test('an archive of scattered tiles has a coarser coverage', () => {
  const coverage = createCoverage(0, 9)
  for (let x = 0; x < 512; x += 2) for (let y = 0; y < 512; y += 2) coverage.add(tileId(9, x, y), 1)
  expect(coverage.rectangles()).toEqual([[-180, -85.0511, 180, 85.0511]])
})
