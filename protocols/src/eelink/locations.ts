// The location of newer units: a mask of what is there (position, cells, hotspots), then by type an alarm, the status and
// measurements, as far as there are bytes.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmOf } from './alarms.ts'
import { keepMeasurements } from './measurements.ts'
import { types } from './package.ts'
import { keepStatus } from './status.ts'

const DEGREES = 1_800_000
const HAS_POSITION = 1 << 0
const HAS_CELL = 1 << 1
const HAS_FURTHER_CELLS = [1 << 2, 1 << 3]
const HAS_HOTSPOTS = [1 << 4, 1 << 5, 1 << 6]
const HAS_LTE = 1 << 7

export function degreesOf(value: number): number {
  return roundTo(value / DEGREES, 7)
}

/** Undefined if the bytes are too few. */
export function readLocation(content: Buffer, type: number): Location | undefined {
  const bytes = new ByteReader(content)
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(bytes.uint32() * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  const mask = bytes.uint8()
  if (mask & HAS_POSITION) readPosition(location, bytes)
  readNetwork(location, bytes, mask)
  if (type === types.warning) {
    const code = bytes.uint8()
    location.attributes.alarmCode = code
    const alarm = alarmOf(code)
    if (alarm) location.alarms = [alarm]
  } else if (type === types.report) location.attributes.event = bytes.uint8()
  if (type === types.location || type === types.warning || type === types.report) {
    const status = bytes.uint16()
    location.valid = location.latitude !== undefined && (status & 1) === 1
    keepStatus(location, status)
    // Units without an acceleration sensor cannot be armed either.
    if (status & (1 << 3)) location.moving = (status & (1 << 9)) !== 0
  }
  if (bytes.overrun) return undefined
  if (type === types.location) keepMeasurements(location, bytes)
  return location
}

/** Valid unless the status has another flag. */
function readPosition(location: Location, bytes: ByteReader): void {
  const latitude = degreesOf(bytes.int32())
  const longitude = degreesOf(bytes.int32())
  location.altitudeM = bytes.int16()
  location.speedKmh = bytes.uint16()
  const courseDeg = courseOf(bytes.uint16())
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  location.satellites = bytes.uint8()
  if (isPosition(latitude, longitude))
    Object.assign(location, { latitude, longitude, valid: location.satellites > 0 })
}

function readNetwork(location: Location, bytes: ByteReader, mask: number): void {
  const cells: string[] = []
  const hotspots: string[] = []
  let network = [0, 0]
  const readCell = () => cells.push([...network, bytes.uint16(), bytes.uint32(), bytes.uint8()].join())
  const readHotspot = () => hotspots.push(`${bytes.hex(6)},${(bytes.uint8() << 24) >> 24}`)
  if (mask & HAS_CELL) {
    network = [bytes.uint16(), bytes.uint16()]
    readCell()
  }
  for (const bit of HAS_FURTHER_CELLS) if (mask & bit) readCell()
  for (const bit of HAS_HOTSPOTS) if (mask & bit) readHotspot()
  if (mask & HAS_LTE) {
    bytes.skip(1) // radio access technology
    const counts = bytes.uint8()
    const cellCount = counts & 0x07
    if (cellCount > 0) {
      const [country, operator, area] = [bytes.uint16(), bytes.uint16(), bytes.uint16()]
      bytes.skip(2) // tracking area
      const cell = bytes.uint32()
      bytes.skip(6) // timing advance, physical cell, channel
      cells.push([country, operator, area, cell, (bytes.uint8() << 24) >> 24].join())
      bytes.skip((cellCount - 1) * 5)
    }
    for (let left = (counts >> 3) & 0x0f; left > 0 && !bytes.overrun; left--) readHotspot()
  }
  if (cells.length > 0) location.attributes.cells = cells.join(';')
  if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
}
