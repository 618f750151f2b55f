// Teltonika frames for simulated trackers and tests, and commands for real ones.
import type { AlarmName } from '../alarm-names.ts'
import { ByteWriter } from '../byte-writer.ts'
import { crc16Arc } from '../checksums.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import type { Layout } from './records.ts'
import { layouts } from './records.ts'

export type RecordCodec = 8 | 142 | 16

export const PING = Buffer.from([0xff])

/** Like real trackers, to stay below 1280 bytes. */
const RECORDS_PER_PACKET = 16

export function encodeLogin(identifier: string): Buffer {
  return new ByteWriter().uint16(identifier.length).ascii(identifier).toBuffer()
}

export function encodeLocations(locations: readonly Location[], codec: RecordCodec = 8): Buffer[] {
  return inPackets(locations, (some) => packet(records(some, codec)))
}

export function encodeDatagrams(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  return inPackets(locations, (some, index) => {
    const body = new ByteWriter()
      .uint16(0xcafe)
      .uint8(1)
      .uint8(serial + index)
    body.bytes(encodeLogin(identifier)).bytes(records(some, 8))
    return new ByteWriter().uint16(body.length).bytes(body.toBuffer()).toBuffer()
  })
}

/** Codec 12; codec 14 if it includes the device. The answer contains no request id. */
export function encodeCommand({ text, identifier }: CommandRequest): Buffer {
  const content = new ByteWriter()
  if (identifier) content.hex(identifier.padStart(16, '0'))
  content.ascii(text)
  const data = new ByteWriter()
    .uint8(identifier ? 14 : 12)
    .uint8(1)
    .uint8(5)
  return packet(data.uint32(content.length).bytes(content.toBuffer()).uint8(1).toBuffer())
}

function inPackets(
  locations: readonly Location[],
  encode: (some: readonly Location[], index: number) => Buffer,
): Buffer[] {
  const count = Math.ceil(locations.length / RECORDS_PER_PACKET)
  return Array.from({ length: count }, (_, index) => {
    const from = index * RECORDS_PER_PACKET
    return encode(locations.slice(from, from + RECORDS_PER_PACKET), index)
  })
}

function packet(data: Buffer): Buffer {
  const frame = new ByteWriter().uint32(0).uint32(data.length).bytes(data)
  return frame.uint32(crc16Arc(data)).toBuffer()
}

function records(locations: readonly Location[], codec: RecordCodec): Buffer {
  const bytes = new ByteWriter().uint8(codec).uint8(locations.length)
  const layout = layouts[codec]!
  for (const location of locations) writeRecord(bytes, location, layout)
  return bytes.uint8(locations.length).toBuffer()
}

function writeRecord(bytes: ByteWriter, location: Location, layout: Layout): void {
  const [alarm] = location.alarms
  const event = alarm && events[alarm]
  bytes.uint64(location.fixedAt?.getTime() ?? 0).uint8(event ? 1 : 0)
  bytes.uint32(Math.round((location.longitude ?? 0) * 1e7)).uint32(Math.round((location.latitude ?? 0) * 1e7))
  bytes.uint16(Math.round(location.altitudeM ?? 0)).uint16(Math.round(location.courseDeg ?? 0))
  bytes.uint8(location.valid ? (location.satellites ?? 8) : 0).uint16(Math.round(location.speedKmh ?? 0))
  writeId(bytes, event?.id ?? 0, layout)
  if (layout.generationType) bytes.uint8(event ? 5 : 7)
  const elements = elementsOf(location)
  if (event) elements.set(event.id, { size: 1, value: event.value })
  writeCount(bytes, elements.size, layout)
  for (const size of [1, 2, 4, 8]) {
    const ofSize = [...elements].filter(([, element]) => element.size === size)
    writeCount(bytes, ofSize.length, layout)
    for (const [id, { value }] of ofSize) {
      writeId(bytes, id, layout)
      if (size === 1) bytes.uint8(value)
      else if (size === 2) bytes.uint16(value)
      else bytes.uint32(value)
    }
  }
  if (layout.variableElements) writeCount(bytes, 0, layout)
}

function elementsOf(location: Location): Map<number, { size: number; value: number }> {
  const elements = new Map<number, { size: number; value: number }>()
  const add = (id: number, size: number, value: number | undefined) => {
    if (value !== undefined) elements.set(id, { size, value: Math.round(value) })
  }
  location.inputs?.slice(0, 3).forEach((on, index) => {
    add(1 + index, 1, Number(on))
  })
  location.outputs?.slice(0, 2).forEach((on, index) => {
    add(179 + index, 1, Number(on))
  })
  add(239, 1, location.ignition === undefined ? undefined : Number(location.ignition))
  add(240, 1, location.moving === undefined ? undefined : Number(location.moving))
  add(113, 1, location.batteryPct)
  add(66, 2, times(location.powerV, 1000))
  add(67, 2, times(location.batteryV, 1000))
  add(182, 2, times(location.hdop, 10))
  add(36, 2, location.rpm)
  add(16, 4, times(location.mileageKm, 1000))
  add(72, 4, times(location.temperatureC, 10))
  add(73, 4, times(location.temperature2C, 10))
  return elements
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}

function writeId(bytes: ByteWriter, id: number, layout: Layout): void {
  if (layout.wideIds) bytes.uint16(id)
  else bytes.uint8(id)
}

function writeCount(bytes: ByteWriter, count: number, layout: Layout): void {
  if (layout.wideCounts) bytes.uint16(count)
  else bytes.uint8(count)
}

const events: Partial<Record<AlarmName, { id: number; value: number }>> = {
  sos: { id: 236, value: 1 },
  ignitionOff: { id: 239, value: 0 },
  ignitionOn: { id: 239, value: 1 },
  tow: { id: 246, value: 1 },
  crash: { id: 247, value: 1 },
  jamming: { id: 249, value: 1 },
  powerRestored: { id: 252, value: 0 },
  powerCut: { id: 252, value: 1 },
  harshAcceleration: { id: 253, value: 1 },
  harshBraking: { id: 253, value: 2 },
  harshCornering: { id: 253, value: 3 },
  overspeed: { id: 255, value: 120 },
}
