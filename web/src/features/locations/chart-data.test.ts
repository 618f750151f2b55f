import { expect, test } from 'vitest'
import { fillBase } from './chart-data.ts'

test.each([
  ['speed', 0, 100, 0],
  ['a temperature around zero', -5, 8, 0],
  ['a freezer', -22, -10, -22],
  ['an engine', 70, 95, 70],
])('the area of %s from %d to %d is filled from %d', (_, low, high, base) => {
  expect(fillBase(low, high)).toBe(base)
})
