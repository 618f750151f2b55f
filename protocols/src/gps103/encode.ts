// GPS103 messages for simulated trackers and tests, and commands for real ones.
import { knotsOfKmh } from '../measures.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { degreesAndMinutes, twoDigits } from '../text-values.ts'
import { keywordOf } from './keywords.ts'

const EPOCH = new Date(0)

export function encodeLogin(identifier: string): Buffer {
  return Buffer.from(`##,imei:${identifier},A;`, 'latin1')
}

export function encodeHeartbeat(identifier: string): Buffer {
  return Buffer.from(`${identifier};`, 'latin1')
}

/** The clock of a simulated tracker is in UTC. */
export function encodeLocation(identifier: string, location: Location): Buffer {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0 } = location
  const milliseconds = String(fixedAt.getUTCMilliseconds()).padStart(3, '0')
  const fields = [
    ...[`imei:${identifier}`, keywordOf(location.alarms[0]), twoDigits(fixedAt, 'ymdhis'), '', 'F'],
    ...[`${twoDigits(fixedAt, 'his')}.${milliseconds}`, location.valid ? 'A' : 'V'],
    ...[degreesAndMinutes(latitude, 2), latitude < 0 ? 'S' : 'N'],
    ...[degreesAndMinutes(longitude, 3), longitude < 0 ? 'W' : 'E'],
    ...[knotsOfKmh(speedKmh).toFixed(4), courseDeg.toFixed(2), location.altitudeM?.toFixed(0) ?? ''],
    ...[location.ignition === undefined ? '' : String(Number(location.ignition)), ''],
    ...[location.fuelPct === undefined ? '' : `${location.fuelPct.toFixed(2)}%`, ''],
    location.temperatureC?.toFixed(1) ?? '',
  ]
  return Buffer.from(`${fields.join(',')};`, 'latin1')
}

/** `J` stops the engine, `K` lets it run, `C,30s` sets the interval. */
export function encodeCommand({ text, identifier = '' }: CommandRequest): Buffer {
  return Buffer.from(`**,imei:${identifier},${text};`, 'latin1')
}
