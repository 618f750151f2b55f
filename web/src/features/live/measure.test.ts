import { expect, test } from 'vitest'
import { distancesAlong } from './measure.ts'

test('distances add up along the line', () => {
  const [first, second, third] = distancesAlong([
    [0, 0],
    [0, 1],
    [1, 1],
  ])
  expect(first).toBe(0)
  expect(second! / 1_000).toBeCloseTo(110.6, 0)
  expect((third! - second!) / 1_000).toBeCloseTo(111.3, 0)
})

test('a line across the antimeridian is short', () => {
  expect(
    distancesAlong([
      [179.5, 0],
      [-179.5, 0],
    ])[1]! / 1_000,
  ).toBeCloseTo(111.3, 0)
})
