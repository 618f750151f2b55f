import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { decode } from './decode.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'
import { topflytech } from './topflytech.ts'

const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  ignition: true,
  inputs: [true, false, false, false],
  outputs: [false, false, false],
  batteryPct: 90,
  powerV: 12.59,
  mileageKm: 1234.567,
  alarms: [],
  attributes: { gsmSignal: 0 },
}

test.each(readSamples<SocketSample>('topflytech'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(topflytech, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip', () => {
  const [frame] = encodeLocations(imei, [drive], 7)
  const reply = Buffer.from('252502000f00070860000000000025', 'hex')
  expect(decode(frame!)).toEqual({ kind: 'locations', identifier: imei, locations: [drive], reply })
})

test('encodes an alarm as its code', () => {
  const [frame] = encodeLocations(imei, [{ ...drive, alarms: ['tow'] }], 1)
  expect(decode(frame!)).toMatchObject({ locations: [{ alarms: ['tow'], attributes: { alarmCode: 7 } }] })
})

test('decodes the heartbeat of a simulated tracker', () => {
  expect(decode(encodeHeartbeat(imei, 1))).toMatchObject({ kind: 'heartbeat', identifier: imei })
})

test.each([
  [undefined, '2525'],
  ['TLW2-12B', '2525'],
  ['TLD1-A', '2626'],
  ['TLP1-SF', '2727'],
  ['TorchX 100', '2727'],
])('a command for %s', (model, header) => {
  const settings = model ? { model } : {}
  const frame = encodeCommand({ text: 'STATUS#', requestId: 1, identifier: imei, settings })
  expect(frame.toString('hex')).toBe(`${header}810017000108600000000000250153544154555323`)
  const command = { kind: 'command', identifier: imei, requestId: 1, text: 'STATUS#' }
  expect(decode(frame)).toEqual(command)
})
