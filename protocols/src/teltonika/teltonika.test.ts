import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeDatagrams, encodeLocations } from './encode.ts'
import { familyOf } from './families.ts'
import { teltonika } from './teltonika.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: -12,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  hdop: 0.7,
  batteryPct: 81,
  batteryV: 4.012,
  powerV: 13.95,
  temperatureC: -12.5,
  ignition: true,
  moving: true,
  inputs: [true, false, true],
  outputs: [false, true],
  rpm: 933,
  mileageKm: 1234.567,
  alarms: ['harshBraking'],
  attributes: { priority: 1, event: 253, io253: 2 },
}

test.each(readSamples<SocketSample>('teltonika'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(teltonika, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test.each([8, 142] as const)('codec %i round-trips', (codec) => {
  const [frame] = encodeLocations([drive], codec)
  const reply = Buffer.from([0, 0, 0, 1])
  expect(teltonika.decode(frame!, openSession('tcp'), receivedAt)).toEqual({
    kind: 'locations',
    locations: [drive],
    reply,
  })
})

test('codec 16 also contains the cause of the record', () => {
  const [frame] = encodeLocations([drive], 16)
  const decoded = teltonika.decode(frame!, openSession('tcp'), receivedAt)
  const attributes = { ...drive.attributes, generationType: 5 }
  expect(decoded).toMatchObject({ kind: 'locations', locations: [{ ...drive, attributes }] })
})

test('the answer to a datagram is shorter than the datagram', () => {
  const [datagram] = encodeDatagrams('860000000000017', [drive], 42)
  const decoded = teltonika.decode(datagram!, openSession('udp'), receivedAt)
  const reply = Buffer.from('0005cafe012a01', 'hex')
  expect(decoded).toEqual({ kind: 'locations', identifier: '860000000000017', locations: [drive], reply })
  expect(reply.length).toBeLessThan(datagram!.length)
})

test('a long history is split into packets of acceptable size', () => {
  const frames = encodeLocations(Array.from({ length: 100 }, () => drive))
  expect(frames).toHaveLength(7)
  expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(1280)
})

test('commands are decoded by a tracker', () => {
  const { command } = teltonika.encode
  const toAll = command!({ text: 'setdigout 1', requestId: 1, settings: {} })
  expect(toAll.toString('hex')).toBe('00000000000000130c01050000000b7365746469676f7574203101000087a2')
  const request = { text: 'getver', requestId: 1, identifier: '860000000000017', settings: {} }
  expect(command!(request)[8]).toBe(12)
  const toOne = encodeCommand(request)
  expect(toOne.toString('hex')).toBe('00000000000000160e01050000000e0860000000000017676574766572010000ef5f')
})

test.each([
  ['FMB920', 'vehicle'],
  ['fmc130', 'vehicle'],
  ['FMC640', 'truck'],
  ['FMB641', 'truck'],
  ['TMT250', 'personal'],
  ['GH5200', 'personal'],
  ['something else', undefined],
  [undefined, undefined],
])('model %s has the family %s', (model, family) => {
  expect(familyOf(model)).toBe(family)
})

test.each([
  { id: 'fc', value: 1, model: 'FMB120', raises: ['powerCut'] },
  { id: 'fc', value: 0, model: 'FMB120', raises: ['powerRestored'] },
  { id: 'fc', value: 1, model: 'FMC640', raises: [] },
  { id: 'fc', value: 1, model: undefined, raises: [] },
  { id: 'fb', value: 1, model: 'FMB120', raises: ['idle'] },
  { id: 'fb', value: 1, model: undefined, raises: [] },
  { id: 'f8', value: 2, model: 'FMB120', raises: ['driverIn'] },
  { id: 'f8', value: 2, model: undefined, raises: [] },
  { id: 'ec', value: 1, model: undefined, raises: ['sos'] },
  { id: 'ec', value: 1, model: 'FMB120', raises: [] },
  { id: 'f7', value: 1, model: undefined, raises: ['crash'] },
  { id: 'f7', value: 4, model: undefined, raises: [] },
  { id: 'f9', value: 1, model: undefined, raises: ['jamming'] },
  { id: 'fd', value: 3, model: undefined, raises: ['harshCornering'] },
  { id: 'ff', value: 130, model: undefined, raises: ['overspeed'] },
  { id: '9b', value: 1, model: undefined, raises: ['geofenceEnter'] },
  { id: '9b', value: 0, model: undefined, raises: ['geofenceExit'] },
  { id: '9b', value: 3, model: undefined, raises: ['overspeed'] },
  { id: 'ef', value: 0, model: undefined, raises: ['ignitionOff'] },
])('event 0x$id = $value of model $model raises $raises', ({ id, value, model, raises }) => {
  const record = `0000019df280f1b001e4345268f1f679d002f8007b0c0036${id}0101${id}${value.toString(16).padStart(2, '0')}000000`
  const imei = Buffer.from('860000000000017').toString('hex')
  const body = `cafe012a000f${imei}0801${record}01`
  const datagram = Buffer.from((body.length / 2).toString(16).padStart(4, '0') + body, 'hex')
  const decoded = teltonika.decode(datagram, openSession('udp', model ? { model } : {}), receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', locations: [{ alarms: raises }] })
})

test('a state that did not cause the record raises no alarm', () => {
  const [frame] = encodeLocations([{ ...drive, alarms: [], ignition: false }])
  const decoded = teltonika.decode(frame!, openSession('tcp'), receivedAt)
  expect(decoded).toMatchObject({ locations: [{ ignition: false, alarms: [] }] })
})
