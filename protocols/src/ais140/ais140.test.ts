import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { ais140 } from './ais140.ts'
import { encodeHeartbeat, encodeLocation } from './encode.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: 12.976593,
  longitude: 77.549782,
  valid: true,
  altitudeM: 760.5,
  speedKmh: 54.5,
  courseDeg: 123.25,
  satellites: 12,
  hdop: 0.7,
  ignition: true,
  powerV: 12.4,
  batteryV: 4.1,
  alarms: ['sos'],
  attributes: {},
}

test.each(readSamples<SocketSample>('ais140'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(ais140, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const decoded = ais140.decode(encodeLocation(imei, drive), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', identifier: imei, locations: [drive] })
})

test('decodes the heartbeat of a simulated tracker', () => {
  const decoded = ais140.decode(encodeHeartbeat(imei), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei })
})
