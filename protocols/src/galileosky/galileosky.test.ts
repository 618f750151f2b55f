import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { commandText, encodeCommand, encodeLocations, encodeLogin } from './encode.ts'
import { galileosky } from './galileosky.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: -12,
  speedKmh: 54.3,
  courseDeg: 123.5,
  satellites: 12,
  hdop: 0.7,
  powerV: 12.593,
  batteryV: 4.012,
  mileageKm: 1234.567,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('galileosky'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(galileosky, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, ten in a packet', () => {
  const frames = encodeLocations(
    imei,
    Array.from({ length: 11 }, () => drive),
    65_530,
  )
  expect(frames).toHaveLength(2)
  expect(galileosky.decode(frames[1]!, session, receivedAt)).toEqual({
    kind: 'locations',
    identifier: imei,
    locations: [drive],
    reply: expect.any(Buffer),
  })
})

test('the answer repeats the checksum', () => {
  const login = encodeLogin(imei)
  const decoded = galileosky.decode(login, session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'login', identifier: imei })
  expect(decoded).toHaveProperty('accept', Buffer.concat([Buffer.from([2]), login.subarray(-2)]))
})

test('a command names the tracker and its own number', () => {
  const frame = encodeCommand({ text: 'status', requestId: 1, identifier: imei, settings: {} })
  expect(frame.toString('hex')).toBe(
    '01200003383630303030303030303030303235040000e001000000e10673746174757383e8',
  )
})

test('commands in the syntax of the tracker: outputs count from 0', () => {
  expect(commandText({ type: 'position' })).toBe('status')
  expect(commandText({ type: 'output', output: 1, on: true })).toBe('Out 0,1')
  expect(commandText({ type: 'output', output: 4, on: false })).toBe('Out 3,0')
  expect(commandText({ type: 'output', output: 5, on: true })).toBeUndefined()
  expect(commandText({ type: 'reboot' })).toBeUndefined()
})
