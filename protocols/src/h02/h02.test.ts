import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeBinary, encodeHeartbeat, encodeLocation } from './encode.ts'
import { h02 } from './h02.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const session = openSession('tcp')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333083,
  valid: true,
  speedKmh: 92.6,
  courseDeg: 123,
  ignition: true,
  alarms: [],
  attributes: { status: 'FFFFFFFF' },
}

test.each(readSamples<SocketSample>('h02'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(h02, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('text and binary locations round-trip', () => {
  const text = h02.decode(encodeLocation('9170500001', drive), session, receivedAt)
  expect(text).toMatchObject({ kind: 'locations', identifier: '9170500001', locations: [drive] })
  const binary = h02.decode(encodeBinary('9170500001', drive), session, receivedAt)
  expect(binary).toEqual({ kind: 'locations', identifier: '9170500001', locations: [drive] })
})

test('an alarm clears its bit', () => {
  const pressed = encodeLocation('9170500001', { ...drive, ignition: false, alarms: ['sos'] })
  expect(pressed.toString()).toContain(',FFFFFBFD#')
  expect(h02.decode(pressed, session, receivedAt)).toMatchObject({ locations: [{ alarms: ['sos'] }] })
})

test('minutes are always below 60', () => {
  const frame = encodeLocation('9170500001', { ...drive, latitude: 0.9999999, longitude: 9.99999999 })
  expect(frame.toString()).toContain(',0100.0000,N,01000.0000,E,')
})

test('decodes the heartbeat of a simulated tracker', () => {
  const heartbeat = h02.decode(encodeHeartbeat('860000000000058'), session, receivedAt)
  expect(heartbeat).toMatchObject({ kind: 'heartbeat', identifier: '860000000000058' })
})

test('a command contains the device and the time, and is decoded', () => {
  const frame = h02.encode.command!({
    text: 'S20,1,1',
    requestId: 1,
    identifier: '9170500001',
    sentAt: new Date('2026-05-04T10:23:00Z'),
    settings: {},
  })
  expect(frame.toString()).toBe('*HQ,9170500001,S20,102300,1,1#')
  const decoded = h02.decode(frame, session, receivedAt)
  expect(decoded).toEqual({ kind: 'command', identifier: '9170500001', text: 'S20,1,1' })
})

test('over UDP an answer is never longer than the request', () => {
  const short = Buffer.from('*HQ,12345,V1,,V,,,,,,,#')
  const decoded = h02.decode(short, openSession('udp'), receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations' })
  expect(decoded).not.toHaveProperty('reply')
  expect(h02.decode(short, session, receivedAt)).toHaveProperty('reply')
})

test.each([
  ['*HQ,9', 'yes'],
  ['*hq,', 'more'],
  ['**,imei:', 'no'],
  ['$', 'more'],
  ['$$A170,8', 'no'],
  ['$$A12', 'more'],
  ['+RESP:', 'no'],
])('detects the first bytes %s: %s', (text, detection) => {
  expect(h02.detect(Buffer.from(text), 'tcp')).toBe(detection)
})
