import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { ruptela } from './ruptela.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760.5,
  speedKmh: 54,
  courseDeg: 123.5,
  satellites: 12,
  hdop: 0.7,
  ignition: true,
  powerV: 12.593,
  batteryV: 4.012,
  mileageKm: 1234.567,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('ruptela'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(ruptela, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, twenty in a frame', () => {
  const frames = encodeLocations(
    imei,
    Array.from({ length: 21 }, () => drive),
  )
  expect(frames).toHaveLength(2)
  expect(ruptela.decode(frames[1]!, session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: imei,
    locations: [drive],
    reply: Buffer.from('0002640113bc', 'hex'),
  })
})

test('encodes an alarm as the element of the event', () => {
  const [frame] = encodeLocations(imei, [{ ...drive, alarms: ['jamming'] }])
  expect(ruptela.decode(frame!, session, receivedAt)).toMatchObject({ locations: [{ alarms: ['jamming'] }] })
})

test('decodes the heartbeat of a simulated tracker', () => {
  const decoded = ruptela.decode(encodeHeartbeat(imei), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei })
})

test('a command is a text', () => {
  const frame = encodeCommand({ text: 'pass getinfo', requestId: 1, settings: {} })
  expect(frame.toString('hex')).toBe('000d6c7061737320676574696e666f3c1a')
  expect(ruptela.decode(frame, session, receivedAt)).toEqual({ kind: 'command', text: 'pass getinfo' })
})
