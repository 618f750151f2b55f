// The messages of the network's gateway, for simulated modems and tests.
import { ByteWriter } from '../byte-writer.ts'
import type { Location } from '../protocol.types.ts'
import { HEADER, LOCATION, PAYLOAD } from './elements.ts'

/** The coordinates as the network's estimate, and a text as the payload. */
export function encodeLocation(identifier: string, location: Location, serial: number): Buffer {
  const elements = new ByteWriter()
  elements.uint8(HEADER.id).uint16(HEADER.bytes).uint32(serial).ascii(identifier.padStart(15, '0').slice(-15))
  elements
    .uint8(0)
    .uint16(serial)
    .uint16(0)
    .uint32((location.fixedAt?.getTime() ?? 0) / 1000)
  if (location.latitude !== undefined && location.longitude !== undefined) {
    const { latitude, longitude } = location
    elements.uint8(LOCATION.id).uint16(LOCATION.bytes)
    elements.uint8((latitude < 0 ? 2 : 0) | (longitude < 0 ? 1 : 0))
    writeDegrees(elements, latitude)
    writeDegrees(elements, longitude)
    elements.uint32(Math.round((location.accuracyM ?? 3_000) / 1000))
  }
  const payload = Buffer.from(String(location.attributes.text ?? ''), 'latin1')
  if (payload.length > 0) elements.uint8(PAYLOAD.id).uint16(payload.length).bytes(payload)
  return new ByteWriter().uint8(1).uint16(elements.length).bytes(elements.toBuffer()).toBuffer()
}

function writeDegrees(elements: ByteWriter, degrees: number): void {
  const thousandths = Math.round(Math.abs(degrees) * 60_000)
  elements.uint8(Math.floor(thousandths / 60_000)).uint16(thousandths % 60_000)
}
