// H02 frames for simulated trackers and tests, and commands for real ones.
import { knotsOfKmh } from '../measures.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { degreesAndMinutes, twoDigits } from '../text-values.ts'
import { statusOf } from './status.ts'

const EPOCH = new Date(0)

export function encodeLocation(identifier: string, location: Location): Buffer {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0 } = location
  const fields = [
    ...['*HQ', identifier, 'V1', twoDigits(fixedAt, 'his'), location.valid ? 'A' : 'V'],
    ...[degreesAndMinutes(latitude, 2), latitude < 0 ? 'S' : 'N'],
    ...[degreesAndMinutes(longitude, 3), longitude < 0 ? 'W' : 'E'],
    knotsOfKmh(speedKmh).toFixed(4).padStart(8, '0'),
    String(Math.round(courseDeg) % 360).padStart(3, '0'),
    twoDigits(fixedAt, 'dmy'),
    statusOf(location).toString(16).toUpperCase(),
  ]
  return Buffer.from(`${fields.join(',')}#`, 'latin1')
}

/** The 32 bytes that older units send while driving, with ten digits of identifier and whole knots. */
export function encodeBinary(identifier: string, location: Location): Buffer {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0 } = location
  const flags = (longitude < 0 ? 0 : 8) | (latitude < 0 ? 0 : 4) | (location.valid ? 2 : 0)
  const digits = [
    ...['24', identifier.slice(-10).padStart(10, '0'), twoDigits(fixedAt, 'hisdmy')],
    ...[degreesAndMinutes(latitude, 2).replace('.', ''), '00'],
    ...[degreesAndMinutes(longitude, 3).replace('.', ''), flags.toString(16)],
    String(Math.round(knotsOfKmh(speedKmh))).padStart(3, '0'),
    String(Math.round(courseDeg) % 360).padStart(3, '0'),
    statusOf(location).toString(16),
    'ff0000',
  ]
  return Buffer.from(digits.join(''), 'hex')
}

export function encodeHeartbeat(identifier: string): Buffer {
  return Buffer.from(`*HQ,${identifier},HTBT,100#`, 'latin1')
}

/** `S20,1,1`: the time of day is inserted between the code and its parameters. Answers repeat it. */
export function encodeCommand({ text, identifier = '', sentAt = EPOCH }: CommandRequest): Buffer {
  const [code, ...parameters] = text.split(',')
  const fields = ['*HQ', identifier, code, twoDigits(sentAt, 'his'), ...parameters]
  return Buffer.from(`${fields.join(',')}#`, 'latin1')
}
