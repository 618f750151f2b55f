// 07: values read from the vehicle, each with its number of the diagnostics standard (SAE J1979); or the status alone.
import { ByteReader } from '../byte-reader.ts'
import { instantOf, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepStatus } from './status.ts'

const VALUE_BYTES = 5
const MAX_VALUES = 60
/** Status and voltage of units that read nothing from the vehicle. */
const SHORT_BYTES = 4
const ENGINE_SPEED = 0x0c
const MILEAGE = 0x8a

/** Undefined if the bytes are too few. */
export function readVehicle(content: Buffer): Location | undefined {
  if (content.length < SHORT_BYTES) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (content.length === SHORT_BYTES) {
    keepStatus(location, content.readUInt16BE(0))
    return location
  }
  const bytes = new ByteReader(content)
  const fixedAt = instantOf(bytes.uint32() * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  for (let left = MAX_VALUES; left > 0 && bytes.remaining >= VALUE_BYTES; left--)
    keepValue(location, bytes.uint8(), bytes.bytes(4))
  return location
}

function keepValue(location: Location, number: number, value: Buffer): void {
  if (number === ENGINE_SPEED) location.rpm = value.readUInt16BE(0) / 4
  else if (number === MILEAGE) keepMileage(location, value.readUInt32BE(0))
  else location.attributes[`pid${number.toString(16).padStart(2, '0')}`] = value.toString('hex')
}
