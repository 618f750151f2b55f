import { expect, test } from 'vitest'
import { FrameSplitter } from '../frame-splitter.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { commandText } from './commands.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { watch } from './watch.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')

const walk: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: 760,
  speedKmh: 5.25,
  courseDeg: 123,
  satellites: 12,
  batteryPct: 80,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('watch'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(watch, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const decoded = watch.decode(encodeLocation('8600000025', walk), session, receivedAt)
  expect(decoded).toEqual({
    kind: 'locations',
    identifier: '8600000025',
    locations: [{ ...walk, attributes: { gsmSignal: 80, steps: 0, tumbles: 0 } }],
  })
})

test('encodes an alarm as its bit', () => {
  const decoded = watch.decode(
    encodeLocation('8600000025', { ...walk, alarms: ['sos'] }),
    session,
    receivedAt,
  )
  expect(decoded).toMatchObject({ locations: [{ alarms: ['sos'] }] })
  expect('reply' in decoded && decoded.reply?.toString()).toBe('[3G*8600000025*0002*AL]')
})

test('decodes the link of a simulated watch', () => {
  const decoded = watch.decode(encodeHeartbeat('8600000025'), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', status: { batteryPct: 100 } })
})

test('a command has the identifier and its length', () => {
  const frame = encodeCommand({ text: 'UPLOAD,600', requestId: 1, identifier: '8600000025', settings: {} })
  expect(frame.toString()).toBe('[3G*8600000025*000A*UPLOAD,600]')
})

test.each([
  [{ type: 'position' }, 'CR'],
  [{ type: 'interval', seconds: 600 }, 'UPLOAD,600'],
  [{ type: 'interval', seconds: 5 }, undefined],
  [{ type: 'output', output: 1, on: true }, undefined],
  [{ type: 'reboot' }, 'RESET'],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})

test('a running number is not taken for the length, wherever the message is cut', () => {
  const message = Buffer.from('[ZJ*860000000000025*1007*0002*LK]')
  for (let at = 1; at < message.length; at++) {
    const splitter = new FrameSplitter([watch], openSession('tcp'))
    splitter.push(message.subarray(0, at))
    expect(splitter.push(message.subarray(at))).toHaveLength(1)
  }
})
