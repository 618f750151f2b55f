import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { commandText } from './commands.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeLocations } from './encode.ts'
import { xexun2 } from './xexun2.ts'

const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  speedKmh: 54.2,
  courseDeg: 123.4,
  satellites: 12,
  batteryPct: 90,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('xexun2'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(xexun2, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, fifteen in a message', () => {
  const messages = encodeLocations(
    imei,
    Array.from({ length: 16 }, () => drive),
    6,
  )
  expect(messages).toHaveLength(2)
  const reply = Buffer.from('faaf0014000786000000000002500001fffe01faaf', 'hex')
  const decoded = decode(messages[1]!)
  expect(decoded).toEqual({ kind: 'locations', identifier: imei, locations: [drive], reply })
})

test('encodes alarms as bits', () => {
  const [message] = encodeLocations(imei, [{ ...drive, alarms: ['sos', 'fall'] }], 1)
  expect(decode(message!)).toMatchObject({ locations: [{ alarms: ['sos', 'fall'] }] })
})

test('a location without a fix has no coordinates', () => {
  const [message] = encodeLocations(imei, [{ ...drive, valid: false }], 1)
  const { fixedAt, batteryPct } = drive
  const location = { valid: false, fixedAt, batteryPct, alarms: [], attributes: {} }
  expect(decode(message!)).toMatchObject({ locations: [location] })
})

test.each([0xfaaf, 0xfbbf])('escapes the running number %i', (serial) => {
  const [message] = encodeLocations(imei, [drive], serial)
  expect(message!.indexOf('faaf', 2, 'hex')).toBe(message!.length - 2)
  expect(decode(message!)).toMatchObject({ kind: 'locations', locations: [drive] })
})

test.each([
  [{ type: 'position' }, undefined],
  [{ type: 'interval', seconds: 60 }, 'tracking_send=60,60'],
  [{ type: 'output', output: 1, on: true }, undefined],
  [{ type: 'reboot' }, 'reset'],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})

test('a command is a text', () => {
  const frame = encodeCommand({ text: 'reset', requestId: 1, identifier: imei, settings: {} })
  expect(frame.toString('hex')).toBe('faaf0007000186000000000002500005fddc7265736574faaf')
})
