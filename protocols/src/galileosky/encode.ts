// Packets of Galileosky for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import { crc16Modbus } from '../checksums.ts'
import type { CommandRequest, Location, TypedCommand } from '../protocol.types.ts'
import { headers } from './split.ts'
import { tags } from './tags.ts'

const RECORDS_PER_PACKET = 10
const OUTPUTS = 4
const NOT_VALID = 1

export function encodeLogin(identifier: string): Buffer {
  const content = new ByteWriter().uint8(tags.hardware).uint8(17).uint8(tags.firmware).uint8(32)
  return sealed(writeUnit(content, identifier))
}

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  const packets: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_PACKET) {
    const content = new ByteWriter()
    for (const [index, location] of locations.slice(from, from + RECORDS_PER_PACKET).entries())
      writeRecord(writeUnit(content, identifier), location, serial + from + index)
    packets.push(sealed(content))
  }
  return packets
}

/** The number of the unit is not looked at where the IMEI is. */
export function encodeCommand({ text, requestId, identifier = '' }: CommandRequest): Buffer {
  const content = writeUnit(new ByteWriter(), identifier)
  content.uint8(tags.commandNumber).uint32LE(requestId)
  return sealed(content.uint8(tags.commandText).uint8(text.length).ascii(text))
}

export function commandText(command: TypedCommand): string | undefined {
  if (command.type === 'position') return 'status'
  // Outputs count from 0.
  if (command.type === 'output' && command.output <= OUTPUTS)
    return `Out ${command.output - 1},${Number(command.on)}`
  return undefined
}

function writeUnit(content: ByteWriter, identifier: string): ByteWriter {
  if (identifier.length === 15) content.uint8(tags.imei).ascii(identifier)
  return content.uint8(tags.unit).uint16LE(0)
}

function writeRecord(content: ByteWriter, location: Location, serial: number): void {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0, valid, satellites = 8 } = location
  const source = valid ? 0 : NOT_VALID << 4
  content
    .uint8(tags.record)
    .uint16LE(serial)
    .uint8(tags.time)
    .uint32LE(fixedAt.getTime() / 1000)
    .uint8(tags.position)
    .uint8(source | Math.min(satellites, 15))
    .uint32LE(Math.round(latitude * 1e6))
    .uint32LE(Math.round(longitude * 1e6))
    .uint8(0x33)
    .uint16LE(Math.round((location.speedKmh ?? 0) * 10))
    .uint16LE(Math.round((location.courseDeg ?? 0) * 10) % 3600)
  if (location.altitudeM !== undefined) content.uint8(0x34).uint16LE(Math.round(location.altitudeM))
  if (location.hdop !== undefined) content.uint8(0x35).uint8(Math.round(location.hdop * 10))
  if (location.powerV !== undefined) content.uint8(0x41).uint16LE(Math.round(location.powerV * 1000))
  if (location.batteryV !== undefined) content.uint8(0x42).uint16LE(Math.round(location.batteryV * 1000))
  if (location.mileageKm !== undefined) content.uint8(0xd4).uint32LE(Math.round(location.mileageKm * 1000))
}

function sealed(content: ByteWriter): Buffer {
  const packet = new ByteWriter().uint8(headers.records).uint16LE(content.length).bytes(content.toBuffer())
  return packet.uint16LE(crc16Modbus(packet.toBuffer())).toBuffer()
}
