// TK103 messages for simulated trackers and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { degreesAndMinutes, twoDigits } from '../text-values.ts'
import { typeOf } from './alarms.ts'

const EPOCH = new Date(0)

/** The handshake. If the identifier is not an IMEI, the unit repeats it. */
export function encodeLogin(identifier: string): Buffer {
  return bracketed(identifier, `BP00${identifier.padStart(15, '0')}HSO`)
}

/** As alarm BO01 if it raises one that has a type, as report BR00 otherwise. */
export function encodeLocation(identifier: string, location: Location): Buffer {
  const type = typeOf(location.alarms[0])
  const position = positionOf(location)
  return bracketed(identifier, type === undefined ? `BR00${position}` : `BO01${type}${position}`)
}

/** `AV010` cuts the engine, `AP00` requests a position. */
export function encodeCommand({ text, identifier = '' }: CommandRequest): Buffer {
  return bracketed(identifier, text)
}

function positionOf(location: Location): string {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0 } = location
  return [
    ...[twoDigits(fixedAt, 'ymd'), location.valid ? 'A' : 'V'],
    ...[degreesAndMinutes(latitude, 2), latitude < 0 ? 'S' : 'N'],
    ...[degreesAndMinutes(longitude, 3), longitude < 0 ? 'W' : 'E'],
    ...[speedKmh.toFixed(1).padStart(5, '0'), twoDigits(fixedAt, 'his')],
    courseDeg.toFixed(2).padStart(6, '0'),
    `0${Number(location.ignition ?? false)}000000L00000000`,
  ].join('')
}

function bracketed(identifier: string, text: string): Buffer {
  return Buffer.from(`(${identifier}${text})`, 'latin1')
}
