import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { decodePublished } from './decode.ts'
import { owntracks } from './owntracks.ts'

test.each(readSamples<HttpSample>('owntracks'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(owntracks, sample)).toStrictEqual({ decoded, accept, refuse })
})

test.each([
  ['owntracks/ana/phone', 'locations'],
  ['owntracks/ana/phone/event', 'locations'],
])('a message under %s belongs to the phone', (topic, kind) => {
  const payload = Buffer.from('{"_type":"location","lat":1,"lon":2,"tst":1777890030}')
  expect(decodePublished(topic, payload)).toMatchObject({ kind, identifier: 'owntracks/ana/phone' })
})

test('ignores a cleared retained message', () => {
  const decoded = decodePublished('owntracks/ana/phone', Buffer.alloc(0))
  expect(decoded).toEqual({ kind: 'ignored', identifier: 'owntracks/ana/phone', why: 'an empty message' })
})

test('attributes are bounded in length', () => {
  const message = { _type: 'location', lat: 1, lon: 2, tst: 1777890030, tid: 'p1', SSID: 'x'.repeat(9_000) }
  const regions = Array.from({ length: 9_000 }, () => 'home')
  const payload = Buffer.from(JSON.stringify({ ...message, inregions: regions, t: 'y'.repeat(9_000) }))
  const decoded = decodePublished('owntracks/ana/phone', payload)
  const attributes = decoded.kind === 'locations' ? decoded.locations[0]!.attributes : {}
  const lengths = Object.values(attributes).map((value) => String(value).length)
  expect(Math.max(...lengths)).toBe(500)
})
