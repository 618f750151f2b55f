// Lines of version 2.0 for simulated trackers and tests, and commands for real ones.
import { crc16Arc } from '../checksums.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { twoDigits } from '../text-values.ts'

export function encodeLogin(identifier: string): Buffer {
  return lineOf('', 'L', `2.0;${identifier};NA;`)
}

export function encodeHeartbeat(): Buffer {
  return Buffer.from('#P#\r\n')
}

export function encodeLocation(location: Location): Buffer {
  return lineOf('', 'D', recordOf(location))
}

export function encodeDatagram(identifier: string, location: Location): Buffer {
  return lineOf(`2.0;${identifier}`, 'D', recordOf(location))
}

/** Whatever the maker defines; only the line end is added. */
export function encodeCommand({ text }: CommandRequest): Buffer {
  return Buffer.from(`${text}\r\n`)
}

function recordOf(location: Location): string {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0 } = location
  const parameters = [
    ...(location.alarms.includes('sos') ? ['SOS:1:1'] : []),
    ...(location.batteryPct === undefined ? [] : [`bat:1:${Math.round(location.batteryPct)}`]),
    ...(location.powerV === undefined ? [] : [`pwr_ext:2:${location.powerV}`]),
    ...(location.batteryV === undefined ? [] : [`pwr_int:2:${location.batteryV}`]),
  ]
  const fields = [
    ...[twoDigits(fixedAt, 'dmy'), twoDigits(fixedAt, 'his')],
    ...[degreesAndMinutes(latitude, 4), latitude < 0 ? 'S' : 'N'],
    ...[degreesAndMinutes(longitude, 5), longitude < 0 ? 'W' : 'E'],
    ...[location.speedKmh ?? 'NA', location.courseDeg ?? 'NA', location.altitudeM ?? 'NA'],
    ...[location.valid ? Math.max(location.satellites ?? 8, 1) : 0, location.hdop ?? 'NA'],
    ...['NA', 'NA', '', 'NA', parameters.join(',')],
  ]
  return `${fields.join(';')};`
}

function degreesAndMinutes(degrees: number, wholeDigits: number): string {
  // In whole units, so that minutes never become sixty by rounding.
  const units = Math.round(Math.abs(degrees) * 60 * 1e6)
  const whole = Math.floor(units / 60e6)
  const minutes = ((units - whole * 60e6) / 1e6).toFixed(6).padStart(9, '0')
  return `${String(whole).padStart(wholeDigits - 2, '0')}${minutes}`
}

function lineOf(before: string, type: string, message: string): Buffer {
  const sum = crc16Arc(Buffer.from(message)).toString(16).toUpperCase()
  return Buffer.from(`${before}#${type}#${message}${sum}\r\n`)
}
