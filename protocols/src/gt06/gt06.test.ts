import { expect, test } from 'vitest'
import { FrameSplitter } from '../frame-splitter.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { sealFrame } from './frame.ts'
import { gt06 } from './gt06.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const session = openSession('tcp')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333078,
  valid: true,
  speedKmh: 54,
  courseDeg: 123,
  satellites: 12,
  ignition: true,
  mileageKm: 1234.567,
  alarms: [],
  attributes: { uploadMode: 0, buffered: false },
}

test.each(readSamples<SocketSample>('gt06'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(gt06, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const decoded = gt06.decode(encodeLocation(drive, 4), session, receivedAt)
  const reply = Buffer.from('787805220004622e0d0a', 'hex')
  expect(decoded).toEqual({ kind: 'locations', locations: [drive], reply })
})

test('encodes a location with an alarm as an alarm packet', () => {
  const decoded = gt06.decode(
    encodeLocation({ ...drive, alarms: ['sos'], batteryPct: 50 }, 7),
    session,
    receivedAt,
  )
  expect(decoded).toMatchObject({
    kind: 'locations',
    locations: [{ alarms: ['sos'], ignition: true, batteryPct: 50 }],
  })
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = gt06.decode(encodeLogin('860000000000025', 1), session, receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: '860000000000025' })
  const heartbeat = gt06.decode(encodeHeartbeat(9), session, receivedAt)
  expect(heartbeat).toMatchObject({ kind: 'heartbeat', status: { batteryPct: 100 } })
  const status: Location = { valid: false, batteryPct: 50, ignition: true, alarms: ['sos'], attributes: {} }
  const pressed = gt06.decode(encodeHeartbeat(10, status), session, receivedAt)
  expect(pressed).toMatchObject({ status: { batteryPct: 50, ignition: true, alarms: ['sos'] } })
})

test.each([
  [{}, '787812800c0000002a52454c41592c3123002a'],
  [{ commandLanguage: true }, '787814800c0000002a52454c41592c31230002002a'],
])('a command for a device with %o contains its request id', (settings, hex) => {
  const frame = encodeCommand({ text: 'RELAY,1#', requestId: 42, settings })
  expect(frame.subarray(0, -4).toString('hex')).toBe(hex)
  expect(gt06.decode(frame, session, receivedAt)).toEqual({
    kind: 'command',
    text: 'RELAY,1#',
    requestId: 42,
  })
})

test('a long content gets the long header', () => {
  const frame = sealFrame(0x9b, Buffer.alloc(300, 'A'), 1)
  expect(frame.subarray(0, 4).toString('hex')).toBe('79790131')
  expect(gt06.decode(frame, session, receivedAt)).toEqual({ kind: 'text', text: 'A'.repeat(300) })
})

test('does not cut short a login whose serial and checksum look like the end of a bare one', () => {
  const serials = Array.from({ length: 256 }, (_, high) => (high << 8) | 0x0d)
  const lookalikes = serials
    .flatMap((serial) => [0, 1, 2, 3, 4].map((digit) => encodeLogin(`86000000000002${digit}`, serial)))
    .filter((frame) => frame.readUInt16BE(13) === 0x0d0a)
  expect(lookalikes.length).toBeGreaterThan(0)
  for (const frame of lookalikes) expect(gt06.split(frame, session, 0)).toEqual({ kind: 'frame', size: 18 })
})

test('ignores a date of zeros', () => {
  const content = Buffer.from('000000000000cc0286d5980500d27236187b', 'hex')
  const decoded = gt06.decode(sealFrame(0x12, content, 1), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', locations: [{ latitude: -23.55052 }] })
  expect(decoded.kind === 'locations' && 'fixedAt' in decoded.locations[0]!).toBe(false)
})

test('noise that looks like hotspots is passed over at once, however it is chunked', () => {
  const noise = Buffer.concat([Buffer.from('78780169', 'hex'), Buffer.alloc(13, '0')])
  for (const size of [1, noise.length]) {
    const splitter = new FrameSplitter([gt06], openSession('tcp'))
    for (let at = 0; at < noise.length; at += size) splitter.push(noise.subarray(at, at + size))
    expect(splitter.bufferedBytes).toBe(0)
  }
})
