import { expect, test } from 'vitest'
import { doubtsOf } from './activity.ts'

const good = { dateTime: '2026-11-15T08:00:00Z', latitude: 41.4, longitude: 2.1, valid: true }

test('a location with a place, a fix and a right clock leaves no doubt', () => {
  expect(doubtsOf(good)).toEqual([])
})

test('every doubt is named: no place, no fix, no time, a clock that cannot be right', () => {
  expect(doubtsOf({ ...good, latitude: null, longitude: null, valid: false })).toEqual(['noPlace', 'noFix'])
  expect(doubtsOf({ ...good, deviceTime: null })).toEqual(['noTime'])
  expect(doubtsOf({ ...good, deviceTime: '1999-01-01T00:00:00Z' })).toEqual(['wrongClock'])
})
