import { expect, test } from 'vitest'
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { encodeCommand, encodeHeartbeat, encodeLocation } from './encode.ts'
import { queclink } from './queclink.ts'

const session = openSession('tcp')
const receivedAt = new Date('2026-05-04T10:20:31Z')
const imei = '860000000000066'

const drive: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.633308,
  valid: true,
  altitudeM: -12,
  speedKmh: 54.3,
  courseDeg: 123,
  satellites: 12,
  hdop: 2,
  batteryPct: 81,
  powerV: 13.95,
  ignition: true,
  moving: true,
  mileageKm: 1234.5,
  alarms: [],
  attributes: {},
}

test.each(readSamples<SocketSample>('queclink'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(queclink, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips', () => {
  const decoded = queclink.decode(encodeLocation(imei, drive, 0xa10), session, receivedAt)
  const { attributes: _, ...expected } = drive
  expect(decoded).toMatchObject({ kind: 'locations', identifier: imei, locations: [expected] })
  expect('reply' in decoded && String(decoded.reply)).toBe('+SACK:0A10$')
})

test.each<AlarmName>(['sos', 'tow', 'ignitionOn', 'ignitionOff', 'powerCut', 'crash'])(
  'encodes a location with %s as the report of that alarm',
  (alarm) => {
    const decoded = queclink.decode(
      encodeLocation(imei, { ...drive, alarms: [alarm] }, 1),
      session,
      receivedAt,
    )
    expect(decoded).toMatchObject({ kind: 'locations', locations: [{ alarms: [alarm], mileageKm: 1234.5 }] })
  },
)

test('answers a heartbeat with its own number', () => {
  const decoded = queclink.decode(encodeHeartbeat(imei, 9), session, receivedAt)
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei })
  expect('reply' in decoded && String(decoded.reply)).toBe('+SACK:GTHBD,060228,0009$')
})

test('appends a serial to a command, unless it has one', () => {
  const command = (text: string) => String(encodeCommand({ text, requestId: 42, settings: {} }))
  expect(command('AT+GTRTO=gv300,1,,,,,,')).toBe('AT+GTRTO=gv300,1,,,,,,002A$')
  expect(command('AT+GTRTO=gv300,1,,,,,,FFFF$')).toBe('AT+GTRTO=gv300,1,,,,,,FFFF$')
})

test('gives up a sentence without an end at the limit, and finds the next one', () => {
  const endless = `+RESP:GTDAT,060228,${imei},${'x'.repeat(9_000)}`
  const whole = encodeLocation(imei, drive, 1)
  const sample = { title: '', hex: Buffer.concat([Buffer.from(endless), whole]).toString('hex'), decoded: [] }
  const { decoded, noiseBytes } = decodeSample(queclink, sample)
  expect(decoded).toMatchObject([{ kind: 'locations' }])
  expect(noiseBytes).toBe(endless.length)
})

test('a word that is too long is refused, whatever follows', () => {
  const word = `+RESP:GT${'0'.repeat(20)}`
  for (const text of [word, `${word},020102,`]) expect(queclink.detect(Buffer.from(text), 'tcp')).toBe('no')
})
