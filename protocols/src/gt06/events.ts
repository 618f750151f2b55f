// Camera events 0x95 of JC100 and JC400, and vehicle data 0x8C.
import type { AlarmName } from '../alarm-names.ts'
import type { ByteReader } from '../byte-reader.ts'
import { keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepPlace, readInstant } from './gps.ts'

const MAX_TEXT_BYTES = 512
/** Time and event, without a position. */
const SHORT_EVENT_BYTES = 7

export function readCameraEvent(content: ByteReader): Location | undefined {
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const isShort = content.remaining === SHORT_EVENT_BYTES
  const isSecondForm = content.peek(0) === 0xff && content.peek(1) === 0xff
  if (isSecondForm) content.skip(3) // mark and version
  const fixedAt = readInstant(content, 0)
  if (fixedAt) location.fixedAt = fixedAt
  if (!isShort) {
    if (isSecondForm) location.satellites = content.uint8() & 0x0f
    keepPlace(location, content.uint32(), content.uint32(), content.uint16())
  }
  if (isSecondForm) {
    location.speedKmh = content.uint16()
    location.powerV = content.uint16() / 10
  }
  const code = content.uint8()
  location.attributes.event = code
  const alarm = code === 1 && isShort ? undefined : alarmsByEvent[code]
  if (alarm) location.alarms.push(alarm)
  if (content.remaining > 2) {
    content.skip(2)
    location.attributes.files = content.ascii(Math.min(content.remaining, MAX_TEXT_BYTES))
  }
  return content.overrun ? undefined : location
}

const alarmsByEvent: Readonly<Record<number, AlarmName>> = {
  1: 'sos',
  14: 'lowPower',
  118: 'temperature',
  128: 'vibration',
  135: 'overspeed',
  136: 'powerCut',
  144: 'harshAcceleration',
  145: 'harshBraking',
  146: 'harshCornering',
  147: 'crash',
}

/** Number and value in hexadecimal, in hundredths: `363=0003bd08`. */
export function readVehicleData(content: ByteReader): Location | undefined {
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = readInstant(content, 0)
  if (fixedAt) status.fixedAt = fixedAt
  status.ignition = content.uint8() !== 0
  const text = content.ascii(Math.min(content.remaining, MAX_TEXT_BYTES))
  for (const [, number = '', value = ''] of text.matchAll(/([0-9A-F]{3})=([0-9A-Za-z]{0,17})(?=,)/g)) {
    if (number === '4A3' && value) status.attributes.vin = value
    const hundredths = Number.parseInt(value, 16)
    if (value.length === 8 && hundredths >= 0) keepVehicleValue(status, number, hundredths / 100)
  }
  return content.overrun ? undefined : status
}

function keepVehicleValue(status: Location, number: string, value: number): void {
  const { attributes } = status
  if (number === '283') keepMileage(status, value)
  else if (number === '363') status.rpm = value
  else if (number === '2B3' && value <= 100) status.fuelPct = value
  else if (number === '473') attributes.fuelUsedL = value
  else if (number === '2D3') attributes.coolantC = value
  else if (number === '353') attributes.vehicleSpeedKmh = value
  else if (number === '493') attributes.engineHours = value
}
