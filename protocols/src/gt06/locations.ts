// The packets with a position: from satellites, or only the cells and hotspots nearby.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOfParts, isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmOf } from './alarms.ts'
import { batteryPctOf, keepTerminalState } from './status.ts'

interface Shape {
  /** 4G packets have wider cell numbers. */
  narrowCells?: boolean
  withState?: boolean
  withFence?: boolean
  utcOffsetMin?: number
}

const GPS_BLOCK_BYTES = 18

export function readLocation(content: ByteReader, shape: Shape): Location | undefined {
  const location = readGps(content, shape.utcOffsetMin)
  if (!location) return undefined
  // Clones omit or extend the tail: known fields are read, the rest is kept raw.
  if (content.remaining >= (shape.narrowCells ? 8 : 15)) readCell(content, location, shape)
  if (shape.withState && content.remaining >= 3) {
    location.ignition = content.uint8() !== 0
    location.attributes.uploadMode = content.uint8()
    location.attributes.buffered = content.uint8() !== 0
    if (content.remaining >= 4) location.mileageKm = content.uint32() / 1000
  }
  return keepRest(content, location)
}

export function readAlarm(content: ByteReader, shape: Shape): Location | undefined {
  const location = readGps(content, shape.utcOffsetMin)
  if (!location) return undefined
  // 8, 9, 16 or 17, with or without itself: unreliable as a length.
  content.skip(1)
  readCell(content, location, shape)
  readAlarmState(content, location)
  if (shape.withFence) {
    const fence = content.uint8()
    if (fence !== 0xff) location.attributes.fence = fence
  }
  if (content.overrun) return undefined
  if (content.remaining >= 4) location.mileageKm = content.uint32() / 1000
  return keepRest(content, location)
}

/** An alarm without coordinates and time. */
export function readCellAlarm(content: ByteReader): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  readCell(content, location, { narrowCells: true })
  readAlarmState(content, location)
  return content.overrun ? undefined : keepRest(content, location)
}

export function readGpsOnly(content: ByteReader): Location | undefined {
  return readGps(content)
}

/** Seven cells, and hotspots if there are any. Another service may resolve them to coordinates. */
export function readCells(content: ByteReader, withHotspots: boolean): Location | undefined {
  const fixedAt = readInstant(content, 0)
  const mcc = content.uint16()
  const mnc = mcc & 0x8000 ? content.uint16() : content.uint8()
  const cells: string[] = []
  for (let cell = 0; cell < 7; cell++) {
    const lac = content.uint16()
    const cellId = content.uint24()
    const signal = content.uint8()
    if (cellId !== 0) cells.push(`${mcc & 0x7fff},${mnc},${lac},${cellId},${signal}`)
  }
  content.skip(1) // timing advance
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  if (cells.length > 0) location.attributes.cells = cells.join(';')
  if (withHotspots) {
    const hotspots: string[] = []
    for (let left = content.uint8(); left > 0 && !content.overrun; left--) {
      hotspots.push(`${content.hex(6)},${content.uint8()}`)
    }
    if (hotspots.length > 0) location.attributes.wifi = hotspots.join(';')
  }
  return content.overrun ? undefined : location
}

// Offsets and bits: Concox GT06 document, "GPS information".
function readGps(content: ByteReader, utcOffsetMin = 0): Location | undefined {
  if (content.remaining < GPS_BLOCK_BYTES) return undefined
  const fixedAt = readInstant(content, utcOffsetMin)
  const satellites = content.uint8() & 0x0f
  const latitudeUnits = content.uint32()
  const longitudeUnits = content.uint32()
  const speedKmh = content.uint8()
  const word = content.uint16()
  const latitude = degreesOf(latitudeUnits, (word & 0x400) === 0)
  const longitude = degreesOf(longitudeUnits, (word & 0x800) !== 0)
  const courseDeg = courseOf(word & 0x3ff)
  const location: Location = { valid: false, satellites, speedKmh, alarms: [], attributes: {} }
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (word & 0x4000) location.ignition = (word & 0x8000) !== 0
  const hasFix = isPosition(latitude, longitude)
  if (hasFix) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = (word & 0x1000) !== 0
  }
  if (fixedAt && (hasFix || !isMidnight(fixedAt, utcOffsetMin))) location.fixedAt = fixedAt
  return location
}

function degreesOf(units: number, negative: boolean): number {
  const degrees = roundTo(units / 1_800_000, 7)
  return negative ? 0 - degrees : degrees
}

/** A unit that never had a fix sends midnight of the current day, which is not a time. */
function isMidnight(at: Date, utcOffsetMin: number): boolean {
  return (at.getTime() + utcOffsetMin * 60_000) % 86_400_000 === 0
}

function readInstant(content: ByteReader, utcOffsetMin: number): Date | undefined {
  const [year, month, day] = [content.uint8(), content.uint8(), content.uint8()]
  const [hour, minute, second] = [content.uint8(), content.uint8(), content.uint8()]
  const local = instantOfParts(year, month, day, hour, minute, second)
  return local && utcOffsetMin !== 0 ? new Date(local.getTime() - utcOffsetMin * 60_000) : local
}

function readCell(content: ByteReader, location: Location, { narrowCells }: Shape): void {
  const mcc = content.uint16()
  const mnc = mcc & 0x8000 ? content.uint16() : content.uint8()
  const lac = narrowCells ? content.uint16() : content.uint32()
  const cellId = narrowCells ? content.uint24() : content.uint64()
  if (mcc === 0) return
  location.attributes.mcc = mcc & 0x7fff
  location.attributes.mnc = mnc
  location.attributes.lac = lac
  location.attributes.cellId = cellId
}

function readAlarmState(content: ByteReader, location: Location): void {
  const alarmBits = keepTerminalState(location, content.uint8())
  location.batteryPct = batteryPctOf(content.uint8())
  location.attributes.gsmLevel = content.uint8()
  const code = content.uint8()
  content.skip(1) // language
  location.attributes.alarmCode = code
  const alarm = alarmOf(code, alarmBits)
  if (alarm) location.alarms.push(alarm)
}

function keepRest(content: ByteReader, location: Location): Location {
  if (content.remaining > 0) location.attributes.rest = content.hex(content.remaining)
  return location
}
