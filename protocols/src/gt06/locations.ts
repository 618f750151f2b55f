// The packets with a position as the vendor documents them, and what clones append to them.
import type { ByteReader } from '../byte-reader.ts'
import { isMileage, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import type { CellWidth } from './gps.ts'
import { keepRest, readAlarmCode, readAlarmState, readCell, readGps } from './gps.ts'
import { keepTerminalState } from './status.ts'

interface Shape {
  /** 4G packets have wider cell numbers. */
  cells?: CellWidth
  withState?: boolean
  withFence?: boolean
  utcOffsetMin?: number
}

/** Before the tail: 2G and 4G. */
const leastCellBytes: Readonly<Record<CellWidth, number>> = { narrow: 8, middle: 9, wide: 15 }

export function readLocation(content: ByteReader, shape: Shape): Location | undefined {
  const location = readGps(content, shape.utcOffsetMin)
  if (!location) return undefined
  const { cells = 'wide' } = shape
  // Clones omit or extend the tail: known fields are read, the rest is kept raw.
  const hasTail = content.remaining < leastCellBytes[cells] || readCell(content, location, cells)
  if (hasTail && shape.withState) readState(content, location)
  else if (hasTail) readCloneTail(content, location)
  return keepRest(content, location)
}

/** ACC, upload mode, stored or live, and on many units the mileage. */
export function readState(content: ByteReader, location: Location): void {
  if (content.remaining < 3) return
  const ignition = content.uint8() !== 0
  const uploadMode = content.uint8()
  const buffered = content.uint8() !== 0
  if (content.remaining >= 4) {
    const mileageKm = content.uint32() / 1000
    // Impossible: the layout is another one, and the three values before it are not what they seem.
    if (!isMileage(mileageKm)) return
    location.mileageKm = mileageKm
  }
  location.ignition = ignition
  location.attributes.uploadMode = uploadMode
  location.attributes.buffered = buffered
}

/** What clones append to 0x12, by its length: VXT01 and S5. */
function readCloneTail(content: ByteReader, location: Location): void {
  if (content.remaining === 5) {
    readSupplyState(content, location)
    content.skip(1)
  } else if (content.remaining === 12) {
    const alarmBits = readSupplyState(content, location)
    readAlarmCode(content, location, alarmBits)
    location.attributes.fuelRaw = content.uint16()
    location.temperatureC = signMagnitude8(content.uint8())
    keepMileage(location, content.uint32() / 100)
  }
}

/** Terminal information, supply and signal. */
export function readSupplyState(content: ByteReader, location: Location): number {
  const alarmBits = keepTerminalState(location, content.uint8())
  location.powerV = content.uint16() / 100
  location.attributes.gsmLevel = content.uint8()
  return alarmBits
}

function signMagnitude8(byte: number): number {
  return byte & 0x80 ? 0 - (byte & 0x7f) : byte
}

export function readAlarm(content: ByteReader, shape: Shape): Location | undefined {
  const location = readGps(content, shape.utcOffsetMin)
  if (!location) return undefined
  // 8, 9, 16 or 17, with or without itself: unreliable as a length.
  content.skip(1)
  if (!readCell(content, location, shape.cells ?? 'wide')) return keepRest(content, location)
  readAlarmState(content, location)
  if (shape.withFence) {
    const fence = content.uint8()
    if (fence !== 0xff) location.attributes.fence = fence
  }
  if (content.overrun) return undefined
  if (content.remaining === 8) keepCard(location, content.hex(8))
  else if (content.remaining >= 4) keepMileage(location, content.uint32() / 1000)
  return keepRest(content, location)
}

/** Zeros if no card was presented. */
export function keepCard(location: Location, card: string): void {
  if (!/^0*$/.test(card)) location.attributes.driverId = card
}

/** An alarm without coordinates and time. */
export function readCellAlarm(content: ByteReader, cells: CellWidth): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (readCell(content, location, cells)) readAlarmState(content, location)
  return content.overrun ? undefined : keepRest(content, location)
}
