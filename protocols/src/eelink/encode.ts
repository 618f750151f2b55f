// Eelink packages for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'
import { codeOf } from './alarms.ts'
import { sealDatagram, sealPackage, types } from './package.ts'

const DEGREES = 1_800_000
const HAS_POSITION = 1
const VALID = 1 << 0
const IGNITION_KNOWN = 1 << 1
const IGNITION = 1 << 2
const TEXT_COMMAND = 1

export function encodeLogin(identifier: string, serial: number): Buffer {
  // Language, zone and versions follow the IMEI.
  const content = new ByteWriter().hex(identifier.padStart(16, '0')).hex('0100000000000000')
  return sealPackage(types.login, serial & 0xffff, content.toBuffer())
}

export function encodeLocations(locations: readonly Location[], serial: number): Buffer[] {
  return locations.map((location, index) => encodeLocation(location, serial + index))
}

/** Each in a datagram of its own. */
export function encodeDatagrams(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  return encodeLocations(locations, serial).map((sealed) => sealDatagram(identifier, sealed))
}

export function encodeHeartbeat(serial: number): Buffer {
  return sealPackage(types.heartbeat, serial & 0xffff, Uint8Array.of(0, VALID))
}

/** The number comes back with the answer. */
export function encodeCommand({ text, requestId }: CommandRequest): Buffer {
  const content = new ByteWriter().uint8(TEXT_COMMAND).uint32(requestId).ascii(text)
  return sealPackage(types.command, requestId & 0xffff, content.toBuffer())
}

function encodeLocation(location: Location, serial: number): Buffer {
  const { fixedAt = new Date(0), latitude = 0, longitude = 0, ignition } = location
  const [alarm] = location.alarms
  const code = alarm && codeOf(alarm)
  const content = new ByteWriter()
    .uint32(Math.floor(fixedAt.getTime() / 1000))
    .uint8(HAS_POSITION)
    .uint32(Math.round(latitude * DEGREES) >>> 0)
    .uint32(Math.round(longitude * DEGREES) >>> 0)
    .uint16(Math.round(location.altitudeM ?? 0))
    .uint16(Math.round(location.speedKmh ?? 0))
    .uint16(Math.round(location.courseDeg ?? 0) % 360)
    .uint8(location.satellites ?? 8)
  if (code) content.uint8(code)
  const known = ignition === undefined ? 0 : IGNITION_KNOWN | (ignition ? IGNITION : 0)
  content.uint16((location.valid ? VALID : 0) | known)
  if (!code) {
    content
      .uint16(Math.round((location.batteryV ?? 0) * 1000))
      .uint16(0)
      .uint16(0)
    if (location.mileageKm !== undefined) content.uint32(Math.round(location.mileageKm * 1000))
  }
  return sealPackage(code ? types.warning : types.location, serial & 0xffff, content.toBuffer())
}
