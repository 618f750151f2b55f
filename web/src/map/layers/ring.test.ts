import { expect, test } from 'vitest'
import { ringOf } from './ring.ts'

test.each([
  [
    [1, 0, 0, 0],
    [8, 0, 0, 0],
  ],
  [
    [0, 0, 0, 7],
    [0, 0, 0, 8],
  ],
  [
    [50, 0, 0, 50],
    [4, 0, 0, 4],
  ],
  [
    [997, 1, 1, 1],
    [5, 1, 1, 1],
  ],
  [
    [1, 1, 1, 1],
    [2, 2, 2, 2],
  ],
  [
    [7, 7, 7, 0],
    [2, 3, 3, 0],
  ],
])('devices by state %o are drawn as %o eighths', (counts, ring) => {
  expect(ringOf(counts)).toEqual(ring)
})
