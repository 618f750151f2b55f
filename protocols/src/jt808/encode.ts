// JT/T 808 messages for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { bitOf } from './alarms.ts'
import { messageOf } from './commands.ts'
import { sealFrame, terminalOf } from './frame.ts'
import { CHINA_OFFSET_MIN } from './locations.ts'

/** An authentication; the code is what a registration would have been answered with. */
export function encodeLogin(identifier: string, serial: number): Buffer {
  const terminal = terminalOf(identifier)
  const code = terminal.number.toString('hex')
  const body = new ByteWriter()
  if (terminal.is2019) body.uint8(code.length)
  body.ascii(code)
  if (terminal.is2019) body.ascii(identifier.padStart(15, '0').slice(-15)).bytes(Buffer.alloc(20))
  return sealFrame(0x0102, terminal, serial & 0xffff, body.toBuffer())
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  return sealFrame(0x0002, terminalOf(identifier), serial & 0xffff, new Uint8Array())
}

export function encodeLocation(identifier: string, location: Location, serial: number): Buffer {
  const { latitude = 0, longitude = 0, fixedAt = new Date(0) } = location
  const status =
    Number(location.ignition ?? false) |
    (location.valid ? 2 : 0) |
    (latitude < 0 ? 4 : 0) |
    (longitude < 0 ? 8 : 0)
  const body = new ByteWriter()
    .uint32(bitOf(location.alarms[0]))
    .uint32(status)
    .uint32(Math.round(Math.abs(latitude) * 1e6))
    .uint32(Math.round(Math.abs(longitude) * 1e6))
    .uint16(Math.round(location.altitudeM ?? 0))
    .uint16(Math.round((location.speedKmh ?? 0) * 10))
    .uint16(Math.round(location.courseDeg ?? 0) % 360)
  const local = new Date(fixedAt.getTime() + CHINA_OFFSET_MIN * 60_000)
  body.hex(local.toISOString().slice(2, 19).replace(/\D/g, ''))
  if (location.mileageKm !== undefined)
    body
      .uint8(0x01)
      .uint8(4)
      .uint32(Math.round(location.mileageKm * 10))
  if (location.fuelL !== undefined)
    body
      .uint8(0x02)
      .uint8(2)
      .uint16(Math.round(location.fuelL * 10))
  if (location.satellites !== undefined) body.uint8(0x31).uint8(1).uint8(location.satellites)
  return sealFrame(0x0200, terminalOf(identifier), serial & 0xffff, body.toBuffer())
}

/** The result repeats the serial. The header is chosen by the length of the identifier. */
export function encodeCommand({ text, requestId, identifier = '' }: CommandRequest): Buffer {
  const terminal = terminalOf(identifier)
  const { id, body } = messageOf(text, terminal.is2019)
  return sealFrame(id, terminal, requestId & 0xffff, body)
}
