// CCE: records of numbered parameters in four groups, by size. Little endian.
import { courseOf, keepMileage } from '../measures.ts'
import type { DeviceSettings, Location } from '../protocol.types.ts'
import { keepAccessories } from './accessories.ts'
import { keepEvent } from './events.ts'
import { modelOf } from './models.ts'
import { locationOf } from './records.ts'
import { bitsOf, keepVolts } from './text.ts'

/** The number of remaining records, and the number of records here. */
const HEADER_BYTES = 6
const RECORD_HEADER_BYTES = 4
/** An identifier that starts with it has two bytes. */
const EXTENSION = 0xfe

/** By number; for texts and lists only their location in the bytes. */
interface Parameters {
  values: Map<number, number>
  spans: Map<number, { at: number; size: number }>
}

/** All records or none. */
export function readParameterRecords(
  bytes: Buffer,
  from: number,
  end: number,
  settings: DeviceSettings,
): Location[] | undefined {
  if (end - from < HEADER_BYTES) return undefined
  const count = bytes.readUInt16LE(from + 4)
  const locations: Location[] = []
  let at = from + HEADER_BYTES
  for (let read = 0; read < count; read++) {
    if (at + RECORD_HEADER_BYTES > end) return undefined
    // The length counts from the number of parameters on.
    const recordEnd = at + 2 + bytes.readUInt16LE(at)
    if (recordEnd > end || recordEnd < at + RECORD_HEADER_BYTES) return undefined
    const parameters = readParameters(bytes, at + RECORD_HEADER_BYTES, recordEnd)
    locations.push(readLocation(bytes, parameters, settings))
    at = recordEnd
  }
  return at === end && count > 0 ? locations : undefined
}

/**
 * A parameter may be longer than its length: some firmware fills up with FF. The length of the record carries over it, so
 * what was read before it is kept.
 */
function readParameters(bytes: Buffer, from: number, end: number): Parameters {
  const values = new Map<number, number>()
  const spans = new Map<number, { at: number; size: number }>()
  let at = from
  for (const size of [1, 2, 4, 0]) {
    if (at >= end) break
    for (let left = bytes[at++]!; left > 0; left--) {
      const isExtended = bytes[at] === EXTENSION
      const valueAt = at + (isExtended ? 2 : 1) + (size === 0 ? 1 : 0)
      if (valueAt > end) return { values, spans }
      const id = isExtended ? (EXTENSION << 8) | bytes[at + 1]! : bytes[at]!
      const valueBytes = size === 0 ? bytes[valueAt - 1]! : size
      if (valueAt + valueBytes > end) return { values, spans }
      if (size === 0) spans.set(id, { at: valueAt, size: valueBytes })
      else values.set(id, bytes.readUIntLE(valueAt, size))
      at = valueAt + valueBytes
    }
  }
  return { values, spans }
}

function readLocation(bytes: Buffer, { values, spans }: Parameters, settings: DeviceSettings): Location {
  const latitude = values.get(0x02)
  const longitude = values.get(0x03)
  const location = locationOf({
    latitude: latitude === undefined ? undefined : latitude | 0,
    longitude: longitude === undefined ? undefined : longitude | 0,
    seconds: values.get(0x04),
    isGood: values.get(0x05) === 1,
    utcOffsetMin: settings.utcOffsetMin,
  })
  keepNumbers(location, values)
  keepMore(location, bytes, { values, spans })
  const event = values.get(0x40) ?? values.get(0x01)
  if (event !== undefined) keepEvent(location, event, modelOf(settings.model))
  return location
}

function keepNumbers(location: Location, values: Parameters['values']): void {
  for (const [id, value] of values) {
    switch (id) {
      case 0x06:
        location.satellites = value
        break
      case 0x08:
        location.speedKmh = value
        break
      case 0x0b:
        location.altitudeM = (value << 16) >> 16
        break
      case 0x0c:
        keepMileage(location, value / 1000)
        break
      case 0x14:
        location.outputs = bitsOf(value)
        break
      case 0x15:
        location.inputs = bitsOf(value)
        break
      case 0x29:
        location.fuelPct = value / 100
        break
      case 0x99:
        location.rpm = value
        break
      case 0x9d:
        location.fuelPct = value
        break
      case 0xfe69:
        location.batteryPct = value
        break
    }
  }
  const courseDeg = courseOf(values.get(0x09) ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  const hdop = values.get(0x0a)
  if (hdop) location.hdop = hdop / 10
  keepVolts(location, hundredthsOf(values.get(0x19)), hundredthsOf(values.get(0x1a)))
}

/** Names of values that are kept as they are. */
const named: readonly (readonly [id: number, name: string, factor: number])[] = [
  [0x07, 'gsmSignal', 1],
  [0x0d, 'runtimeS', 1],
  [0x16, 'analog1V', 0.01],
  [0x17, 'analog2V', 0.01],
  [0x25, 'card', 1],
  [0x47, 'lockState', 1],
  [0x91, 'obdSpeedKmh', 1],
  [0x97, 'throttlePct', 1],
  [0x9b, 'obdOdometer', 1],
  [0x9c, 'coolantC', 1],
  [0xa0, 'fuelUsedL', 0.001],
]

const CELL = 0x0e
const FIRST_TEMPERATURE = 0x2a
const LAST_TEMPERATURE = 0x31
/** What a sensor gives that is not ready. */
const NO_SENSOR_C = 85

function keepMore(location: Location, bytes: Buffer, { values, spans }: Parameters): void {
  const { attributes } = location
  for (const [id, name, factor] of named) {
    const value = values.get(id)
    if (value !== undefined) attributes[name] = factor === 1 ? value : value * factor
  }
  const cell = spans.get(CELL)
  if (cell && cell.size >= 10 && bytes.readUInt16LE(cell.at) !== 0) {
    attributes.mcc = bytes.readUInt16LE(cell.at)
    attributes.mnc = bytes.readUInt16LE(cell.at + 2)
    attributes.lac = bytes.readUInt16LE(cell.at + 4)
    attributes.cellId = bytes.readUInt32LE(cell.at + 6)
  }
  keepTemperatures(location, bytes, spans)
  keepAccessories(location, bytes, spans)
}

/** A label, then hundredths of a degree; sensors that are missing or broken are skipped. */
function keepTemperatures(location: Location, bytes: Buffer, spans: Parameters['spans']): void {
  let found = 0
  for (let id = FIRST_TEMPERATURE; id <= LAST_TEMPERATURE; id++) {
    const span = spans.get(id)
    const celsius = span && span.size >= 3 ? bytes.readInt16LE(span.at + 1) / 100 : NO_SENSOR_C
    if (celsius === NO_SENSOR_C) continue
    found++
    if (found === 1) location.temperatureC = celsius
    else if (found === 2) location.temperature2C = celsius
    else location.attributes[`temperature${found}C`] = celsius
  }
}

function hundredthsOf(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value / 100
}
