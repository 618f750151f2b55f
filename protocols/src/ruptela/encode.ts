// Ruptela frames for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import { crc16Kermit } from '../checksums.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { elementOf } from './records.ts'
import { commands } from './split.ts'

const SERVER_TEXT = 0x6c
const RECORDS_PER_FRAME = 20
const UNKNOWN_DEGREES = 0x8000_0000
const UNKNOWN_ALTITUDE = 0x8000
const HIGHEST_M = 3_276.7
const IGNITION = 251

export function encodeLocations(identifier: string, locations: readonly Location[]): Buffer[] {
  const frames: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_FRAME) {
    const some = locations.slice(from, from + RECORDS_PER_FRAME)
    const content = new ByteWriter().uint8(0).uint8(some.length)
    for (const location of some) writeRecord(content, location)
    frames.push(fromTracker(identifier, commands.records, content.toBuffer()))
  }
  return frames
}

export function encodeHeartbeat(identifier: string): Buffer {
  return fromTracker(identifier, commands.heartbeat, new Uint8Array())
}

/** With the password in front, as in an SMS: `pass getinfo`. */
export function encodeCommand({ text }: CommandRequest): Buffer {
  return sealed(new ByteWriter().uint8(SERVER_TEXT).ascii(text).toBuffer())
}

function writeRecord(content: ByteWriter, location: Location): void {
  const { fixedAt = new Date(0), latitude, longitude, altitudeM = 0, satellites = 8 } = location
  content
    .uint32(Math.floor(fixedAt.getTime() / 1000))
    .uint8(0)
    .uint8(0)
  content.uint32(degrees(longitude)).uint32(degrees(latitude))
  content.uint16(Math.abs(altitudeM) > HIGHEST_M ? UNKNOWN_ALTITUDE : Math.round(altitudeM * 10))
  content.uint16(Math.round((location.courseDeg ?? 0) * 100) % 36_000)
  content.uint8(location.valid ? satellites : 0).uint16(Math.round(location.speedKmh ?? 0))
  content.uint8(Math.round((location.hdop ?? 0) * 10))
  const event = elementOf(location.alarms[0])
  content.uint8(event ?? 0)
  const bytes = [...(event === undefined ? [] : [[event, 1] as const])]
  content
    .uint8(bytes.length + 1)
    .uint8(IGNITION)
    .uint8(Number(location.ignition ?? false))
  for (const [id, value] of bytes) content.uint8(id).uint8(value)
  const words = [
    ...(location.powerV === undefined ? [] : [[29, location.powerV] as const]),
    ...(location.batteryV === undefined ? [] : [[30, location.batteryV] as const]),
  ]
  content.uint8(words.length)
  for (const [id, volts] of words) content.uint8(id).uint16(Math.round(volts * 1000))
  if (location.mileageKm === undefined) content.uint8(0)
  else
    content
      .uint8(1)
      .uint8(65)
      .uint32(Math.round(location.mileageKm * 1000))
  content.uint8(0)
}

function degrees(value: number | undefined): number {
  return value === undefined ? UNKNOWN_DEGREES : Math.round(value * 1e7) >>> 0
}

function fromTracker(identifier: string, command: number, content: Uint8Array): Buffer {
  const imei = new ByteWriter().hex(BigInt(identifier).toString(16).padStart(16, '0'))
  return sealed(imei.uint8(command).bytes(content).toBuffer())
}

function sealed(content: Buffer): Buffer {
  return new ByteWriter().uint16(content.length).bytes(content).uint16(crc16Kermit(content)).toBuffer()
}
