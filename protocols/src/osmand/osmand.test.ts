import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { osmand } from './osmand.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')

test.each(readSamples<HttpSample>('osmand'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(osmand, sample)).toStrictEqual({ decoded, accept, refuse })
})

test('a query round-trips', () => {
  const location: Location = {
    fixedAt: new Date('2026-05-04T10:20:30.500Z'),
    latitude: -23.55052,
    longitude: -46.633308,
    valid: true,
    altitudeM: 760,
    speedKmh: 54,
    courseDeg: 123.5,
    accuracyM: 6.5,
    hdop: 0.7,
    batteryPct: 81,
    ignition: true,
    rpm: 933,
    alarms: ['sos', 'fall'],
    attributes: {},
  }
  const [request] = osmand.encode.locations('phone-01', [location])
  const { decoded } = osmand.decodeRequest(request!, receivedAt)
  expect(decoded).toEqual([{ kind: 'locations', identifier: 'phone-01', locations: [location] }])
})

test('attributes are bounded in number, name and length', () => {
  const query = new URLSearchParams({ id: 'phone-01', lat: '1', lon: '1', __proto__: 'x', 'a b': '1' })
  query.append('long', 'x'.repeat(10_000))
  for (let number = 0; number < 200; number++) query.append(`key${number}`, '1')
  const { decoded } = osmand.decodeRequest(
    { method: 'GET', path: '/', query, headers: {}, body: Buffer.alloc(0) },
    receivedAt,
  )
  const [report] = decoded
  const attributes = report?.kind === 'locations' ? report.locations[0]!.attributes : {}
  expect(Object.keys(attributes)).toHaveLength(50)
  expect(attributes.long).toHaveLength(500)
  expect(attributes).not.toHaveProperty('a b')
})
