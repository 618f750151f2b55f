// NTCB and FLEX messages of Navtelecom for simulated trackers and tests.
import { ByteWriter } from '../byte-writer.ts'
import type { Location } from '../protocol.types.ts'
import { sealFlex } from './decode.ts'
import { sealNtcb } from './ntcb.ts'
import { flex, PING, TILDE } from './split.ts'

const RECORDS_PER_MESSAGE = 20
/** Fields 1 to 3, 7 to 15, 19 to 21, 29 and 31 of the 69 of version 1.0. */
export const MASK = 'e3fe300a0000000000'
const NEGOTIATION = Buffer.from(`2a3e464c4558b00a0a45${MASK}`, 'hex')
const SERVER = 1
const SIGNAL = 24

export function encodeLogin(identifier: string): Buffer {
  return sealNtcb(SERVER, 0, Buffer.from(`*>S:${identifier}`))
}

/** Each begins with the negotiation, so that it can be read by itself. */
export function encodeLocations(
  _identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  const negotiation = sealNtcb(SERVER, 0, NEGOTIATION)
  const messages: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_MESSAGE) {
    const some = locations.slice(from, from + RECORDS_PER_MESSAGE)
    const content = new ByteWriter().uint8(TILDE).uint8(flex.array).uint8(some.length)
    for (const [index, location] of some.entries()) writeRecord(content, location, serial + from + index)
    messages.push(Buffer.concat([negotiation, sealFlex(content.toBuffer())]))
  }
  return messages
}

export function encodeHeartbeat(): Buffer {
  return Buffer.from([PING])
}

function writeRecord(content: ByteWriter, location: Location, serial: number): void {
  const seconds = (location.fixedAt ?? new Date(0)).getTime() / 1000
  const degrees = (value = 0) => Math.round(value * 600_000)
  content.uint32LE(serial).uint16LE(0).uint32LE(seconds).uint8(SIGNAL)
  content.uint8((Math.min(location.satellites ?? 8, 63) << 2) | (location.valid ? 3 : 1))
  content.uint32LE(seconds).uint32LE(degrees(location.latitude)).uint32LE(degrees(location.longitude))
  content.uint32LE(Math.round((location.altitudeM ?? 0) * 10)).bytes(floatOf(location.speedKmh ?? 0))
  content.uint16LE(Math.round(location.courseDeg ?? 0) % 360).bytes(floatOf(location.mileageKm ?? 0))
  content.uint16LE(volts(location.powerV)).uint16LE(volts(location.batteryV))
  content.uint8(0).uint8(0)
}

function volts(value = 0): number {
  return Math.round(value * 1000)
}

function floatOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
