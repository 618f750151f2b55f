import { expect, test } from 'vitest'
import type { Location } from '../protocol.types.ts'
import { openSession } from '../session.ts'
import type { SocketSample } from '../testing/samples.ts'
import { decodeSample, readSamples } from '../testing/samples.ts'
import { ais } from './ais.ts'
import { payloadOf } from './bits.ts'
import { encodeLocation } from './encode.ts'
import { checksumOf } from './sentence.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')
const mmsi = '710000025'

const sailing: Location = {
  fixedAt: new Date('2026-05-04T10:20:29Z'),
  latitude: -23.55052,
  longitude: -46.63331,
  valid: true,
  speedKmh: 22.78,
  courseDeg: 123.5,
  alarms: [],
  attributes: {
    messageType: 1,
    precise: true,
    turnDegMin: 0,
    navigationStatus: 'underWayUsingEngine',
  },
}

test.each(readSamples<SocketSample>('ais'))('$title', (sample) => {
  const { decoded, noiseBytes } = sample
  expect(decodeSample(ais, sample)).toStrictEqual({ decoded, ...(noiseBytes && { noiseBytes }) })
})

test('a location round-trips, at any time', () => {
  const decoded = ais.decode(encodeLocation(mmsi, sailing), openSession('tcp'), new Date(0))
  expect(decoded).toStrictEqual({ kind: 'locations', identifier: mmsi, locations: [sailing] })
})

test('a longer identifier ends with the number of the ship', () => {
  const decoded = ais.decode(encodeLocation(`860000${mmsi}`, sailing), openSession('tcp'), receivedAt)
  expect(decoded).toMatchObject({ identifier: mmsi })
})

/** A message of two sentences, with the name as its second half. */
function voyageOf(number: number, id: number): [Buffer, Buffer] {
  const { payload } = payloadOf([
    [5, 6],
    [0, 2],
    [number, 30],
    [0, 386],
  ])
  const part = (index: number, text: string) => {
    const body = `AIVDM,2,${index},${id},A,${text},2`
    return Buffer.from(`!${body}*${checksumOf(body).toString(16).toUpperCase().padStart(2, '0')}\r\n`)
  }
  return [part(1, payload.slice(0, 56)), part(2, payload.slice(56))]
}

test('messages of several ships arrive interleaved', () => {
  const session = openSession('tcp')
  const messages = [1, 2, 3].map((id) => voyageOf(710_000_020 + id, id))
  for (const [first] of messages) expect(ais.decode(first, session, receivedAt).kind).toBe('ignored')
  const names = messages.map(([, last]) => ais.decode(last, session, receivedAt).identifier)
  expect(names).toEqual(['710000021', '710000022', '710000023'])
})

test('a frame may be decoded twice', () => {
  const session = openSession('tcp')
  const [first, last] = voyageOf(710_000_025, 1)
  for (const frame of [first, first, last]) ais.decode(frame, session, receivedAt)
  expect(ais.decode(last, session, receivedAt)).toMatchObject({ kind: 'heartbeat', identifier: mmsi })
})

test('sentences that arrive much later are of another message', () => {
  const session = openSession('tcp')
  const [first, last] = voyageOf(710_000_025, 1)
  ais.decode(first, session, receivedAt)
  const later = new Date(receivedAt.getTime() + 11_000)
  expect(ais.decode(last, session, later)).toMatchObject({ kind: 'ignored' })
})

test('unfinished messages of a connection are few', () => {
  const session = openSession('tcp')
  for (let id = 0; id < 10; id++) ais.decode(voyageOf(710_000_025, id)[0], session, receivedAt)
  expect(JSON.parse(session.variant!)).toHaveLength(8)
})
