// The blocks that packets with a position are made of: GPS, cells, and the state of the unit.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOfParts, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmOf } from './alarms.ts'
import { batteryPctOf, keepTerminalState } from './status.ts'

const GPS_BLOCK_BYTES = 18
const LAST_MCC = 999
const EAST_OR_WEST = 0x800
const NORTH = 0x400
const HAS_FIX = 0x1000

/** The numbers of a cell: 2G and 3G, the 4G of some clones, and 4G as the vendor has it. */
export type CellWidth = 'narrow' | 'middle' | 'wide'

// Offsets and bits: Concox GT06 document, "GPS information".
export function readGps(content: ByteReader, utcOffsetMin = 0): Location | undefined {
  if (content.remaining < GPS_BLOCK_BYTES) return undefined
  const fixedAt = readInstant(content, utcOffsetMin)
  const satellites = content.uint8() & 0x0f
  const latitudeUnits = content.uint32()
  const longitudeUnits = content.uint32()
  const speedKmh = content.uint8()
  const location: Location = { valid: false, satellites, speedKmh, alarms: [], attributes: {} }
  keepPlace(location, latitudeUnits, longitudeUnits, content.uint16())
  const hasPlace = location.latitude !== undefined
  if (fixedAt && (hasPlace || !isMidnight(fixedAt, utcOffsetMin))) location.fixedAt = fixedAt
  return location
}

/** Units of 1/1 800 000 degree; the word has the course, the signs, the fix, and on some units the ignition. */
export function keepPlace(
  location: Location,
  latitudeUnits: number,
  longitudeUnits: number,
  word: number,
): void {
  const latitude = degreesOf(latitudeUnits, (word & NORTH) === 0)
  const longitude = degreesOf(longitudeUnits, (word & EAST_OR_WEST) !== 0)
  const courseDeg = courseOf(word & 0x3ff)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (word & 0x4000) location.ignition = (word & 0x8000) !== 0
  if (!isPosition(latitude, longitude)) return
  location.latitude = latitude
  location.longitude = longitude
  location.valid = (word & HAS_FIX) !== 0
}

function degreesOf(units: number, negative: boolean): number {
  const degrees = roundTo(units / 1_800_000, 7)
  return negative ? 0 - degrees : degrees
}

/** A unit that never had a fix sends midnight of the current day, which is not a time. */
function isMidnight(at: Date, utcOffsetMin: number): boolean {
  return (at.getTime() + utcOffsetMin * 60_000) % 86_400_000 === 0
}

export function readInstant(content: ByteReader, utcOffsetMin: number): Date | undefined {
  const [year, month, day] = [content.uint8(), content.uint8(), content.uint8()]
  const [hour, minute, second] = [content.uint8(), content.uint8(), content.uint8()]
  const local = instantOfParts(year, month, day, hour, minute, second)
  return local && utcOffsetMin !== 0 ? new Date(local.getTime() - utcOffsetMin * 60_000) : local
}

/** False if there is no such country: the layout is that of another dialect, and what follows means nothing. */
export function readCell(content: ByteReader, location: Location, width: CellWidth): boolean {
  const mcc = content.uint16()
  const mnc = mcc & 0x8000 ? content.uint16() : content.uint8()
  const lac = width === 'wide' ? content.uint32() : content.uint16()
  const cellId = readCellId(content, width)
  if ((mcc & 0x7fff) > LAST_MCC) return false
  keepCell(location, mcc & 0x7fff, mnc, lac, cellId)
  return true
}

function readCellId(content: ByteReader, width: CellWidth): number {
  if (width === 'wide') return content.uint64()
  return width === 'middle' ? content.uint32() : content.uint24()
}

export function keepCell(
  { attributes }: Location,
  mcc: number,
  mnc: number,
  lac: number,
  cellId: number,
): void {
  if (mcc === 0) return
  attributes.mcc = mcc
  attributes.mnc = mnc
  attributes.lac = lac
  attributes.cellId = cellId
}

/** Terminal information, battery, signal, alarm and language. */
export function readAlarmState(content: ByteReader, location: Location): void {
  const alarmBits = keepTerminalState(location, content.uint8())
  keepBattery(location, content.uint8())
  location.attributes.gsmLevel = content.uint8()
  readAlarmCode(content, location, alarmBits)
  content.skip(1) // language
}

export function readAlarmCode(content: ByteReader, location: Location, alarmBits: number): void {
  const code = content.uint8()
  location.attributes.alarmCode = code
  const alarm = alarmOf(code, alarmBits)
  if (alarm) location.alarms.push(alarm)
}

export function keepBattery(location: Location, level: number): void {
  const batteryPct = batteryPctOf(level)
  if (batteryPct !== undefined) location.batteryPct = batteryPct
}

export function keepRest(content: ByteReader, location: Location): Location {
  if (content.remaining > 0) location.attributes.rest = content.hex(content.remaining)
  return location
}
