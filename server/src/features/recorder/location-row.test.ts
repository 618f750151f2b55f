import type { Location } from '@rastro/protocols'
import { expect, test } from 'vitest'
import { toRow } from './location-row.api.ts'

const receivedAt = new Date('2026-11-15T10:00:00.500Z')
const heard = { who: '356307042441013', protocol: 'teltonika', receivedAt, datesRollOver: true }
const location: Location = {
  fixedAt: new Date('2026-11-15T09:59:59Z'),
  latitude: -41.1234567,
  longitude: 179.9999999,
  valid: true,
  alarms: [],
  attributes: {},
}

test('a location becomes whole numbers, and nothing else where nothing else is known', () => {
  expect(toRow({ ...location, speedKmh: 90.04, courseDeg: 359.96, altitudeM: 12.4 }, heard)).toEqual([
    '356307042441013',
    location.fixedAt!.getTime(),
    receivedAt.getTime(),
    -411_234_567,
    1_799_999_999,
    expect.any(Number),
    12,
    900,
    0,
    null,
    null,
    null,
    'teltonika',
  ])
})

test('the same report has the same fingerprint whenever it is heard, another one has another', () => {
  const fingerprint = (one: Location, at = receivedAt) => toRow(one, { ...heard, receivedAt: at })[5]
  expect(fingerprint(location, new Date('2026-11-15T11:00:00Z'))).toBe(fingerprint(location))
  expect(fingerprint({ ...location, alarms: ['sos'] })).not.toBe(fingerprint(location))
})

test('a clock that cannot be right is not believed, and what it said stays visible', () => {
  const row = toRow({ ...location, fixedAt: new Date('1980-01-06T00:00:00Z') }, heard)
  expect(row[1]).toBe(receivedAt.getTime())
  expect(row[11]).toEqual({ deviceTime: '1980-01-06T00:00:00.000Z' })
})

test('a date of 1024 weeks ago is repaired', () => {
  const row = toRow(
    { ...location, fixedAt: new Date(location.fixedAt!.getTime() - 7168 * 86_400_000) },
    heard,
  )
  expect(row[1]).toBe(location.fixedAt!.getTime())
  expect(row[11]).toHaveProperty('deviceTime')
})

test('what has no column stands under the API’s names', () => {
  const row = toRow(
    { ...location, batteryPct: 80, alarms: ['sos'], hdop: 0.9, attributes: { io9: 4 } },
    heard,
  )
  expect(row[11]).toEqual({ battery: 80, alerts: ['sos'], attributes: { io9: 4, hdop: 0.9 } })
})
