// Subrecords of the telemetry service. Every position begins a location; what follows belongs to it.
import { ByteReader } from '../byte-reader.ts'
import { courseOf, isPosition, keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import type { EgtsRecord, Subrecord } from './records.ts'
import { momentOf } from './records.ts'

export const subrecords = { position: 16, quality: 17, sensors: 18, acceleration: 20, state: 21, liquid: 27 }
/** The cause of a report. */
const EMERGENCY_BUTTON = 13
const STATE_BYTES = 5
const LITRES = 2

export function readLocations({ recordedAt, subrecords: all }: EgtsRecord): Location[] {
  const locations: Location[] = []
  let hasPosition = false
  for (const subrecord of all) {
    if (locations.length === 0 || (subrecord.type === subrecords.position && hasPosition))
      locations.push({
        ...(recordedAt && { fixedAt: recordedAt }),
        valid: false,
        alarms: [],
        attributes: {},
      })
    hasPosition ||= subrecord.type === subrecords.position
    keep(locations.at(-1)!, subrecord)
  }
  return locations
}

function keep(location: Location, { type, content }: Subrecord): void {
  const bytes = new ByteReader(content)
  switch (type) {
    case subrecords.position:
      keepPosition(location, bytes)
      return
    case subrecords.quality:
      keepQuality(location, bytes)
      return
    case subrecords.sensors:
      keepSensors(location, bytes)
      return
    // The first edition of the document numbers the state 20, and has no acceleration.
    case subrecords.acceleration:
    case subrecords.state:
      if (content.length === STATE_BYTES) keepState(location, bytes)
      return
    case subrecords.liquid:
      keepLiquid(location, bytes)
  }
}

function keepPosition(location: Location, bytes: ByteReader): void {
  location.fixedAt = momentOf(bytes.uint32LE())
  const north = roundTo((bytes.uint32LE() / 0xffff_ffff) * 90, 7)
  const east = roundTo((bytes.uint32LE() / 0xffff_ffff) * 180, 7)
  const flags = bytes.uint8()
  const speed = bytes.uint16LE()
  const course = courseOf(bytes.uint8() + ((speed >> 15) & 1) * 256)
  const mileageKm = bytes.uint24LE() / 10
  const inputs = bytes.uint8()
  const source = bytes.uint8()
  const height = flags & 0x80 ? bytes.uint24LE() : undefined
  if (bytes.overrun) return
  const latitude = flags & 0x20 ? 0 - north : north
  const longitude = flags & 0x40 ? 0 - east : east
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = (flags & 1) !== 0
  }
  if (flags & 8) location.attributes.buffered = true
  location.moving = (flags & 0x10) !== 0
  location.speedKmh = (speed & 0x3fff) / 10
  if (course !== undefined) location.courseDeg = course
  keepMileage(location, mileageKm)
  location.inputs = bitsOf(inputs)
  location.attributes.source = source
  if (source === EMERGENCY_BUTTON) location.alarms.push('sos')
  if (height !== undefined) location.altitudeM = speed & 0x4000 ? 0 - height : height
}

function keepQuality(location: Location, bytes: ByteReader): void {
  const flags = bytes.uint8()
  if (flags & 1) bytes.skip(2) // the vertical one
  const hdop = flags & 2 ? bytes.uint16LE() / 100 : 0
  if (flags & 4) bytes.skip(2) // that of the position
  if (hdop > 0) location.hdop = hdop
  const satellites = flags & 8 ? bytes.uint8() : undefined
  if (satellites !== undefined && !bytes.overrun) location.satellites = satellites
}

/** Groups of eight inputs, the outputs, and analog inputs, as far as the masks say. */
function keepSensors(location: Location, bytes: ByteReader): void {
  const groups = bytes.uint8()
  const outputs = bytes.uint8()
  const analog = bytes.uint8()
  if (bytes.overrun) return
  location.outputs = bitsOf(outputs)
  for (let index = 0; index < 8; index++)
    if ((groups >> index) & 1) location.attributes[`inputGroup${index + 1}`] = bytes.uint8()
  for (let index = 0; index < 8; index++)
    if ((analog >> index) & 1) location.attributes[`analog${index + 1}`] = bytes.uint24LE()
}

/** Of two batteries the backup is that of the tracker, if there is one. */
function keepState(location: Location, bytes: ByteReader): void {
  bytes.skip(1)
  const [supply, backup, internal] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  location.powerV = supply / 10
  const battery = backup || internal
  if (battery > 0) location.batteryV = battery / 10
}

/** Levels in litres are summed up, and so are those in the unit of the probe. */
function keepLiquid(location: Location, bytes: ByteReader): void {
  const flags = bytes.uint8()
  bytes.skip(2) // the address of the probe
  const value = bytes.uint32LE()
  const [unit, isRaw, isFault] = [(flags >> 4) & 3, flags & 8, flags & 0x40]
  if (bytes.overrun || isRaw || isFault) return
  if (unit === LITRES) location.fuelL = roundTo((location.fuelL ?? 0) + value / 10, 1)
  else if (unit === 0) location.attributes.fuelSensor = Number(location.attributes.fuelSensor ?? 0) + value
}

function bitsOf(value: number): boolean[] {
  return Array.from({ length: 8 }, (_, bit) => ((value >> bit) & 1) === 1)
}
