// The keys of a report, as locations: a key that was there already begins the next one.
import { courseOf, instantOf, isPosition, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { alarmsOf } from './alarms.ts'
import { keepBeacon, keepHomeHotspot, keepTag } from './beacons.ts'
import { keepCells, keepHotspots } from './network.ts'
import { eachKey } from './packet.ts'

const IMEI = 0x01
/** One for each beacon. */
const repeated: ReadonlySet<number> = new Set([0x28, 0x2c])
const STATUS_BYTES = 8
const POSITION_BYTES = 21

export function readRecords(keys: Buffer): Location[] {
  const locations: Location[] = []
  const seen = new Set<number>()
  let location: Location | undefined
  for (const { key, value } of eachKey(keys)) {
    if (key === IMEI) continue
    if (!location || seen.has(key)) {
      location = { valid: false, alarms: [], attributes: {} }
      locations.push(location)
      seen.clear()
    }
    if (!repeated.has(key)) seen.add(key)
    const understood = meanings[key]?.(location, value)
    if (!understood && value.length > 0)
      location.attributes[`k${key.toString(16).padStart(2, '0')}`] = value.toString('hex')
  }
  return locations
}

/** False if the value is too short. */
type Keep = (location: Location, value: Buffer) => boolean

const meanings: Readonly<Record<number, Keep>> = {
  2: keepAlarm,
  20: keepBattery,
  25: (location, value) => keepHotspots(location, value, true),
  32: keepPosition,
  33: (location, value) => keepCells(location, value, 'short'),
  34: (location, value) => keepHotspots(location, value, false),
  35: keepTag,
  36: keepStatus,
  40: (location, value) => keepBeacon(location, value, false),
  41: (location, value) => keepCells(location, value, 'long'),
  42: keepHomeHotspot,
  43: (location, value) => keepCells(location, value, 'longest'),
  44: (location, value) => keepBeacon(location, value, true),
  48: (location, value) => keepTimed(location, value, 'steps', 4),
  55: (location, value) => keepTimed(location, value, 'barks', 4),
  64: (location, value) => keepTimed(location, value, 'heartRate', 1),
  65: (location, value) => keepTimed(location, value, 'oxygenPct', 1),
}

/** With the time of the alarm on newer models. */
function keepAlarm(location: Location, value: Buffer): boolean {
  if (value.length < 4) return false
  const bits = value.readUInt32LE(0)
  if (bits !== 0) location.attributes.alarmBits = bits
  location.alarms = alarmsOf(bits)
  if (value.length >= 8) keepTime(location, value, 4)
  return true
}

function keepBattery(location: Location, value: Buffer): boolean {
  if (value.length < 3) return false
  if (value[0]! <= 100) location.batteryPct = value[0]!
  location.batteryV = value.readUInt16LE(1) / 1000
  return true
}

/** Its time is that of the record. */
function keepStatus(location: Location, value: Buffer): boolean {
  if (value.length < STATUS_BYTES) return false
  const fixedAt = instantOf(value.readUInt32LE(0) * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  const status = value.readUInt32LE(4)
  const percent = status >>> 24
  if (percent <= 100) location.batteryPct = percent
  location.moving = (status & (1 << 9)) !== 0
  location.attributes.gsmSignal = (status >>> 19) & 0x1f
  if (status & (1 << 4)) location.attributes.charging = true
  if (status & (1 << 7)) location.attributes.buffered = true
  return true
}

function keepPosition(location: Location, value: Buffer): boolean {
  if (value.length < POSITION_BYTES) return false
  const latitude = value.readInt32LE(0) / 1e7
  const longitude = value.readInt32LE(4) / 1e7
  location.speedKmh = value.readUInt16LE(8)
  const courseDeg = courseOf(value.readUInt16LE(10))
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  location.altitudeM = value.readInt16LE(12)
  const hdop = value.readUInt16LE(14) / 10
  if (hdop > 0) location.hdop = hdop
  keepMileage(location, value.readUInt32LE(16) / 1000)
  location.satellites = value[20]!
  // A position without an HDOP is the last one, and worse than that of a beacon.
  if (!isPosition(latitude, longitude) || (hdop === 0 && location.approximate)) return true
  Object.assign(location, { latitude, longitude, valid: hdop > 0 })
  delete location.approximate
  delete location.accuracyM
  return true
}

/** A time, and a number of so many bytes. */
function keepTimed(location: Location, value: Buffer, name: string, bytes: 1 | 4): boolean {
  if (value.length < 4 + bytes) return false
  keepTime(location, value, 0)
  location.attributes[name] = value.readUIntLE(4, bytes)
  return true
}

/** Only until the time of the record is known. */
function keepTime(location: Location, value: Buffer, at: number): void {
  const fixedAt = instantOf(value.readUInt32LE(at) * 1000)
  if (fixedAt) location.fixedAt ??= fixedAt
}
