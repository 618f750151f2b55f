import type { Location } from '@rastro/protocols'
import { expect, test } from 'vitest'
import { fingerprintOf, fixedAtMsOf, moreOf, toRow } from './location-row.api.ts'

const receivedAt = new Date('2026-11-15T10:00:00.500Z')
const reception = { deviceRef: '356307042441013', protocol: 'teltonika', receivedAt, datesRollOver: true }
const location: Location = {
  fixedAt: new Date('2026-11-15T09:59:59Z'),
  latitude: -41.1234567,
  longitude: 179.9999999,
  valid: true,
  alarms: [],
  attributes: {},
}

test('encodes a location as integers, and unknown fields as null', () => {
  expect(toRow({ ...location, speedKmh: 90.04, courseDeg: 359.96, altitudeM: 12.4 }, reception)).toEqual([
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

test('the fingerprint depends on the report, not on the time of reception', () => {
  const fingerprint = (one: Location, at = receivedAt) =>
    fingerprintOf(toRow(one, { ...reception, receivedAt: at }))
  expect(fingerprint(location, new Date('2026-11-15T11:00:00Z'))).toBe(fingerprint(location))
  expect(fingerprint({ ...location, alarms: ['sos'] })).not.toBe(fingerprint(location))
})

test('replaces an implausible time, and keeps it as deviceTime', () => {
  const row = toRow({ ...location, fixedAt: new Date('1980-01-06T00:00:00Z') }, reception)
  expect(fixedAtMsOf(row)).toBe(receivedAt.getTime())
  expect(moreOf(row)).toEqual({ deviceTime: '1980-01-06T00:00:00.000Z' })
})

test('repairs a date that is 1024 weeks early', () => {
  const row = toRow(
    { ...location, fixedAt: new Date(location.fixedAt!.getTime() - 7168 * 86_400_000) },
    reception,
  )
  expect(fixedAtMsOf(row)).toBe(location.fixedAt!.getTime())
  expect(moreOf(row)).toHaveProperty('deviceTime')
})

test('keeps fields without a column under the names of the API', () => {
  const row = toRow(
    { ...location, batteryPct: 80, alarms: ['sos'], hdop: 0.9, attributes: { io9: 4 } },
    reception,
  )
  expect(moreOf(row)).toEqual({ battery: 80, alerts: ['sos'], attributes: { io9: 4, hdop: 0.9 } })
})
