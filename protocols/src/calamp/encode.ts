// Datagrams of simulated units and tests. Events that expect an answer.
import { ByteWriter } from '../byte-writer.ts'
import type { Location } from '../protocol.types.ts'
import { services, types } from './decode.ts'

const IDENTIFIER = 0x01
const IDENTIFIER_TYPE = 0x02
const IMEI = 2
const INVALID_FIX = 0x08
const CM_S_PER_KMH = 1 / 0.036

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  return locations.map((location, index) => encodeEvent(identifier, location, serial + index))
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  return headOf(identifier, types.alive, serial).toBuffer()
}

function encodeEvent(identifier: string, location: Location, serial: number): Buffer {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0, valid, inputs = [] } = location
  const atS = Math.floor(fixedAt.getTime() / 1000)
  const event = headOf(identifier, types.event, serial)
  event.uint32(atS).uint32(atS)
  event.uint32(Math.round(latitude * 1e7)).uint32(Math.round(longitude * 1e7))
  event.uint32(Math.round((location.altitudeM ?? 0) * 100))
  event.uint32(Math.round((location.speedKmh ?? 0) * CM_S_PER_KMH))
  event.uint16(Math.round(location.courseDeg ?? 0) % 360)
  event.uint8(location.satellites ?? 8).uint8(valid ? 0 : INVALID_FIX)
  // Operator, signal and state of the connection.
  event.uint16(0).uint16(-71).uint8(0x0f)
  event.uint8(Math.round((location.hdop ?? 0) * 10))
  event.uint8(
    [location.ignition ?? false, ...inputs].reduce((bits, on, bit) => bits | (Number(on) << bit), 0),
  )
  // Unit status, index and code of the event, and no accumulators.
  return event.uint8(0).uint8(0).uint8(0).uint8(0).uint8(0).toBuffer()
}

function headOf(identifier: string, type: number, serial: number): ByteWriter {
  const digits = identifier.length % 2 === 0 ? identifier : `${identifier}f`
  const head = new ByteWriter().uint8(0x80 | IDENTIFIER | IDENTIFIER_TYPE)
  head
    .uint8(digits.length / 2)
    .hex(digits)
    .uint8(1)
    .uint8(IMEI)
  return head.uint8(services.acknowledged).uint8(type).uint16(serial)
}
