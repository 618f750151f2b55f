import { expect, test } from 'vitest'
import { checkTripEvents } from './trip-checker.ts'

const event = (type: string, tripId: string, version = 1) => ({ type: `trip.${type}`, tripId, version })

test('accepts trips that start, end, are corrected and are withdrawn', () => {
  const events = [
    event('started', 'one'),
    event('ended', 'one', 2),
    event('corrected', 'one', 3),
    // A late location continued it.
    event('ended', 'one', 4),
    event('started', 'two'),
    event('withdrawn', 'two', 2),
    event('started', 'open'),
  ]
  expect(checkTripEvents(events, new Set(['one', 'open']))).toEqual({
    events: 7,
    twice: [],
    missing: [],
    unknown: [],
  })
})

test('finds trips that are published twice, not at all, or that do not exist', () => {
  const events = [
    event('started', 'one'),
    event('started', 'one', 2),
    event('ended', 'one', 2),
    event('ended', 'one', 2),
    event('started', 'gone'),
  ]
  expect(checkTripEvents(events, new Set(['one', 'silent']))).toEqual({
    events: 5,
    twice: ['trip.started one', 'trip.ended one 2'],
    missing: ['silent'],
    unknown: ['gone'],
  })
})
