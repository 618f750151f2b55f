// Messages of simulated trackers and tests.
import type { Location } from '../protocol.types.ts'
import { twoDigits } from '../text-values.ts'
import { packetOf } from './locations.ts'

export function encodeLocation(identifier: string, location: Location): Buffer {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0, alarms } = location
  const fields = [
    ...['$Header', 'RASTRO', '1.0', packetOf(alarms[0]), '01', 'L', identifier, ''],
    ...[Number(location.valid), `${twoDigits(fixedAt, 'dm')}${fixedAt.getUTCFullYear()}`],
    ...[twoDigits(fixedAt, 'his'), Math.abs(latitude).toFixed(6), latitude < 0 ? 'S' : 'N'],
    ...[Math.abs(longitude).toFixed(6), longitude < 0 ? 'W' : 'E', (location.speedKmh ?? 0).toFixed(1)],
    ...[(location.courseDeg ?? 0).toFixed(2), location.satellites ?? 8, location.altitudeM ?? 0, 1],
    ...[location.hdop ?? 1, '', Number(location.ignition ?? false), 1, location.powerV ?? 12.6],
    ...[location.batteryV ?? 4, Number(alarms.includes('sos')), 'C', 24, 404, 45, '61b4', '9ad9'],
    ...['0000', '00', '000001'],
  ]
  return ended(fields.join())
}

export function encodeHeartbeat(identifier: string): Buffer {
  return ended(`$HBT,${identifier}`)
}

/** Without a checksum, which makers compute in different ways. */
function ended(text: string): Buffer {
  return Buffer.from(`${text}*`)
}
