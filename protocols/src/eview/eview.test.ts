import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { eview } from './eview.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30.000Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  hdop: 0.7,
  batteryPct: 81,
  moving: true,
  mileageKm: 1234.567,
  alarms: [],
  attributes: { gsmSignal: 0 },
}

test.each(readSamples<SocketSample>('eview'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(eview, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, twenty in a packet', () => {
  const packets = encodeLocations(
    imei,
    Array.from({ length: 21 }, () => drive),
    7,
  )
  expect(packets).toHaveLength(2)
  expect(eview.decode(packets[1]!, session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: imei,
    locations: [drive],
    reply: Buffer.from('ab00030008c708007f0100', 'hex'),
  })
})

test('encodes an alarm as its bit', () => {
  const [packet] = encodeLocations(imei, [drive, { ...drive, alarms: ['fall'] }], 1)
  const decoded = eview.decode(packet!, session, receivedAt)
  expect(decoded).toMatchObject({ locations: [{ alarms: [] }, { alarms: ['fall'] }] })
})

test('decodes the heartbeat of a simulated tracker', () => {
  const decoded = eview.decode(encodeHeartbeat(imei, 1), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei, status: { batteryPct: 100 } })
})

test('the time is not sent to an address that was not proven', () => {
  const frame = encodeCommand({ text: '03 0112', requestId: 1, settings: {} })
  expect(eview.decode(frame, openSession('udp'), receivedAt)).toMatchObject({ reply: { length: 11 } })
  expect(eview.decode(frame, session, receivedAt)).toMatchObject({ reply: { length: 15 } })
})

test.each([
  ['02 01f0', '02 01f0'],
  ['restart', '04 091f0072657374617274'],
])('the command %s', (text, keys) => {
  const frame = encodeCommand({ text, requestId: 3, settings: {} })
  expect(eview.decode(frame, session, receivedAt)).toEqual({ kind: 'command', requestId: 3, text: keys })
})
