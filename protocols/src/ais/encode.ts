// Sentences of simulated ships and tests: the position report of class A, behind a tag block with the time.
import { knotsOfKmh } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { payloadOf } from './bits.ts'
import { checksumOf } from './sentence.ts'

/** Longer identifiers end with the number of the ship. */
const MMSI_DIGITS = 9
const POSITION = 1
const ACTIVE_TRANSMITTER = 14
const UNDER_WAY = 0
const PER_DEGREE = 600_000
const unknown = { latitude: 91, longitude: 181, speed: 1023, course: 3600, heading: 511 }
const MAX_SPEED = 1022

export function encodeLocation(identifier: string, location: Location): Buffer {
  const { fixedAt = new Date(0), latitude = unknown.latitude, longitude = unknown.longitude } = location
  const { speedKmh, courseDeg, alarms } = location
  const speed =
    speedKmh === undefined ? unknown.speed : Math.min(Math.round(knotsOfKmh(speedKmh) * 10), MAX_SPEED)
  const course = courseDeg === undefined ? unknown.course : Math.round(courseDeg * 10) % 3600
  const { payload, fillBits } = payloadOf([
    [POSITION, 6],
    [0, 2],
    [Number(identifier.slice(-MMSI_DIGITS)), 30],
    [alarms.includes('sos') ? ACTIVE_TRANSMITTER : UNDER_WAY, 4],
    [0, 8], // rate of turn
    [speed, 10],
    [1, 1], // precise
    [Math.round(longitude * PER_DEGREE), 28],
    [Math.round(latitude * PER_DEGREE), 27],
    [course, 12],
    [unknown.heading, 9],
    [fixedAt.getUTCSeconds(), 6],
    [0, 25], // manoeuvre, spare, integrity, radio
  ])
  const tags = ended(`c:${Math.floor(fixedAt.getTime() / 1000)}`)
  return Buffer.from(`\\${tags}\\!${ended(`AIVDM,1,1,,A,${payload},${fillBits}`)}\r\n`)
}

function ended(text: string): string {
  return `${text}*${checksumOf(text).toString(16).toUpperCase().padStart(2, '0')}`
}
