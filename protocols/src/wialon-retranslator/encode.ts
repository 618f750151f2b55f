// Packets of Wialon Retranslator for simulated trackers and tests.
import { ByteWriter } from '../byte-writer.ts'
import type { Location } from '../protocol.types.ts'

const BLOCK = 0x0bbb
const BYTES = 2
const FLOAT = 4
const PLACE = 1
const ALARM = 0x10

export function encodeLocation(identifier: string, location: Location): Buffer {
  const seconds = Math.floor((location.fixedAt ?? new Date(0)).getTime() / 1000)
  const content = new ByteWriter().ascii(`${identifier}\0`).uint32(seconds)
  content.uint32(PLACE | (location.alarms.includes('sos') ? ALARM : 0))
  const { latitude, longitude } = location
  if (latitude !== undefined && longitude !== undefined) {
    const position = [longitude, latitude, location.altitudeM ?? 0].map(doubleOf)
    const place = new ByteWriter().bytes(Buffer.concat(position)).uint16(Math.round(location.speedKmh ?? 0))
    place.uint16(Math.round(location.courseDeg ?? 0) % 360).uint8(location.satellites ?? 8)
    writeBlock(content, BYTES, 'posinfo', place)
  }
  const volts = [
    ['pwr_ext', location.powerV],
    ['pwr_int', location.batteryV],
  ] as const
  for (const [name, value] of volts)
    if (value !== undefined) writeBlock(content, FLOAT, name, new ByteWriter().bytes(doubleOf(value)))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([length, content.toBuffer()])
}

function writeBlock(content: ByteWriter, type: number, name: string, value: ByteWriter): void {
  const block = new ByteWriter().uint8(0).uint8(type).ascii(`${name}\0`).bytes(value.toBuffer())
  content.uint16(BLOCK).uint32(block.length).bytes(block.toBuffer())
}

function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
