import { expect, test } from 'vitest'
import { compassPointOf } from './compass.ts'

test('rounds a course to the nearest of eight directions', () => {
  expect([0, 22, 23, 90, 180, 270, 315].map(compassPointOf)).toEqual(['n', 'n', 'ne', 'e', 's', 'w', 'nw'])
})

test('just before north is north again, and negative courses work', () => {
  expect([338, 359.9, 360, -45].map(compassPointOf)).toEqual(['n', 'n', 'n', 'nw'])
})
