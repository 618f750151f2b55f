import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LocationRow } from './location-row.types.ts'
import { isoTime, toView } from './location-view.ts'

const full: LocationRow = [
  '356307042441013',
  Date.parse('2026-05-04T10:30:00.007Z'),
  Date.parse('2026-05-04T10:30:59.120Z'),
  404_168_001,
  -37_038_000,
  17,
  -12,
  523,
  1_234,
  5,
  9,
  { ignition: true, alerts: ['sos'] },
  'teltonika',
]

test('shows everything that a location says, under the names of the API', () => {
  expect(JSON.parse(toView(full))).toEqual({
    dateTime: '2026-05-04T10:30:00.007Z',
    receivedAt: '2026-05-04T10:30:59.120Z',
    latitude: 40.4168001,
    longitude: -3.7038,
    altitude: -12,
    speed: 14.53,
    course: 123.4,
    accuracy: 5,
    satellites: 9,
    valid: true,
    ignition: true,
    alerts: ['sos'],
  })
})

test('leaves out what is unknown, but not where it was', () => {
  const row: LocationRow = ['x', full[1], full[2], null, null, 17, null, null, null, null, null, null, 'h02']
  const { dateTime, receivedAt } = JSON.parse(toView(full))
  expect(JSON.parse(toView(row))).toEqual({
    dateTime,
    receivedAt,
    latitude: null,
    longitude: null,
    valid: true,
  })
})

test('says once that it is not valid', () => {
  const text = toView(full.with(11, { valid: false, battery: 7 }) as LocationRow)
  expect(text.match(/"valid"/g)).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({ valid: false, battery: 7 })
})

test('writes every instant as a date does', () => {
  const years = { min: Date.parse('1969-01-01'), max: Date.parse('2099-12-31') }
  fc.assert(
    fc.property(fc.integer(years), (ms) => isoTime(ms) === new Date(ms).toISOString()),
    { numRuns: 20_000 },
  )
})
