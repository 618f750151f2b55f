import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation, encodeLogin } from './encode.ts'
import { sealFrame, terminalOf } from './frame.ts'
import { jt808 } from './jt808.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760,
  speedKmh: 54.2,
  courseDeg: 123,
  satellites: 12,
  ignition: true,
  mileageKm: 1234.5,
  fuelL: 45.5,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('jt808'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(jt808, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test.each(['13800000025', '860000000000025'])('a location of %s round-trips', (identifier) => {
  const decoded = jt808.decode(encodeLocation(identifier, drive, 4), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'locations', identifier, locations: [drive] })
})

test('encodes an alarm as its bit', () => {
  const decoded = jt808.decode(
    encodeLocation('1', { ...drive, alarms: ['powerCut'] }, 4),
    session,
    receivedAt,
  )
  expect(decoded).toMatchObject({ locations: [{ alarms: ['powerCut'], attributes: { alarmBits: 256 } }] })
})

test('decodes login and heartbeat of a simulated tracker', () => {
  const login = jt808.decode(encodeLogin('860000000000025', 1), session, receivedAt)
  expect(login).toMatchObject({ kind: 'login', identifier: '860000000000025' })
  const heartbeat = jt808.decode(encodeHeartbeat('860000000000025', 9), session, receivedAt)
  expect(heartbeat).toMatchObject({ kind: 'heartbeat', identifier: '860000000000025' })
})

/** As the facts of the standard have them, for the terminal 860000000025. */
test.each([
  ['8201', 1, '7e820100008600000000250001217e'],
  ['8103 0100000029040000001e', 2, '7e8103000a86000000002500020100000029040000001e1b7e'],
  ['8105 04', 3, '7e81050001860000000025000304217e'],
  ['STATUS', 4, '7e83000007860000000025000401535441545553367e'],
])('the command %s', (text, requestId, hex) => {
  const frame = encodeCommand({ text, requestId, identifier: '860000000025', settings: {} })
  expect(frame.toString('hex')).toBe(hex)
  expect(jt808.decode(frame, session, receivedAt)).toEqual({
    kind: 'command',
    identifier: '860000000025',
    requestId,
    text,
  })
})

test('a text for a terminal of 2019 has a type', () => {
  const frame = encodeCommand({ text: 'STATUS', requestId: 4, identifier: '860000000000025', settings: {} })
  expect(jt808.decode(frame, session, receivedAt)).toMatchObject({ kind: 'command', text: 'STATUS' })
})

test('gives up a message in parts that is too long', () => {
  const open = openSession('tcp')
  for (let number = 1; number <= 9; number++) {
    const whole = sealFrame(0x0704, terminalOf('860000000025'), number, Buffer.alloc(1000))
    // Sets the bit of parts, and inserts total and number; the checksum is not checked.
    const parts = Buffer.concat([whole.subarray(0, 13), Buffer.from([0, 9, 0, number]), whole.subarray(13)])
    parts[3]! |= 0x20
    open.settings.tolerateChecksum = true
    expect(jt808.decode(parts, open, receivedAt).kind).toBe(number < 9 ? 'ignored' : 'bad')
  }
  expect(open.variant).toBeUndefined()
})
