import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeLocation } from './encode.ts'
import { wialonRetranslator } from './wialon-retranslator.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760.5,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  powerV: 12.593,
  batteryV: 4.012,
  alarms: ['sos'],
  attributes: {},
}

test.each(readSamples<SocketSample>('wialon-retranslator'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(wialonRetranslator, sample)).toStrictEqual({
    decoded,
    ...(noiseBytes && { noiseBytes }),
  })
})

test('a location round-trips', () => {
  expect(wialonRetranslator.decode(encodeLocation('unit_26', drive), session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: 'unit_26',
    locations: [drive],
    reply: Buffer.from([0x11]),
  })
})
