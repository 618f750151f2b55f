import { expect, test } from 'vitest'
import { FrameSplitter } from '../frame-splitter.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeHeartbeat, encodeLocations, encodeLogin, MASK } from './encode.ts'
import { layoutOf } from './fields.ts'
import { navtelecom } from './navtelecom.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000025'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333083,
  valid: true,
  altitudeM: -12.5,
  speedKmh: 54.25,
  courseDeg: 123,
  satellites: 12,
  powerV: 12.593,
  batteryV: 4.012,
  mileageKm: 1234.5,
  inputs: Array.from({ length: 8 }, () => false),
  outputs: Array.from({ length: 8 }, () => false),
  alarms: [],
  attributes: { gsmSignal: 24 },
}

test.each(readSamples<SocketSample>('navtelecom'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(navtelecom, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('locations round-trip, twenty in a message', () => {
  const messages = encodeLocations(
    imei,
    Array.from({ length: 21 }, () => drive),
    1,
  )
  expect(messages).toHaveLength(2)
  const session = openSession('tcp')
  const cuts = new FrameSplitter([navtelecom], session).push(messages[1]!)
  expect(cuts.map(({ kind }) => kind)).toEqual(['frame', 'frame'])
  expect(session.variant).toBe(MASK)
  expect(navtelecom.decode(cuts[1]!.bytes, session, receivedAt)).toEqual({
    kind: 'locations',
    locations: [drive],
    reply: Buffer.from('7e4101df', 'hex'),
  })
})

test('a negotiation and its records can be read at once', () => {
  const [message] = encodeLocations(imei, [drive], 1)
  const decoded = navtelecom.decode(message!, openSession('tcp'), receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', locations: [drive] })
  const reply = '404e544300000000010000000900b1a02a3c464c4558b00a0a7e4101df'
  expect(decoded).toHaveProperty('reply', Buffer.from(reply, 'hex'))
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = navtelecom.decode(encodeLogin(imei), openSession('tcp'), receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: imei })
  expect(navtelecom.decode(encodeHeartbeat(), openSession('tcp'), receivedAt)).toEqual({ kind: 'heartbeat' })
})

test('records keep the layout of their connection', () => {
  const [message] = encodeLocations(imei, [drive], 1)
  const splitter = new FrameSplitter([navtelecom], openSession('tcp'))
  splitter.push(message!)
  const other = Buffer.from(message!)
  // Another mask, with its two checksums.
  const changed = 0x01
  other[26]! ^= changed
  other[14]! ^= changed
  other[15]! ^= changed
  expect(splitter.push(other)).toMatchObject([{ kind: 'bad', why: 'negotiated again with other fields' }])
})

test('a mask is a list of fields with their sizes', () => {
  expect(layoutOf('e0')).toEqual({
    fields: [
      [1, 4],
      [2, 2],
      [3, 4],
    ],
    recordBytes: 10,
  })
  // Field 124: nothing is known of it.
  expect(layoutOf(`${'00'.repeat(15)}10`)).toBe(124)
})

/** A mask of version 2.0 with sensors and the bus of the vehicle, then one record. */
const withSensors =
  '404e544301000000000000001300aca72a3e464c4558b014144731e00c0d0f0f0f81067e43ee72f8690333ee' +
  '72f869786328ff2f0f55fee803d007018001201c00006400ffff3200ec168005378000004841dc055080e6c047ff080a0000000000000609e0'
const withoutSensors =
  '404e544301000000000000001300aca72a3e464c4558b014144731e00c0d0f0f0f81067e43ee72f8690033ee' +
  '72f869786328ff2f0f55fe0000000000000000000000dcff0000ddff80808080ff7f000080bfffff80000080bfff0000000000000000ffffd7'

test('sensors and the bus of the vehicle', () => {
  expect(locationIn(withSensors)).toMatchObject({
    valid: true,
    hdop: 0.6,
    inputs: [true, ...Array.from({ length: 14 }, () => false), true],
    outputs: [...Array.from({ length: 8 }, () => false), true, ...Array.from({ length: 7 }, () => false)],
    temperatureC: -20,
    temperature2C: 22,
    fuelPct: 55,
    rpm: 1500,
    attributes: {
      armed: true,
      alarmed: true,
      analog1: 1000,
      analog2: 2000,
      engineHours: 2,
      fuelSensor: 150,
      temperature4C: 5,
      field54: expect.any(Number),
      coolantC: 80,
      vehicleMileageKm: 98765,
      field70: '080a000000000000',
    },
  })
})

test('sensors that are missing are left out', () => {
  const { attributes, ...location } = locationIn(withoutSensors)
  expect(Object.keys(location)).toEqual([
    ...['valid', 'alarms', 'satellites', 'inputs', 'outputs', 'latitude', 'longitude', 'fixedAt'],
  ])
  expect(attributes).toEqual({
    armed: false,
    alarmed: false,
    analog1: 0,
    analog2: 0,
    engineHours: 0,
    fuelSensor: 0,
    field54: expect.any(Number),
    field70: '0000000000000000',
  })
})

function locationIn(hex: string): Location {
  const session = openSession('tcp')
  const [, record] = new FrameSplitter([navtelecom], session).push(Buffer.from(hex, 'hex'))
  const decoded = navtelecom.decode(record!.bytes, session, receivedAt)
  if (decoded.kind !== 'locations') expect.fail(decoded.kind)
  return decoded.locations[0]!
}
