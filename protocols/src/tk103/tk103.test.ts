import { expect, test } from 'vitest'
import { FrameSplitter } from '../frame-splitter.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { plausibleTime } from '../time.ts'
import { encodeLocation, encodeLogin } from './encode.ts'
import { tk103 } from './tk103.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const session = openSession('tcp')
const id = '860000000000'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333083,
  valid: true,
  speedKmh: 54.3,
  courseDeg: 123.5,
  ignition: true,
  alarms: [],
  attributes: { charging: true, states: '01000000', odometer: '00000000' },
}

test.each(readSamples<SocketSample>('tk103'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(tk103, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a report round-trips', () => {
  const decoded = tk103.decode(encodeLocation(id, drive), session, receivedAt)
  expect(decoded).toEqual({ kind: 'locations', identifier: id, locations: [drive] })
})

test.each([
  ['powerCut', '0'],
  ['crash', '1'],
  ['sos', '2'],
  ['vibration', '3'],
  ['overspeed', '5'],
  ['geofenceExit', '6'],
] as const)('encodes %s as an alarm of type %s, which is answered', (alarm, type) => {
  const decoded = tk103.decode(encodeLocation(id, { ...drive, alarms: [alarm] }), session, receivedAt)
  expect(decoded).toMatchObject({
    locations: [{ alarms: [alarm], attributes: { alarmCode: Number(type) } }],
    reply: Buffer.from(`(860000000000AS01${type})`),
  })
})

test('decodes the handshake of a simulated tracker, also with a whole IMEI', () => {
  const login = tk103.decode(encodeLogin(id), session, receivedAt)
  expect(login).toMatchObject({ identifier: id, accept: Buffer.from('(860000000000AP01HSO)') })
  const whole = tk103.decode(encodeLogin('860000000000041'), session, receivedAt)
  expect(whole).toMatchObject({ kind: 'login', identifier: '860000000000041' })
})

test('corrects a date 1024 weeks early', () => {
  const early = { ...drive, fixedAt: new Date('2006-09-18T10:20:30Z') }
  const decoded = tk103.decode(encodeLocation(id, early), session, receivedAt)
  const { fixedAt } = decoded.kind === 'locations' ? decoded.locations[0]! : drive
  const limits = { datesRollOver: tk103.datesRollOver }
  expect(plausibleTime(fixedAt, receivedAt, limits)).toMatchObject({ kind: 'repaired', at: drive.fixedAt })
})

test('a command contains the device, and is decoded', () => {
  const frame = tk103.encode.command!({ text: 'AV010', requestId: 1, identifier: id, settings: {} })
  expect(frame.toString()).toBe('(860000000000AV010)')
  const decoded = tk103.decode(frame, session, receivedAt)
  expect(decoded).toEqual({ kind: 'command', identifier: id, text: 'AV010' })
})

test.each([
  ['(860000000000B', 'more'],
  ['(860000000000BR', 'yes'],
  ['(860000000000B1', 'no'],
  ['(860000000000041,', 'more'],
  ['(860000000000041,ZC', 'yes'],
  ['(860000000000041,U0', 'no'],
  ['(86000000000', 'more'],
  ['(8600000000000411', 'no'],
  ['(LORRY0000012BR', 'more'],
  ['(LORRY0000012BR00', 'yes'],
  ['(LORRY000012', 'more'],
  ['(some text', 'no'],
  ['*HQ,', 'no'],
])('detects the first bytes %s: %s', (text, detection) => {
  expect(tk103.detect(Buffer.from(text), 'tcp')).toBe(detection)
})

// Found by fuzzing: the closing bracket was before the position where the search started.
test('finds a message that is shorter than most, however it is chunked', () => {
  const whole = Buffer.from('(8600000000HSO)(860000000000BP00HSO)')
  const framesOf = (chunks: Buffer[]) => {
    const splitter = new FrameSplitter([tk103], openSession('tcp'))
    return chunks.flatMap((chunk) => splitter.push(chunk).map(({ kind, bytes }) => `${kind} ${bytes}`))
  }
  const wanted = ['frame (8600000000HSO)', 'frame (860000000000BP00HSO)']
  for (let cut = 1; cut < whole.length; cut += 1) {
    expect([cut, framesOf([whole.subarray(0, cut), whole.subarray(cut)])]).toEqual([cut, wanted])
  }
})
