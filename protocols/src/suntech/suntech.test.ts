import { expect, test } from 'vitest'
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { suntech } from './suntech.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  speedKmh: 54.25,
  courseDeg: 123.5,
  satellites: 12,
  batteryV: 4.1,
  powerV: 13.95,
  ignition: true,
  inputs: [true, false, true],
  outputs: [false, true],
  mileageKm: 1234.567,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('suntech'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(suntech, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const decoded = suntech.decode(encodeLocation('100850123', drive, 7), session, receivedAt)
  const { attributes: _, ...expected } = drive
  expect(decoded).toMatchObject({ kind: 'locations', identifier: '100850123', locations: [expected] })
})

test.each<AlarmName>(['sos', 'powerCut', 'theft', 'ignitionOn', 'harshBraking', 'driverOut'])(
  'encodes a location with %s as an emergency or an alert',
  (alarm) => {
    const frame = encodeLocation('100850123', { ...drive, alarms: [alarm] }, 7)
    const decoded = suntech.decode(frame, session, receivedAt)
    expect(decoded).toMatchObject({ kind: 'locations', locations: [{ alarms: [alarm], batteryV: 4.1 }] })
  },
)

test('decodes a keep-alive, and terminates a command', () => {
  const alive = suntech.decode(encodeHeartbeat('100850123'), session, receivedAt)
  expect(alive).toEqual({ kind: 'heartbeat', identifier: '100850123' })
  const command = encodeCommand({ text: 'ST300CMD;100850123;02;Enable1', requestId: 1, settings: {} })
  expect(String(command)).toBe('ST300CMD;100850123;02;Enable1\r')
})
