import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { calamp } from './calamp.ts'
import { encodeHeartbeat, encodeLocations } from './encode.ts'

const session = openSession('udp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760.5,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  hdop: 0.7,
  ignition: true,
  inputs: [false, true, false, false, false, false, true],
  alarms: [],
  attributes: { rssiDbm: -71, commState: 15, event: 0, eventIndex: 0 },
}

test.each(readSamples<SocketSample>('calamp'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(calamp, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const [datagram] = encodeLocations(imei, [drive], 7)
  expect(calamp.decode(datagram!, session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: imei,
    locations: [drive],
    reply: Buffer.from('02010007020000000000', 'hex'),
  })
})

test('a location without a fix is not valid', () => {
  const [datagram] = encodeLocations(imei, [{ ...drive, valid: false }], 7)
  expect(calamp.decode(datagram!, session, receivedAt)).toMatchObject({ locations: [{ valid: false }] })
})

test('decodes the heartbeat of a simulated unit', () => {
  const decoded = calamp.decode(encodeHeartbeat(imei, 1), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei })
})

test('is claimed in datagrams only', () => {
  const datagram = encodeHeartbeat(imei, 1)
  expect([calamp.detect(datagram, 'udp'), calamp.detect(datagram, 'tcp')]).toEqual(['yes', 'no'])
})
