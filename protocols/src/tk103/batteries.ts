// BS50: the battery of an electric vehicle, in hexadecimal. From one published message: cells in millivolts, then
// voltage, charge and temperatures, of which zero is -40 degrees.
import type { Location } from '../protocol.types.ts'

const CELLS_AT = 4
const MAX_CELLS = 24
const VOLTS_AT = 55
const PERCENT_AT = 57
const TEMPERATURES_AT = 72
const COLDEST_C = -40

export function readBatteryReport(data: string): Location {
  const bytes = Buffer.from(data, 'hex')
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const { attributes } = status
  const temperatures = bytes[TEMPERATURES_AT] ?? 0
  // After the number of sensors come those of the power stage and the balancer.
  const sensorsAt = TEMPERATURES_AT + 3
  if (bytes.length < sensorsAt + temperatures) {
    attributes.batteryReport = data
    return status
  }
  const cells = Math.min(bytes[CELLS_AT - 1]!, MAX_CELLS)
  const volts = Array.from({ length: cells }, (_, cell) => bytes.readUInt16LE(CELLS_AT + cell * 2) / 1000)
  if (cells > 0) attributes.cellVolts = volts.join(';')
  attributes.vehicleBatteryV = bytes.readUInt16LE(VOLTS_AT) / 100
  const percent = bytes[PERCENT_AT]!
  if (percent <= 100) attributes.vehicleBatteryPct = percent
  for (let sensor = 0; sensor < Math.min(temperatures, MAX_CELLS); sensor++) {
    attributes[`batteryTemperature${sensor + 1}C`] = bytes[sensorsAt + sensor]! + COLDEST_C
  }
  return status
}
