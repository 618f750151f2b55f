// Messages of simulated watches and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { twoDigits } from '../text-values.ts'
import { messageOf } from './decode.ts'
import { statusOf } from './locations.ts'

/** The commonest; a watch accepts commands of it whatever its own is (unconfirmed). */
const MAKER = '3G'

export function encodeLocation(identifier: string, location: Location): Buffer {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0 } = location
  const fields = [
    ...[location.alarms.length > 0 ? 'AL' : 'UD', twoDigits(fixedAt, 'dmy'), twoDigits(fixedAt, 'his')],
    ...[location.valid ? 'A' : 'V', Math.abs(latitude).toFixed(6), latitude < 0 ? 'S' : 'N'],
    ...[Math.abs(longitude).toFixed(6), longitude < 0 ? 'W' : 'E', (location.speedKmh ?? 0).toFixed(2)],
    ...[location.courseDeg ?? 0, location.altitudeM ?? 0, location.satellites ?? 8, 80],
    ...[location.batteryPct ?? 100, 0, 0, statusOf(location.alarms[0]), 0, 0, 0, 0],
  ]
  return messageOf({ maker: MAKER, identifier }, fields.join())
}

export function encodeHeartbeat(identifier: string): Buffer {
  return messageOf({ maker: MAKER, identifier }, 'LK,0,0,100')
}

export function encodeCommand({ text, identifier = '' }: CommandRequest): Buffer {
  return messageOf({ maker: MAKER, identifier }, text)
}
