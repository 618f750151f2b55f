import { expect, test } from 'vitest'
import { createFormat } from '../use-format.ts'
import { driftShare, fromTyped, meterText, toTyped } from './meter-values.ts'
import type { Reading } from './trip.types.ts'

const format = createFormat('en', 'metric', 'UTC')

test('an odometer is in the user’s units, hours are hours', () => {
  expect(meterText('odometer', 123_456.78, format, 'metric')).toBe('123,456.8 km')
  expect(meterText('odometer', 100_000, format, 'imperial')).toBe('62,137.1 mi')
  expect(meterText('engineHours', 1_204.5, format, 'imperial')).toBe('1,204.5 h')
})

test.each(['metric', 'imperial', 'nautical'] as const)(
  'what is typed in %s units is what is shown',
  (units) => {
    const typed = 88_123.4
    expect(toTyped('odometer', fromTyped('odometer', typed, units), units)).toBeCloseTo(typed, 6)
    expect(fromTyped('engineHours', typed, units)).toBe(typed)
  },
)

test('the drift is a share of the distance between two readings', () => {
  const reading = (value: number, drift: number | null) => ({ value, drift }) as Reading
  expect(driftShare(reading(11_000, 20), reading(10_000, null))).toBeCloseTo(0.02)
  expect(driftShare(reading(10_000, null), undefined)).toBeUndefined()
  expect(driftShare(reading(10_000, -5), reading(10_000, null))).toBeUndefined()
})
