import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeDatagram, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { wialonIps } from './wialon-ips.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760.5,
  speedKmh: 54.25,
  courseDeg: 123.5,
  satellites: 12,
  hdop: 0.7,
  powerV: 12.6,
  batteryV: 4.1,
  batteryPct: 90,
  alarms: ['sos'],
  attributes: {},
}

test.each(readSamples<SocketSample>('wialon-ips'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(wialonIps, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  expect(wialonIps.decode(encodeLocation(drive), session, receivedAt)).toEqual({
    kind: 'locations',
    locations: [drive],
    reply: Buffer.from('#AD#1\r\n'),
  })
})

test('names of parameters may be in any alphabet', () => {
  const line = '#D#NA;NA;NA;NA;NA;NA;0;0;0;0;NA;NA;NA;;NA;Батарея:3:100 %\r\n'
  const decoded = wialonIps.decode(Buffer.from(line), session, receivedAt)
  expect(decoded).toMatchObject({ locations: [{ attributes: { Батарея: '100 %' } }] })
})

test('a datagram has the identifier', () => {
  const decoded = wialonIps.decode(encodeDatagram('860000000000025', drive), openSession('udp'), receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', identifier: '860000000000025', locations: [drive] })
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = wialonIps.decode(encodeLogin('860000000000025'), session, receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: '860000000000025' })
  expect(wialonIps.decode(encodeHeartbeat(), session, receivedAt)).toMatchObject({ kind: 'heartbeat' })
})

test('a command is a line; so is its answer, after the login', () => {
  const frame = encodeCommand({ text: 'VER?', requestId: 1, settings: {} })
  expect(frame.toString()).toBe('VER?\r\n')
  const answer = Buffer.from('V4.5\r\n')
  expect(wialonIps.decode(answer, session, receivedAt)).toMatchObject({ kind: 'bad' })
  expect(wialonIps.decode(answer, { ...session, identifier: '1' }, receivedAt)).toEqual({
    kind: 'answer',
    text: 'V4.5',
  })
})
