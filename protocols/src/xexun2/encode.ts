// Xexun messages for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { sealMessage, types } from './message.ts'
import { bitsOf } from './records.ts'

const RECORDS_PER_MESSAGE = 15
/** Above 100. */
const UNKNOWN_PERCENT = 0x7f
const HAS_ALARM = 1 << 0
const HAS_PLACE = 1 << 1
const MOTION_AND_POSITION = 0x60

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_MESSAGE) {
    const records = locations.slice(from, from + RECORDS_PER_MESSAGE).map(recordOf)
    const body = new ByteWriter().uint8(records.length)
    for (const { length } of records) body.uint16(length)
    for (const record of records) body.bytes(record)
    const index = (serial + messages.length) & 0xffff
    messages.push(
      sealMessage({ type: types.positions, index, imei: imeiOf(identifier), body: body.toBuffer() }),
    )
  }
  return messages
}

export function encodeCommand({ text, requestId, identifier = '' }: CommandRequest): Buffer {
  const body = Buffer.from(text, 'latin1')
  return sealMessage({ type: types.command, index: requestId & 0xffff, imei: imeiOf(identifier), body })
}

function imeiOf(identifier: string): string {
  return identifier.padStart(15, '0').padEnd(16, '0')
}

/** A location without a fix has no place. */
function recordOf(location: Location, index: number): Buffer {
  const { fixedAt = new Date(0), latitude, longitude, valid } = location
  const alarms = bitsOf(location.alarms)
  const place = Buffer.alloc(16)
  place.writeDoubleBE(minutesOf(longitude ?? 0), 0)
  place.writeDoubleBE(minutesOf(latitude ?? 0), 8)
  const record = new ByteWriter()
    .uint8(index)
    .uint32(Math.floor(fixedAt.getTime() / 1000))
    .uint8(0)
    .uint16(Math.round(location.batteryPct ?? UNKNOWN_PERCENT))
    .uint8((alarms ? HAS_ALARM : 0) | (valid ? HAS_PLACE : 0))
  if (alarms) record.uint32(alarms)
  if (valid)
    record
      .uint8(MOTION_AND_POSITION)
      .uint16(Math.round((location.speedKmh ?? 0) * 10))
      .uint16(Math.round((location.courseDeg ?? 0) * 10) % 3600)
      .uint8(location.satellites ?? 8)
      .bytes(place)
  return record.toBuffer()
}

function minutesOf(degrees: number): number {
  const whole = Math.trunc(degrees)
  return whole * 100 + (degrees - whole) * 60
}
