// Normal packets, and packets of the emergency button for the emergency server.
import type { AlarmName } from '../alarm-names.ts'
import { courseOf, isPosition } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, hexadecimalOf, isDigits } from '../text-values.ts'
import type { Message } from './message.ts'
import { readFix } from './message.ts'

const MAX_REST_LENGTH = 200
/** Operator and what follows, counted from the longitude's hemisphere. */
const FIELDS_AFTER_PLACE = 12

const byPacket: Readonly<Record<string, AlarmName>> = {
  EA: 'sos',
  TA: 'tampering',
  BD: 'powerCut',
  BR: 'powerRestored',
  BL: 'lowBattery',
  IN: 'ignitionOn',
  IF: 'ignitionOff',
  HA: 'harshAcceleration',
  HB: 'harshBraking',
  RT: 'harshCornering',
  OS: 'overspeed',
}
/** The emergency packet is sent again when the button is released. */
const EMERGENCY_ENDED = 11

export function readNormal({ before, after }: Message): Location | undefined {
  const placed = readPlace(after)
  if (!placed || placed.rest.length < FIELDS_AFTER_PLACE) return undefined
  const { location, plate, rest } = placed
  const [speedKmh, course, satellites, altitudeM, pdop, hdop] = rest.slice(0, 6).map(decimalOf)
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  const courseDeg = courseOf(course ?? Number.NaN)
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  if (satellites !== undefined) location.satellites = satellites
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (pdop) location.attributes.pdop = pdop
  if (hdop) location.hdop = hdop
  keepPacket(location, before, plate)
  keepStatus(location, rest.slice(6))
  return location
}

/** EMR, or SEM when the alarm ended; NM, or SP from memory. */
export function readEmergency({ before, after }: Message): Location | undefined {
  const placed = readPlace(after)
  if (!placed) return undefined
  const { location, plate: memory, rest } = placed
  const [altitudeM, speedKmh] = rest.slice(0, 2).map(decimalOf)
  if (altitudeM !== undefined) location.altitudeM = altitudeM
  if (speedKmh !== undefined) location.speedKmh = speedKmh
  location.alarms.push(before.at(-1) === 'SEM' ? 'sosCancelled' : 'sos')
  if (memory === 'SP') location.attributes.buffered = true
  keepPlate(location, rest[4] ?? '')
  return location
}

/** Decimal degrees with their hemispheres; the time is before them. */
function readPlace(
  after: readonly string[],
): { location: Location; plate: string; rest: readonly string[] } | undefined {
  const at = after.findIndex((field, index) => isOneOf(field, 'NS') && isOneOf(after[index + 2], 'EW'))
  if (at < 2) return undefined
  const { isFixed, at: fixedAt, before } = readFix(after.slice(0, at - 1))
  const location: Location = { valid: false, alarms: [], attributes: {} }
  if (fixedAt) location.fixedAt = fixedAt
  const latitude = degreesOf(after[at - 1], after[at] === 'S')
  const longitude = degreesOf(after[at + 1], after[at + 2] === 'W')
  if (isPosition(latitude, longitude)) Object.assign(location, { latitude, longitude, valid: isFixed })
  return { location, plate: before[0] ?? '', rest: after.slice(at + 3) }
}

function isOneOf(field: string | undefined, letters: string): boolean {
  return field?.length === 1 && letters.includes(field)
}

function degreesOf(field: string | undefined, isNegative: boolean): number {
  const degrees = decimalOf(field) ?? Number.NaN
  return isNegative ? 0 - degrees : degrees
}

/** Type, alert number, and L for live or H for history. */
function keepPacket(location: Location, before: readonly string[], plate: string): void {
  const { attributes } = location
  if (before.at(-1) === 'H') attributes.buffered = true
  const hasAlert = isDigits(before.at(-2) ?? '', 1, 2)
  const report = before.at(hasAlert ? -3 : -2) ?? ''
  const alert = hasAlert ? Number(before.at(-2)) : undefined
  if (alert !== undefined) attributes.alarmCode = alert
  if (/^[A-Z]{2}$/.test(report)) attributes.report = report
  const alarm = Object.hasOwn(byPacket, report) ? byPacket[report]! : undefined
  if (alarm === 'sos' && alert === EMERGENCY_ENDED) location.alarms.push('sosCancelled')
  else if (alarm) location.alarms.push(alarm)
  keepPlate(location, plate)
}

/** Placeholders of makers are no number plate. */
function keepPlate({ attributes }: Location, plate: string): void {
  if (/^[A-Z\d -]{2,20}$/i.test(plate) && /[1-9]/.test(plate)) attributes.plate = plate
}

/** Operator, ignition, supply, voltages, emergency, case, signal and cell; then other cells, inputs and outputs. */
function keepStatus(location: Location, fields: readonly string[]): void {
  const { attributes } = location
  const [operator = '', ignition, supply, supplyV, batteryV, emergency] = fields
  if (operator && operator !== 'NOSERV') attributes.operator = operator.slice(0, 40)
  location.ignition = ignition === '1'
  attributes.mainPower = supply === '1'
  const [powerVolts, batteryVolts] = [decimalOf(supplyV), decimalOf(batteryV)]
  if (powerVolts !== undefined) location.powerV = powerVolts
  if (batteryVolts !== undefined) location.batteryV = batteryVolts
  attributes.emergency = emergency === '1'
  // Some makers leave the state of the case out.
  const hasCase = decimalOf(fields[6]) === undefined
  if (fields[6] === 'O' || fields[6] === 'C') attributes.tampered = fields[6] === 'O'
  const cell = fields.slice(hasCase ? 7 : 6)
  const [signal, mcc, mnc] = cell.slice(0, 3).map(decimalOf)
  const [lac, cellId] = [hexadecimalOf(cell[3]), hexadecimalOf(cell[4])]
  if (signal !== undefined) attributes.gsmSignal = signal
  if (mcc !== undefined && mnc !== undefined && lac !== undefined && cellId !== undefined)
    Object.assign(attributes, { mcc, mnc, lac, cellId })
  keepInputs(location, cell.slice(5))
}

/** Four and two digits, the last one is the first input. How many cells come before them differs. */
function keepInputs(location: Location, fields: readonly string[]): void {
  const at = fields.findLastIndex(
    (field, index) => /^[01]{4}$/.test(field) && /^[01]{2}$/.test(fields[index + 1] ?? ''),
  )
  if (at < 0) return
  location.inputs = bitsOf(fields[at]!)
  location.outputs = bitsOf(fields[at + 1]!)
  const rest = fields.slice(at + 2).join()
  if (rest) location.attributes.rest = rest.slice(0, MAX_REST_LENGTH)
}

function bitsOf(digits: string): boolean[] {
  return [...digits].reverse().map((digit) => digit === '1')
}

/** For simulated trackers. */
export function packetOf(alarm: AlarmName | undefined): string {
  return Object.keys(byPacket).find((type) => byPacket[type] === alarm) ?? 'NR'
}
