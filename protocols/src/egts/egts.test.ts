import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { egts } from './egts.ts'
import { encodeLocations, encodeLogin } from './encode.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: -12,
  speedKmh: 54.3,
  courseDeg: 300,
  satellites: 12,
  moving: true,
  inputs: Array.from({ length: 8 }, () => false),
  powerV: 12.6,
  batteryV: 4,
  mileageKm: 1234.5,
  alarms: ['sos'],
  attributes: { source: 13 },
}

test.each(readSamples<SocketSample>('egts'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(egts, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, twenty in a packet, each confirmed', () => {
  const packets = encodeLocations(
    imei,
    Array.from({ length: 21 }, () => drive),
    2,
  )
  expect(packets).toHaveLength(2)
  expect(egts.decode(packets[1]!, openSession('tcp'), receivedAt)).toEqual({
    kind: 'locations',
    locations: [drive],
    reply: Buffer.from('0100000b00100000000068160000060000002002020003001600007851', 'hex'),
  })
})

test('the login of a simulated tracker is accepted with a result', () => {
  const session = openSession('tcp')
  const decoded = egts.decode(encodeLogin(imei, 1), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'login', identifier: imei })
  expect(decoded.kind === 'login' && decoded.accept?.toString('hex')).toMatch(
    /0100000b000b00010001190400010000010109010000dd45$/,
  )
})
