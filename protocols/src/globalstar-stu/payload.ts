// The nine bytes of a SmartOne. Only type 0 has coordinates; the meaning of the others depends on the unit.
import { ByteReader } from '../byte-reader.ts'
import { isPosition, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const BYTES = 9
const STANDARD = 0
const POWER_ON = 1
const CHANGE_OF_LOCATION = 2

export function decodePayload(payload: Buffer): Location {
  const location: Location = { valid: false, alarms: [], attributes: { payload: payload.toString('hex') } }
  if (payload.length !== BYTES) return location
  const bytes = new ByteReader(payload)
  const flags = bytes.uint8()
  location.attributes.messageType = flags & 0x03
  if ((flags & 0x03) !== STANDARD) return location
  if (flags & 0x04) location.alarms.push('lowBattery')
  location.attributes.gpsFailures = flags >> 6
  const latitude = roundTo((signed24(bytes.uint24()) * 90) / 0x80_0000, 6)
  const longitude = roundTo((signed24(bytes.uint24()) * 180) / 0x80_0000, 6)
  if (isPosition(latitude, longitude)) {
    location.latitude = latitude
    location.longitude = longitude
    location.valid = (flags & 0x08) === 0
  }
  const inputs = bytes.uint8()
  const motion = bytes.uint8()
  const subType = inputs >> 4
  location.attributes.subType = subType
  if (subType === POWER_ON) location.alarms.push('deviceOn')
  if (subType === CHANGE_OF_LOCATION) location.alarms.push('movement')
  if (motion & 0x08) location.alarms.push('vibration')
  // Closed is on. The meaning of an input depends on its wiring, so it raises no alarm.
  location.inputs = [(inputs & 0x02) === 0, (inputs & 0x08) === 0]
  location.moving = (motion & 0x40) !== 0
  const flagsOf = {
    input1Triggered: inputs & 0x01,
    input2Triggered: inputs & 0x04,
    vibrating: motion & 0x10,
    twoDimensional: motion & 0x20,
    reducedAccuracy: motion & 0x80,
  }
  for (const [name, bit] of Object.entries(flagsOf)) if (bit) location.attributes[name] = true
  return location
}

function signed24(value: number): number {
  return (value << 8) >> 8
}
