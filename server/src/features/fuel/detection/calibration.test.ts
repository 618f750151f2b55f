import { expect, test } from 'vitest'
import { problemOf, toMl } from './calibration.ts'

const rising = [
  [0, 0],
  [100, 10],
  [300, 60],
  [400, 80],
] as const
const falling = rising.map(([raw, litres]) => [400 - raw, litres] as const)

test.each([
  [0, 0],
  [50, 5_000],
  [100, 10_000],
  [101, 10_250],
  [300, 60_000],
  [350, 70_000],
  [400, 80_000],
])('interpolates %d as %d ml, also where the raw value falls', (raw, ml) => {
  expect(toMl(raw, rising)).toBe(ml)
  expect(toMl(400 - raw, falling)).toBe(ml)
})

test('is the nearest end beyond the table', () => {
  expect([toMl(-5, rising), toMl(1e9, rising)]).toEqual([0, 80_000])
  expect([toMl(-5, falling), toMl(1e9, falling)]).toEqual([80_000, 0])
})

test('two pairs are enough, and they may be a sensor that counts the free volume', () => {
  expect(
    toMl(25, [
      [0, 100],
      [100, 0],
    ]),
  ).toBe(75_000)
})

test.each([
  ['tooShort', [[1, 1]]],
  [
    'rawNotMonotone',
    [
      [1, 1],
      [1, 2],
    ],
  ],
  [
    'rawNotMonotone',
    [
      [1, 1],
      [2, 2],
      [1.5, 3],
    ],
  ],
  [
    'litresNotMonotone',
    [
      [1, 1],
      [2, 1],
    ],
  ],
  [
    'litresNotMonotone',
    [
      [1, 1],
      [2, 2],
      [3, 1.5],
    ],
  ],
  [
    null,
    [
      [3, 1],
      [2, 2],
      [1, 3],
    ],
  ],
] as const)('%s', (problem, calibration) => {
  expect(problemOf(calibration)).toBe(problem)
})
