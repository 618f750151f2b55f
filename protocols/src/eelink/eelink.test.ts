import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { commandText } from './commands.ts'
import { eelink } from './eelink.ts'
import { encodeCommand, encodeDatagrams, encodeHeartbeat, encodeLocations, encodeLogin } from './encode.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333078,
  valid: true,
  altitudeM: 760,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  ignition: true,
  batteryV: 4.012,
  mileageKm: 1234.567,
  alarms: [],
  attributes: { analog1: 0, analog2: 0 },
}

test.each(readSamples<SocketSample>('eelink'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(eelink, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip', () => {
  const [frame] = encodeLocations([drive], 7)
  const reply = Buffer.from('67671200020007', 'hex')
  const decoded = eelink.decode(frame!, session, receivedAt)
  expect(decoded).toEqual({ kind: 'locations', locations: [drive], reply })
})

test('encodes an alarm as its code', () => {
  const [frame] = encodeLocations([{ ...drive, alarms: ['fall'] }], 1)
  const decoded = eelink.decode(frame!, session, receivedAt)
  expect(decoded).toMatchObject({ locations: [{ alarms: ['fall'], attributes: { alarmCode: 134 } }] })
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = eelink.decode(encodeLogin(imei, 1), session, receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: imei })
  expect(eelink.decode(encodeHeartbeat(2), session, receivedAt)).toMatchObject({ kind: 'heartbeat' })
})

test('a datagram names its sender', () => {
  const [datagram] = encodeDatagrams(imei, [drive], 3)
  const decoded = eelink.decode(datagram!, openSession('udp'), receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', identifier: imei, locations: [drive] })
})

test.each([
  [{ type: 'position' }, 'WHERE#'],
  [{ type: 'interval', seconds: 30 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'RELAY,1#'],
  [{ type: 'output', output: 2, on: true }, undefined],
  [{ type: 'reboot' }, 'RESET#'],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})

test('a command has its number', () => {
  const frame = encodeCommand({ text: 'STATUS#', requestId: 1, settings: {} })
  expect(frame.toString('hex')).toBe('676780000e0001010000000153544154555323')
})
