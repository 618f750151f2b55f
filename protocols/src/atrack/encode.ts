// Messages of simulated trackers and tests, in bytes, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import { crc16Arc } from '../checksums.ts'
import type { CommandRequest, Location } from '../protocol.types.ts'

const RECORDS_PER_FRAME = 10
const YEAR_S = 365 * 86_400
const PERIODIC = 2
const NO_TEMPERATURE = 2000

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  return inFrames(locations).map((some, index) => {
    const content = new ByteWriter().uint16(serial + index).hex(numberOf(identifier))
    for (const location of some) writeRecord(content, location, secondsOf(some.at(-1)!))
    return messageOf(content.toBuffer())
  })
}

/** The next record is found by the time at which the message was sent, which is not years after its locations. */
function inFrames(locations: readonly Location[]): Location[][] {
  const frames: Location[][] = []
  for (const location of locations) {
    const last = frames.at(-1)
    const isNear = last && Math.abs(secondsOf(location) - secondsOf(last[0]!)) <= YEAR_S
    if (last && isNear && last.length < RECORDS_PER_FRAME) last.push(location)
    else frames.push([location])
  }
  return frames
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  return new ByteWriter().hex('fe02').hex(numberOf(identifier)).uint16(serial).toBuffer()
}

/** A line such as `AT$INFO=?`. */
export function encodeCommand({ text }: CommandRequest): Buffer {
  return Buffer.from(`${text}\r\n`)
}

function writeRecord(record: ByteWriter, location: Location, sentS: number): void {
  const { latitude = 0, longitude = 0, valid } = location
  const atS = secondsOf(location)
  record
    .uint32(valid ? atS : 0)
    .uint32(atS)
    .uint32(sentS)
  record.uint32(Math.round(longitude * 1e6)).uint32(Math.round(latitude * 1e6))
  record.uint16(Math.round(location.courseDeg ?? 0) % 360).uint8(PERIODIC)
  record.uint32(Math.round((location.mileageKm ?? 0) * 10)).uint16(Math.round((location.hdop ?? 0) * 10))
  const inputs = [location.ignition ?? false, ...(location.inputs?.slice(1) ?? [])]
  record.uint8(bitsOf(inputs)).uint16(Math.round(location.speedKmh ?? 0))
  record
    .uint8(bitsOf(location.outputs ?? []))
    .uint16(0)
    .uint8(0)
  record.uint16(tenths(location.temperatureC)).uint16(tenths(location.temperature2C)).uint8(0)
}

function secondsOf({ fixedAt = new Date(0) }: Location): number {
  return Math.floor(fixedAt.getTime() / 1000)
}

function bitsOf(states: readonly boolean[]): number {
  return states.reduce((bits, on, bit) => bits | (Number(on) << bit), 0)
}

function tenths(celsius: number | undefined): number {
  return celsius === undefined ? NO_TEMPERATURE : Math.round(celsius * 10)
}

function numberOf(identifier: string): string {
  return BigInt(identifier).toString(16).padStart(16, '0')
}

function messageOf(content: Buffer): Buffer {
  const checked = new ByteWriter().uint16(content.length).bytes(content).toBuffer()
  return new ByteWriter().ascii('@P').uint16(crc16Arc(checked)).bytes(checked).toBuffer()
}
