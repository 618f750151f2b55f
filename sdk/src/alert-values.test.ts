import { expect, test } from 'vitest'
import { readAlertValues } from './alert-values.ts'

test('the values of a text have the names of an explanation', () => {
  expect(readAlertValues('Speed is 138.6 km/h, above 120 km/h')).toEqual({ value: 138.6, threshold: 120 })
  expect(readAlertValues('Entered "The "old" depot"')).toEqual({ area: 'The "old" depot' })
  expect(readAlertValues('No data since 2026-11-15T11:49:00Z')).toEqual({ seenAt: '2026-11-15T11:49:00Z' })
})

test('a text without values has none', () => {
  expect(readAlertValues('Off the route')).toEqual({})
  expect(readAlertValues(null)).toEqual({})
})
