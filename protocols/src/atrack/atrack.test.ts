import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { atrack } from './atrack.ts'
import { encodeCommand, encodeHeartbeat, encodeLocations } from './encode.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  speedKmh: 54,
  courseDeg: 123,
  hdop: 0.7,
  mileageKm: 1234.6,
  ignition: true,
  inputs: [true, false, true, false, false, false, false, false],
  outputs: [false, true, false, false, false, false, false, false],
  temperatureC: -5.5,
  alarms: [],
  attributes: { event: 2 },
}

test.each(readSamples<SocketSample>('atrack'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(atrack, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, ten in a frame', () => {
  const frames = encodeLocations(
    imei,
    Array.from({ length: 11 }, () => drive),
    7,
  )
  expect(frames).toHaveLength(2)
  expect(atrack.decode(frames[1]!, session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: imei,
    locations: [drive],
    reply: Buffer.from('fe0200030e2a5a81c0190008', 'hex'),
  })
})

test('a location without a fix is not valid', () => {
  const [frame] = encodeLocations(imei, [{ ...drive, valid: false }], 7)
  expect(atrack.decode(frame!, session, receivedAt)).toMatchObject({ locations: [{ valid: false }] })
})

test('a heartbeat is repeated', () => {
  const frame = encodeHeartbeat(imei, 1)
  expect(atrack.decode(frame, session, receivedAt)).toEqual({
    kind: 'heartbeat',
    identifier: imei,
    reply: frame,
  })
})

test('a command is a line', () => {
  const frame = encodeCommand({ text: 'AT$INFO=?', requestId: 1, settings: {} })
  expect(frame.toString()).toBe('AT$INFO=?\r\n')
  expect(atrack.split(frame, session, 0)).toEqual({ kind: 'frame', size: frame.length })
  expect(atrack.decode(frame, session, receivedAt)).toEqual({ kind: 'command', text: 'AT$INFO=?' })
})

test('a checksum may begin with the byte of a comma', () => {
  const frame = Buffer.from('40502c000033', 'hex')
  expect(atrack.split(frame, session, 0)).toEqual({ kind: 'more', needBytes: 57 })
})
