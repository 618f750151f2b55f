// Queclink sentences for simulated trackers and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { wordOf } from './alarms.ts'

/** A GV300. */
const VERSION = '060228'

/** As the report of its alarm, or as GTFRI. */
export function encodeLocation(identifier: string, location: Location, serial: number): Buffer {
  const { latitude, longitude } = location
  const word = (location.alarms[0] && wordOf(location.alarms[0])) ?? 'FRI'
  const power = location.powerV === undefined ? '' : String(Math.round(location.powerV * 1000))
  const at = digitsOf(location.fixedAt ?? new Date(0))
  const position = [
    location.valid ? Math.min(Math.max(Math.round(location.hdop ?? 1), 1), 50) : 0,
    (location.speedKmh ?? 0).toFixed(1),
    Math.round(location.courseDeg ?? 0) % 360,
    (location.altitudeM ?? 0).toFixed(1),
    longitude === undefined ? '' : longitude.toFixed(6),
    latitude === undefined ? '' : latitude.toFixed(6),
    at,
    ...['0724', '0002', '98C9', 'ABCD'],
    ...(location.satellites === undefined ? ['00'] : ['01', location.satellites]),
  ]
  const isIgnition = word === 'IGN' || word === 'IGF'
  const head = isIgnition ? ['0'] : [power, '10', '1']
  const mileage = location.mileageKm?.toFixed(1) ?? ''
  const tail = isIgnition
    ? ['', mileage]
    : [mileage, '', '', '', location.batteryPct ?? '', statusOf(location)]
  const sentence = [`+RESP:GT${word}`, VERSION, identifier, '', ...head, ...position, ...tail, at]
  return Buffer.from(`${sentence.join()},${countOf(serial)}$`, 'latin1')
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  return Buffer.from(`+ACK:GTHBD,${VERSION},${identifier},,20260101000000,${countOf(serial)}$`, 'latin1')
}

/** As in the vendor's document. If the text does not end with `$`, a serial is appended, which the answer repeats. */
export function encodeCommand({ text, requestId }: CommandRequest): Buffer {
  return Buffer.from(text.endsWith('$') ? text : `${text}${countOf(requestId)}$`, 'latin1')
}

function statusOf({ ignition, moving = false }: Location): string {
  const state = ignition === undefined ? '4' : ignition ? '2' : '1'
  return `${state}${moving ? 2 : 1}${ignition ? '01' : '00'}00`
}

function digitsOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14)
}

function countOf(serial: number): string {
  return (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0')
}
