// The place of a record: by a mask a position in one of three forms, hotspots, cells, speed and course.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const SHORT_POSITION = 1 << 0
const HOTSPOTS = 1 << 1
const CELLS = 1 << 2
const TOWERS = 1 << 3
const MOTION = 1 << 5
const LONG_POSITION = 1 << 6
const ITEMS = 1 << 7
const TOWER_BYTES = 12
/** `G`: a position with everything that belongs to it. */
const GPS_ITEM = 0x47
const GPS_BYTES = 27

export function readPlace(location: Location, bytes: ByteReader): void {
  const mask = bytes.uint8()
  if (mask & SHORT_POSITION) {
    location.satellites = bytes.uint8()
    const longitude = bytes.float32()
    keepPosition(location, longitude, bytes.float32())
  }
  if (mask & HOTSPOTS) keepHotspots(location, bytes)
  if (mask & CELLS) keepCells(location, bytes)
  if (mask & TOWERS) bytes.skip(bytes.uint8() * TOWER_BYTES)
  if (mask & MOTION) keepMotion(location, bytes.uint16(), bytes.uint16())
  if (mask & LONG_POSITION) {
    location.satellites = bytes.uint8()
    const [longitude, latitude] = doublesOf(bytes.bytes(16))
    keepPosition(location, longitude, latitude)
  }
  if (mask & ITEMS) readItems(location, new ByteReader(bytes.bytes(bytes.uint16())))
}

/** Each has its type and length. */
function readItems(location: Location, bytes: ByteReader): void {
  while (bytes.remaining >= 3) {
    const type = bytes.uint8()
    const item = bytes.bytes(bytes.uint16())
    if (type === GPS_ITEM && item.length >= GPS_BYTES) keepGps(location, item)
  }
}

function keepGps(location: Location, item: Buffer): void {
  const [longitude, latitude] = doublesOf(item)
  keepPosition(location, longitude, latitude)
  if (item[16] === 0) location.valid = false
  location.satellites = item[17]!
  keepMotion(location, item.readUInt16BE(19), item.readUInt16BE(21))
  const altitudeM = item.readFloatBE(23)
  if (Number.isFinite(altitudeM)) location.altitudeM = roundTo(altitudeM, 1)
}

function doublesOf(bytes: Buffer): [longitude: number, latitude: number] {
  return bytes.length < 16 ? [0, 0] : [bytes.readDoubleBE(0), bytes.readDoubleBE(8)]
}

/** Degrees and minutes in one number: 4713.5 is 47° 13.5′. */
function keepPosition(location: Location, longitude: number, latitude: number): void {
  const [x, y] = [degreesOf(longitude), degreesOf(latitude)]
  if (!isPosition(y, x)) return
  location.latitude = y
  location.longitude = x
  location.valid = true
}

function degreesOf(value: number): number {
  const whole = Math.trunc(value / 100)
  return roundTo(whole + (value - whole * 100) / 60, 6)
}

function keepMotion(location: Location, speed: number, course: number): void {
  location.speedKmh = speed / 10
  const courseDeg = courseOf(course / 10)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
}

function keepHotspots(location: Location, bytes: ByteReader): void {
  const hotspots: string[] = []
  for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--)
    hotspots.push(`${bytes.hex(6)},${(bytes.uint8() << 24) >> 24}`)
  if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
}

function keepCells(location: Location, bytes: ByteReader): void {
  const cells: string[] = []
  for (let left = bytes.uint8(); left > 0 && !bytes.overrun; left--) {
    const cell = [bytes.uint16(), bytes.uint16(), bytes.uint32(), bytes.uint32(), (bytes.uint8() << 24) >> 24]
    cells.push(cell.join())
  }
  if (cells.length > 0) location.attributes.cells = cells.join(';')
}
