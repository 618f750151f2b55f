// Suntech text for simulated trackers and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { alertCodeOf, emergencyCodeOf } from './alarms.ts'

/** As ST300: an emergency or alert if it raises one, a status otherwise. */
export function encodeLocation(identifier: string, location: Location, serial: number): Buffer {
  const [date, time] = (location.fixedAt ?? new Date(0)).toISOString().slice(0, 19).split('T') as [
    string,
    string,
  ]
  const [type, ...own] = ownFieldsOf(location, serial)
  const report = [
    ...[`ST300${type}`, identifier, '45', '010', date.replaceAll('-', ''), time, '1a2b3c'],
    degrees(location.latitude ?? 0, 2),
    degrees(location.longitude ?? 0, 3),
    (location.speedKmh ?? 0).toFixed(3).padStart(7, '0'),
    (location.courseDeg ?? 0).toFixed(2).padStart(6, '0'),
    ...[location.satellites ?? 8, location.valid ? 1 : 0, Math.round((location.mileageKm ?? 0) * 1000)],
    (location.powerV ?? 0).toFixed(2).padStart(5, '0'),
    inputsOf(location),
    ...own,
    ...['000000', (location.batteryV ?? 4.1).toFixed(1), '1'],
  ]
  return Buffer.from(`${report.join(';')}\r`, 'latin1')
}

export function encodeHeartbeat(identifier: string): Buffer {
  return Buffer.from(`ST300ALV;${identifier}\r`, 'latin1')
}

/** As in the vendor's document, including the identifier; only the end mark is added. */
export function encodeCommand({ text }: CommandRequest): Buffer {
  return Buffer.from(text.endsWith('\r') ? text : `${text}\r`, 'latin1')
}

function ownFieldsOf({ alarms, ignition }: Location, serial: number): string[] {
  const alarm = alarms[0]
  const emergency = alarm && emergencyCodeOf(alarm)
  if (emergency) return ['EMG', emergency]
  const alert = alarm && alertCodeOf(alarm)
  if (alert) return ['ALT', alert]
  return ['STT', ignition ? '2' : '1', String(serial % 10_000).padStart(4, '0')]
}

function degrees(value: number, wholeDigits: number): string {
  const sign = value < 0 ? '-' : '+'
  return (
    sign +
    Math.abs(value)
      .toFixed(6)
      .padStart(wholeDigits + 7, '0')
  )
}

function inputsOf({ ignition, inputs = [], outputs = [] }: Location): string {
  const bits = [ignition, inputs[0], inputs[1], inputs[2], outputs[0], outputs[1]]
  return bits.map((bit) => (bit ? '1' : '0')).join('')
}
