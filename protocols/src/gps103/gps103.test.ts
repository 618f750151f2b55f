import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { gps103 } from './gps103.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const session = openSession('tcp')
const imei = '860000000000033'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30.250Z'),
  latitude: -23.55052,
  longitude: -46.6333083,
  valid: true,
  altitudeM: -12,
  speedKmh: 92.6,
  courseDeg: 123.5,
  fuelPct: 55,
  temperatureC: -12.5,
  ignition: true,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('gps103'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(gps103, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a report round-trips', () => {
  const decoded = gps103.decode(encodeLocation(imei, drive), session, receivedAt)
  expect(decoded).toEqual({ kind: 'locations', identifier: imei, locations: [drive] })
})

test('encodes an alarm as its keyword, and answers an SOS', () => {
  const frame = encodeLocation(imei, { ...drive, alarms: ['sos'] })
  expect(gps103.decode(frame, session, receivedAt)).toMatchObject({
    locations: [{ alarms: ['sos'], attributes: { event: 'help me' } }],
    reply: Buffer.from('**,imei:860000000000033,E;'),
  })
})

test.each([
  ['low battery', 'lowBattery'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  ['stockade', 'geofenceExit'],
  ['sensor alarm', 'vibration'],
  ['accident alarm', 'crash'],
  ['bonnet alarm', 'tampering'],
  ['footbrake alarm', 'tampering'],
  ['acc on', 'ignitionOn'],
])('the keyword %s raises %s', (keyword, alarm) => {
  const text = encodeLocation(imei, drive).toString().replace('tracker', keyword)
  const decoded = gps103.decode(Buffer.from(text), session, receivedAt)
  expect(decoded).toMatchObject({ locations: [{ alarms: [alarm], attributes: { event: keyword } }] })
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = gps103.decode(encodeLogin(imei), session, receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: imei, accept: Buffer.from('LOAD') })
  const heartbeat = gps103.decode(encodeHeartbeat(imei), session, receivedAt)
  expect(heartbeat).toEqual({ kind: 'heartbeat', identifier: imei, reply: Buffer.from('ON') })
})

test('a command contains the device, and is decoded', () => {
  const frame = gps103.encode.command!({ text: 'J', requestId: 1, identifier: imei, settings: {} })
  expect(frame.toString()).toBe('**,imei:860000000000033,J;')
  const decoded = gps103.decode(frame, session, receivedAt)
  expect(decoded).toEqual({ kind: 'command', identifier: imei, text: 'J' })
})

test.each([
  ['##,imei', 'tcp', 'more'],
  ['##,imei:', 'tcp', 'yes'],
  ['imei:', 'tcp', 'more'],
  ['imei:860000000000033,', 'tcp', 'yes'],
  ['imei:860000000000033r', 'tcp', 'no'],
  ['imei:860000000000033000000', 'tcp', 'no'],
  ['imex', 'tcp', 'no'],
  ['86000000000003', 'tcp', 'more'],
  ['860000000000033', 'tcp', 'more'],
  ['860000000000033', 'udp', 'yes'],
  ['860000000000033;', 'tcp', 'yes'],
  ['8600000000000331', 'tcp', 'no'],
  ['*HQ,', 'tcp', 'no'],
] as const)('detects the first bytes %s over %s: %s', (text, transport, detection) => {
  expect(gps103.detect(Buffer.from(text), transport)).toBe(detection)
})
