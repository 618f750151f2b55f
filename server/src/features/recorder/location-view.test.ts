import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedAtMsOf, receivedAtMsOf, rowIndex } from './location-row.api.ts'
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

test('shows every field under the names of the API', () => {
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

test('leaves out unknown fields, except the coordinates', () => {
  const row: LocationRow = [
    'x',
    fixedAtMsOf(full),
    receivedAtMsOf(full),
    null,
    null,
    17,
    null,
    null,
    null,
    null,
    null,
    null,
    'h02',
  ]
  const { dateTime, receivedAt } = JSON.parse(toView(full))
  expect(JSON.parse(toView(row))).toEqual({
    dateTime,
    receivedAt,
    latitude: null,
    longitude: null,
    valid: true,
  })
})

test('writes "valid" once when it is false', () => {
  const text = toView(full.with(rowIndex.more, { valid: false, battery: 7 }) as LocationRow)
  expect(text.match(/"valid"/g)).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({ valid: false, battery: 7 })
})

test('formats times as Date.toISOString does', () => {
  const years = { min: Date.parse('1969-01-01'), max: Date.parse('2099-12-31') }
  fc.assert(
    fc.property(fc.integer(years), (ms) => isoTime(ms) === new Date(ms).toISOString()),
    { numRuns: 20_000 },
  )
})
