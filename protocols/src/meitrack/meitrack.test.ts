import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeRecords, encodeText } from './encode.ts'
import { meitrack } from './meitrack.ts'
import { modelOf, scaleOf } from './models.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000074'
const ofT333 = openSession('tcp', { model: 'T333' })

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: -12,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  hdop: 0.8,
  batteryV: 4.02,
  powerV: 13.95,
  ignition: true,
  inputs: [false, false, true, false, false, false, false, false],
  outputs: [true, false, false, false, false, false, false, false],
  mileageKm: 1234.567,
  alarms: ['harshBraking'],
  attributes: { event: 129, gsmSignal: 24, runtimeS: 0 },
}

test.each(readSamples<SocketSample>('meitrack'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(meitrack, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a text location round-trips', () => {
  const decoded = meitrack.decode(encodeText(imei, drive, 4), ofT333, receivedAt)
  const attributes = { ...drive.attributes, analog: '0000|0000|0000|0192|0573' }
  expect(decoded).toEqual({ kind: 'locations', identifier: imei, locations: [{ ...drive, attributes }] })
})

test('stored records round-trip, and are answered with their number', () => {
  const decoded = meitrack.decode(encodeRecords(imei, [drive, drive], 23), ofT333, receivedAt)
  const reply = Buffer.from('@@X27,860000000000074,CCC,2*D3\r\n')
  expect(decoded).toEqual({ kind: 'locations', identifier: imei, locations: [drive, drive], reply })
})

test.each([
  [17, 'lowBattery'],
  [18, 'lowPower'],
  [19, 'overspeed'],
  [20, 'geofenceEnter'],
  [21, 'geofenceExit'],
  [22, 'powerRestored'],
  [24, 'gpsLost'],
  [25, 'gpsRestored'],
  [28, 'gpsAntennaCut'],
  [29, 'deviceOn'],
  [36, 'tow'],
  [40, 'deviceOff'],
  [44, 'jamming'],
  [51, 'temperature'],
  [54, 'fuelTheft'],
  [58, 'theft'],
  [79, 'fall'],
  [81, 'tampering'],
  [130, 'harshAcceleration'],
  [133, 'idle'],
  [135, 'fatigue'],
  [144, 'ignitionOn'],
  [145, 'ignitionOff'],
])('event %i raises %s', (event, alarm) => {
  const text = encodeText(imei, drive, 4).toString('latin1')
  const tolerant = openSession('tcp', { tolerateChecksum: true })
  const changed = text.replace(',AAA,129,', `,AAA,${String(event).padStart(3, '0')},`)
  const decoded = meitrack.decode(Buffer.from(changed, 'latin1'), tolerant, receivedAt)
  expect(decoded).toMatchObject({ locations: [{ alarms: [alarm], attributes: { event } }] })
})

test('no battery reading fits two scales', () => {
  const unknown = modelOf('something else')
  const fitting = Array.from({ length: 4096 }, (_, reading) => scaleOf(unknown, reading)?.battery)
  const changes = fitting.filter((scale, reading) => scale !== fitting[reading - 1])
  expect(changes).toEqual([0.01, undefined, 6 / 1024, undefined, 6.6 / 4096, undefined])
})

test('a command contains the device, and is decoded', () => {
  const frame = meitrack.encode.command!({ text: 'A10', requestId: 4, identifier: imei, settings: {} })
  expect(frame.toString()).toBe('@@E25,860000000000074,A10*39\r\n')
  const decoded = meitrack.decode(frame, openSession('tcp'), receivedAt)
  expect(decoded).toEqual({ kind: 'command', identifier: imei, text: 'A10' })
})

test.each([
  ['$$A170,8', 'more'],
  ['$$A170,860000000000074,A', 'yes'],
  ['$$A99,860000000000074,2', 'no'],
  ['$$A99,86000000000007400000000', 'no'],
  ['$$A170', 'more'],
  ['$$', 'more'],
  ['$$A1700000', 'no'],
  ['$A', 'no'],
  ['@@A25,86', 'no'],
  ['*HQ,', 'no'],
])('detects the first bytes %s: %s', (text, detection) => {
  expect(meitrack.detect(Buffer.from(text), 'tcp')).toBe(detection)
})
