// GT06 frames for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { codeOf, terminalBitsOf } from './alarms.ts'
import { sealFrame } from './frame.ts'

const ENGLISH = 2

export function encodeLogin(identifier: string, serial: number): Buffer {
  return sealFrame(0x01, new ByteWriter().hex(identifier.padStart(16, '0')).toBuffer(), serial)
}

/** As alarm packet 0x26 if it raises an alarm, as location 0x22 otherwise. */
export function encodeLocation(location: Location, serial: number): Buffer {
  const content = new ByteWriter()
  writeGps(content, location)
  const code = location.alarms[0] && codeOf(location.alarms[0])
  if (code === undefined) {
    writeNoCell(content)
    content
      .uint8(Number(location.ignition ?? false))
      .uint8(0)
      .uint8(0)
    if (location.mileageKm !== undefined) content.uint32(Math.round(location.mileageKm * 1000))
    return sealFrame(0x22, content.toBuffer(), serial)
  }
  content.uint8(9)
  writeNoCell(content)
  writeState(content, location).uint8(code).uint8(ENGLISH)
  return sealFrame(0x26, content.toBuffer(), serial)
}

const fullBattery: Location = { valid: false, batteryPct: 100, alarms: [], attributes: {} }

export function encodeHeartbeat(serial: number, status: Location = fullBattery): Buffer {
  const content = new ByteWriter()
  writeState(content, status, terminalBitsOf(status.alarms[0])).uint16(ENGLISH)
  return sealFrame(0x13, content.toBuffer(), serial)
}

/** The answer contains the request id. */
export function encodeCommand({ text, requestId, settings }: CommandRequest): Buffer {
  const content = new ByteWriter()
    .uint8(4 + text.length)
    .uint32(requestId)
    .ascii(text)
  if (settings.commandLanguage) content.uint16(ENGLISH)
  return sealFrame(0x80, content.toBuffer(), requestId & 0xffff)
}

function writeGps(content: ByteWriter, location: Location): void {
  const at = location.fixedAt ?? new Date(0)
  content
    .uint8(Math.max(at.getUTCFullYear() - 2000, 0))
    .uint8(at.getUTCMonth() + 1)
    .uint8(at.getUTCDate())
  content.uint8(at.getUTCHours()).uint8(at.getUTCMinutes()).uint8(at.getUTCSeconds())
  const { latitude = 0, longitude = 0 } = location
  content.uint8(0xc0 | Math.min(location.satellites ?? 8, 15))
  content
    .uint32(Math.round(Math.abs(latitude) * 1_800_000))
    .uint32(Math.round(Math.abs(longitude) * 1_800_000))
  content.uint8(Math.min(Math.round(location.speedKmh ?? 0), 255))
  const north = latitude >= 0 ? 0x400 : 0
  const west = longitude < 0 ? 0x800 : 0
  content.uint16((location.valid ? 0x1000 : 0) | west | north | (Math.round(location.courseDeg ?? 0) % 360))
}

function writeNoCell(content: ByteWriter): void {
  content.uint32(0).uint32(0)
}

function writeState(content: ByteWriter, location: Location, terminalBits = 0): ByteWriter {
  const level = Math.round(((location.batteryPct ?? 100) * 6) / 100)
  return content
    .uint8(0x44 | (terminalBits << 3) | (location.ignition ? 0x02 : 0))
    .uint8(level)
    .uint8(4)
}
