import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeLocation } from './encode.ts'
import { iridiumDirectip } from './iridium-directip.ts'

test.each(readSamples<SocketSample>('iridium-directip'))('$title', (sample) => {
  expect(decodeSample(iridiumDirectip, sample)).toStrictEqual({ decoded: sample.decoded })
})

test('decodes the text and the estimated position of a simulated modem', () => {
  const location: Location = {
    fixedAt: new Date('2026-05-04T10:20:30Z'),
    latitude: -23.5505,
    longitude: -46.6333,
    valid: true,
    approximate: true,
    accuracyM: 7_000,
    alarms: [],
    attributes: { text: 'Hello' },
  }
  const frame = encodeLocation('300234060000015', location, 9)
  expect(iridiumDirectip.detect(frame, 'tcp')).toBe('yes')
  expect(iridiumDirectip.decode(frame, openSession('tcp'), new Date())).toMatchObject({
    kind: 'locations',
    identifier: '300234060000015',
    locations: [{ ...location, attributes: { text: 'Hello', momsn: 9, radiusKm: 7 } }],
  })
})
