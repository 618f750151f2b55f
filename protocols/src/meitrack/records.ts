// CCC: stored records of old units, 52 bytes each, little endian.
import { courseOf, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { DeviceSettings, Location } from '../protocol.types.ts'
import { keepEvent } from './events.ts'
import { modelOf, scaleOf } from './models.ts'
import { bitsOf, keepReadings } from './text.ts'

const HEADER_BYTES = 8
export const RECORD_BYTES = 52
/** 2000-01-01, the epoch of the seconds. */
export const EPOCH_MS = Date.UTC(2000, 0, 1)

/** All records or none. */
export function readRecords(
  bytes: Buffer,
  from: number,
  end: number,
  settings: DeviceSettings,
): Location[] | undefined {
  if (end - from < HEADER_BYTES) return undefined
  const recordBytes = bytes.readUInt16LE(from + 2)
  const count = (end - from - HEADER_BYTES) / recordBytes
  if (recordBytes < RECORD_BYTES || !Number.isInteger(count) || count === 0) return undefined
  return Array.from({ length: count }, (_, index) => {
    return readRecord(bytes, from + HEADER_BYTES + index * recordBytes, settings)
  })
}

function readRecord(bytes: Buffer, at: number, settings: DeviceSettings): Location {
  const location = locationOf({
    latitude: bytes.readInt32LE(at + 1),
    longitude: bytes.readInt32LE(at + 5),
    seconds: bytes.readUInt32LE(at + 9),
    isGood: bytes[at + 13] === 1,
    utcOffsetMin: settings.utcOffsetMin,
  })
  const { attributes } = location
  location.satellites = bytes[at + 14]!
  attributes.gsmSignal = bytes[at + 15]!
  location.speedKmh = bytes.readUInt16LE(at + 16)
  const courseDeg = courseOf(bytes.readUInt16LE(at + 18))
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const hdop = bytes.readUInt16LE(at + 20)
  if (hdop > 0) location.hdop = hdop / 10
  location.altitudeM = bytes.readInt16LE(at + 22)
  keepMileage(location, bytes.readUInt32LE(at + 24) / 1000)
  attributes.runtimeS = bytes.readUInt32LE(at + 28)
  const mcc = bytes.readUInt16LE(at + 32)
  if (mcc !== 0) {
    attributes.mcc = mcc
    attributes.mnc = bytes.readUInt16LE(at + 34)
    attributes.lac = bytes.readUInt16LE(at + 36)
    attributes.cellId = bytes.readUInt16LE(at + 38)
  }
  const states = bytes.readUInt16LE(at + 40)
  location.inputs = bitsOf(states >> 8)
  location.outputs = bitsOf(states & 0xff)
  const model = modelOf(settings.model)
  const battery = bytes.readUInt16LE(at + 44)
  const scale = scaleOf(model, battery)
  if (scale) keepReadings(location, scale, battery, bytes.readUInt16LE(at + 46))
  const data = bytes.readUInt32LE(at + 48)
  if (data !== 0) attributes.eventData = data
  keepEvent(location, bytes[at]!, model)
  return location
}

interface Fix {
  /** In millionths of a degree. */
  latitude: number | undefined
  longitude: number | undefined
  /** Since 2000; zero if the clock is not set. */
  seconds: number | undefined
  isGood: boolean
  utcOffsetMin: number | undefined
}

export function locationOf({ latitude, longitude, seconds, isGood, utcOffsetMin = 0 }: Fix): Location {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (seconds) location.fixedAt = new Date(EPOCH_MS + seconds * 1000 - utcOffsetMin * 60_000)
  if (latitude === undefined || longitude === undefined || !isPosition(latitude / 1e6, longitude / 1e6))
    return location
  location.latitude = roundTo(latitude / 1e6, 6)
  location.longitude = roundTo(longitude / 1e6, 6)
  location.valid = isGood
  return location
}
