// Meitrack frames for simulated trackers and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { twoDigits } from '../text-values.ts'
import { eventOf } from './events.ts'
import { sealFrame } from './frame.ts'
import { EPOCH_MS, RECORD_BYTES } from './records.ts'

const EPOCH = new Date(0)
const VERSION = 0x0102

/** As a T333 sends it: volts in hundredths, ignition on input 3. */
export function encodeText(identifier: string, location: Location, serial: number): Buffer {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0 } = location
  const fields = [
    ...['AAA', eventOf(location.alarms[0]), latitude.toFixed(6), longitude.toFixed(6)],
    ...[twoDigits(fixedAt, 'ymdhis'), location.valid ? 'A' : 'V', location.satellites ?? 8, 24],
    ...[Math.round(speedKmh), Math.round(courseDeg) % 360, (location.hdop ?? 1).toFixed(1)],
    ...[
      Math.round(location.altitudeM ?? 0),
      Math.round((location.mileageKm ?? 0) * 1000),
      0,
      '0|0|0000|0000',
    ],
    hexOf(statesOf(location)),
    `0000|0000|0000|${hexOf(hundredths(location.batteryV ?? 4))}|${hexOf(hundredths(location.powerV ?? 0))}`,
    ...['', '', 3, '', ''],
  ]
  return sealFrame('$$', flagOf(serial), identifier, fields.join(','))
}

/** The stored records of old units: 52 bytes each, all in one frame. */
export function encodeRecords(identifier: string, locations: readonly Location[], serial: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt16LE(VERSION, 0)
  header.writeUInt16LE(RECORD_BYTES, 2)
  const body = Buffer.concat([Buffer.from('CCC,'), header, ...locations.map(recordOf)])
  return sealFrame('$$', flagOf(serial), identifier, body)
}

/** `C01,0,12222` switches output 1 on, `A10` requests a position. */
export function encodeCommand({ text, identifier = '', requestId }: CommandRequest): Buffer {
  return sealFrame('@@', flagOf(requestId), identifier, text)
}

function recordOf(location: Location): Buffer {
  const { fixedAt = EPOCH, latitude = 0, longitude = 0 } = location
  const record = Buffer.alloc(RECORD_BYTES)
  record[0] = eventOf(location.alarms[0])
  record.writeInt32LE(Math.round(latitude * 1e6), 1)
  record.writeInt32LE(Math.round(longitude * 1e6), 5)
  record.writeUInt32LE(Math.max(0, Math.floor((fixedAt.getTime() - EPOCH_MS) / 1000)), 9)
  record[13] = Number(location.valid)
  record[14] = location.satellites ?? 8
  record[15] = 24
  record.writeUInt16LE(Math.round(location.speedKmh ?? 0), 16)
  record.writeUInt16LE(Math.round(location.courseDeg ?? 0) % 360, 18)
  record.writeUInt16LE(Math.round((location.hdop ?? 1) * 10), 20)
  record.writeInt16LE(Math.round(location.altitudeM ?? 0), 22)
  record.writeUInt32LE(Math.round((location.mileageKm ?? 0) * 1000), 24)
  record.writeUInt16LE(statesOf(location), 40)
  record.writeUInt16LE(hundredths(location.batteryV ?? 4), 44)
  record.writeUInt16LE(hundredths(location.powerV ?? 0), 46)
  return record
}

function statesOf({ inputs, outputs, ignition }: Location): number {
  const states = inputs ?? [false, false, ignition ?? false]
  return (bitsOf(states) << 8) | bitsOf(outputs ?? [])
}

function bitsOf(states: readonly boolean[]): number {
  return states.reduce((bits, on, index) => bits | (Number(on) << index), 0)
}

function hundredths(volts: number): number {
  return Math.round(volts * 100)
}

function hexOf(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}

/** A to z, in turn. */
function flagOf(serial: number): string {
  return String.fromCharCode(0x41 + (serial % 58))
}
