import { expect, test } from 'vitest'
import { warningsOf } from './activity.ts'

const good = { dateTime: '2026-11-15T08:00:00Z', latitude: 41.4, longitude: 2.1, valid: true }

test('a location with coordinates, a fix and a plausible clock has no warnings', () => {
  expect(warningsOf(good)).toEqual([])
})

test('lists every warning: no coordinates, no fix, no time, wrong clock', () => {
  expect(warningsOf({ ...good, latitude: null, longitude: null, valid: false })).toEqual([
    'noCoordinates',
    'noFix',
  ])
  expect(warningsOf({ ...good, deviceTime: null })).toEqual(['noTime'])
  expect(warningsOf({ ...good, deviceTime: '1999-01-01T00:00:00Z' })).toEqual(['wrongClock'])
})
