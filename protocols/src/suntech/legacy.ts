// Text of the families SA200 to ST900. Layouts: Suntech ST300 and ST600 documents. The families differ in the fields
// between the time and the coordinates, so the time and the latitude are searched for.
import { keepFuelProbes } from '../fuel-probes.ts'
import { keepMileage } from '../measures.ts'
import type { Decoded, Location, Session } from '../protocol.types.ts'
import { alertOf, emergencyOf } from './alarms.ts'
import { instantOfText, keepCoordinates, keepMessageType, keepMotion, numberOf } from './values.ts'

const COORDINATE = /^[+-]?\d{1,3}[.,]\d+$/
/** Between the latitude and the end of the I/O field. */
const POSITION_FIELDS = 9

export function decodeLegacy(fields: string[], text: string, { transport }: Session): Decoded {
  const family = fields[0]!.slice(0, 5)
  const type = fields[0]!.slice(5)
  if (type === 'CMD') return decodeResult(fields, text)
  const identifier = fields[1]
  if (!identifier || !/^\d{4,15}$/.test(identifier))
    return { kind: 'bad', why: 'report without an identifier' }
  if (type === 'ALV') return { kind: 'heartbeat', identifier }
  if (type === 'HTE') return { kind: 'heartbeat', identifier, status: readTravel(fields) }
  if (!reports.has(type)) return { kind: 'ignored', why: `message ${type}`, identifier }
  const location = readReport(fields, type)
  if (!location) return { kind: 'bad', why: `report ${type} that cannot be read`, identifier }
  // Units that are configured to wait for it repeat the datagram after two minutes.
  const reply = transport === 'udp' ? { reply: Buffer.from(`${family}ACK;${identifier}`, 'latin1') } : {}
  return { kind: 'locations', identifier, locations: [location], ...reply }
}

const reports: ReadonlySet<string> = new Set(['STT', 'EMG', 'EVT', 'ALT', 'UEX'])

/** `ST300CMD;Res;<id>;<software>;<command>`, followed by NoUse if the output is not available. */
function decodeResult(fields: string[], text: string): Decoded {
  if (fields[1] !== 'Res') return { kind: 'command', text, ...(fields[1] && { identifier: fields[1] }) }
  const identifier = fields[2]
  if (!identifier) return { kind: 'bad', why: 'result without an identifier' }
  const result = fields.slice(4).join(';')
  return { kind: 'answer', identifier, text: result, ...(result.endsWith('NoUse') && { refused: true }) }
}

/** The summary of a trip; the driver is its last field. */
function readTravel(fields: string[]): Location {
  const status: Location = { valid: false, alarms: [], attributes: { report: 'HTE' } }
  keepDriver(status, fields.at(-1)!)
  return status
}

function readReport(fields: string[], type: string): Location | undefined {
  let dateAt = 3
  while (dateAt < 5 && !instantOfText(fields[dateAt] ?? '', fields[dateAt + 1] ?? '')) dateAt++
  const latitudeAt = fields.findIndex((field, index) => index > dateAt + 1 && COORDINATE.test(field))
  if (latitudeAt < 0 || latitudeAt > dateAt + 7 || fields.length < latitudeAt + POSITION_FIELDS)
    return undefined
  const location: Location = { valid: false, alarms: [], attributes: { report: type } }
  const fixedAt = instantOfText(fields[dateAt] ?? '', fields[dateAt + 1] ?? '')
  if (fixedAt) location.fixedAt = fixedAt
  readCell(location, fields.slice(dateAt + 2, latitudeAt))
  readCoordinates(location, fields, latitudeAt)
  readTail(location, type, fields.slice(latitudeAt + POSITION_FIELDS))
  return location
}

/** Nothing, the cell, or the cell with country, network, area and signal. */
function readCell({ attributes }: Location, fields: string[]): void {
  const [cell, mcc, mnc, lac, signal] = fields
  if (cell && Number.parseInt(cell, 16) > 0) attributes.cellId = Number.parseInt(cell, 16)
  if (fields.length < 5) return
  attributes.mcc = numberOf(mcc) ?? 0
  attributes.mnc = numberOf(mnc) ?? 0
  attributes.lac = Number.parseInt(lac!, 16) || 0
  attributes.gsmSignal = numberOf(signal) ?? 0
}

function readCoordinates(location: Location, fields: string[], at: number): void {
  const satellites = numberOf(fields[at + 4])
  if (satellites !== undefined) location.satellites = satellites
  keepCoordinates(location, numberOf(fields[at]) ?? 0, numberOf(fields[at + 1]) ?? 0, fields[at + 5] === '1')
  keepMotion(location, numberOf(fields[at + 2]), numberOf(fields[at + 3]))
  const distanceM = numberOf(fields[at + 6])
  if (distanceM !== undefined) keepMileage(location, distanceM / 1000)
  const powerV = numberOf(fields[at + 7])
  if (powerV !== undefined) location.powerV = powerV
  readInputs(location, fields[at + 8]!)
}

/** Ignition, three inputs and two outputs; or ignition, four and three. */
function readInputs(location: Location, digits: string): void {
  if (!/^(?:[01]{6}|[01]{8})$/.test(digits)) return
  const bits = [...digits].map((digit) => digit === '1')
  const inputs = digits.length === 8 ? 4 : 3
  location.ignition = bits[0]!
  location.inputs = bits.slice(1, 1 + inputs)
  location.outputs = bits.slice(1 + inputs)
}

function readTail(location: Location, type: string, tail: string[]): void {
  const { attributes } = location
  const own = ownFields[type] ?? 1
  if (type === 'STT') attributes.mode = tail[0] ?? ''
  else if (type === 'UEX') {
    attributes.serialData = tail[1] ?? ''
    keepFuelProbes(attributes, attributes.serialData)
  } else {
    const code = tail[0] ?? ''
    attributes.code = code
    const alarm = type === 'EMG' ? emergencyOf(code) : type === 'ALT' ? alertOf(code, false) : undefined
    if (alarm) location.alarms.push(alarm)
  }
  const [hours, battery, messageType, ...rest] = tail.slice(own)
  const minutes = numberOf(hours)
  if (minutes !== undefined) attributes.engineMinutes = minutes
  const batteryV = numberOf(battery)
  if (batteryV !== undefined) location.batteryV = batteryV
  if (messageType === '0' || messageType === '1') keepMessageType(location, messageType === '1')
  if (rest.some((field) => field !== '')) attributes.rest = rest.join(';')
  readSensors(location, rest)
}

/** The order depends on the model, but not the form: an analog voltage, rpm, the driver, temperatures. */
function readSensors(location: Location, rest: string[]): void {
  const [first = '', second = ''] = rest
  if (/^\d{1,2}\.\d\d$/.test(first)) location.attributes.analog1V = Number(first)
  else if (/^\d{1,5}$/.test(first) && DRIVER.test(second)) location.rpm = Number(first)
  let temperatures = 0
  for (const field of rest.slice(0, MAX_SENSOR_FIELDS)) {
    if (DRIVER.test(field)) keepDriver(location, field)
    const [, degrees] = /^[\dA-F]{16}:([+-]\d{1,3}\.\d)$/.exec(field) ?? []
    if (degrees === undefined) continue
    temperatures++
    if (temperatures === 1) location.temperatureC = Number(degrees)
    else if (temperatures === 2) location.temperature2C = Number(degrees)
    else location.attributes[`temperature${temperatures}C`] = Number(degrees)
  }
}

/** Zeros if nobody is registered. */
function keepDriver(location: Location, field: string): void {
  if (DRIVER.test(field) && !/^0+$/.test(field)) location.attributes.driverId = field
}

const DRIVER = /^[\dA-F]{14}$/
const MAX_SENSOR_FIELDS = 16

/** Mode and number, or length, data and checksum; otherwise a code. */
const ownFields: Readonly<Record<string, number>> = { STT: 2, UEX: 3 }
