// Fields that the families share: decimal digits, the time, and the position or else the cells.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOfParts, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const CELLS = 3

/** Packed decimal digits. Undefined if there are other ones: FF is unknown. */
export function decimalDigits(bytes: ByteReader, count: number): number | undefined {
  let value = 0
  let isDecimal = true
  for (let left = count; left > 0; left--) {
    const byte = bytes.uint8()
    if (byte >> 4 > 9 || (byte & 0x0f) > 9) isDecimal = false
    value = value * 100 + (byte >> 4) * 10 + (byte & 0x0f)
  }
  return isDecimal ? value : undefined
}

/** 00 is full. */
export function keepBattery(location: Location, bytes: ByteReader): void {
  const percent = decimalDigits(bytes, 1)
  if (percent !== undefined) location.batteryPct = percent === 0 ? 100 : percent
}

/** UTC. */
export function readTime(bytes: ByteReader): Date | undefined {
  const date = decimalDigits(bytes, 3)
  const time = decimalDigits(bytes, 3)
  if (date === undefined || time === undefined) return undefined
  const [year, month, day] = pairsOf(date)
  const [hour, minute, second] = pairsOf(time)
  return instantOfParts(year, month, day, hour, minute, second)
}

/** Of six decimal digits. */
function pairsOf(value: number): [number, number, number] {
  return [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
}

export function readPosition(location: Location, bytes: ByteReader): void {
  const place = bytes.bytes(12)
  const speed = decimalDigits(bytes, 2)
  const courseDeg = courseOf(bytes.uint16())
  if (place.length < 12) return
  const [altitudeM, longitude, latitude] = [place.readFloatLE(0), place.readFloatLE(4), place.readFloatLE(8)]
  if (Number.isFinite(altitudeM)) location.altitudeM = roundTo(altitudeM, 2)
  if (speed !== undefined) location.speedKmh = speed / 10
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (!isPosition(latitude, longitude)) return
  location.latitude = roundTo(latitude, 6)
  location.longitude = roundTo(longitude, 6)
  location.valid = true
}

/** Country, network, and area and number of each cell; the lowest byte first. */
export function readCells(location: Location, bytes: ByteReader): void {
  const list = bytes.bytes(4 + CELLS * 4)
  if (list.length < 4 + CELLS * 4) return
  const cells: string[] = []
  for (let at = 4; at < list.length; at += 4) {
    const [area, cell] = [list.readUInt16LE(at), list.readUInt16LE(at + 2)]
    if (area > 0 || cell > 0) cells.push([list.readUInt16LE(0), list.readUInt16LE(2), area, cell].join())
  }
  if (cells.length > 0) location.attributes.cells = cells.join(';')
}
