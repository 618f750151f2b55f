// Universal text of ST4300, ST310U, ST340U and similar: a mask defines the fields.
import type { Decoded, Location } from '../protocol.types.ts'
import { alertOf } from './alarms.ts'
import { decodeBeacons } from './beacons.ts'
import {
  instantOfText,
  keepCoordinates,
  keepInputBits,
  keepMessageType,
  keepMotion,
  numberOf,
} from './values.ts'

/** Bits 1 to 21 each represent a field, in this order: see `nameFields`. */
const LAST_BIT = 21

type Named = ReturnType<typeof nameFields>

export function decodeUniversal(fields: string[]): Decoded {
  const type = fields[0]!
  const identifier = fields[1]
  if (!identifier || !/^\d{4,15}$/.test(identifier))
    return { kind: 'bad', why: 'report without an identifier' }
  if (type === 'ALV') return { kind: 'heartbeat', identifier }
  if (type === 'RES') return { kind: 'answer', identifier, text: fields.slice(2).join(';') }
  if (type === 'BLE') return decodeBeacons(fields, identifier)
  if (type !== 'STT' && type !== 'ALT' && type !== 'UEX' && type !== 'AUEX')
    return { kind: 'ignored', why: `message ${type}`, identifier }
  if (!/^[\dA-Fa-f]{2,8}$/.test(fields[2] ?? ''))
    return { kind: 'bad', why: 'report without a mask', identifier }
  const mask = Number.parseInt(fields[2]!, 16)
  const byBit: string[] = []
  let at = 3
  for (let bit = 1; bit <= LAST_BIT; bit++) byBit.push((mask >>> bit) & 1 ? (fields[at++] ?? '') : '')
  if (at > fields.length + 2) return { kind: 'bad', why: 'fewer fields than in the mask', identifier }
  return {
    kind: 'locations',
    identifier,
    locations: [readLocation(nameFields(byBit), type, fields.slice(at))],
  }
}

function nameFields(byBit: string[]) {
  const [, , messageType, date, time, cell, mcc, mnc, lac, signal, latitude, longitude, ...more] = byBit
  const [speed, course, satellites, fix, inputs, outputs, code, modifier, number] = more
  return {
    ...{ messageType, date, time, cell, mcc, mnc, lac, signal, latitude, longitude },
    ...{ speed, course, satellites, fix, inputs, outputs, code, modifier, number },
  }
}

function readLocation(fields: Named, type: string, rest: string[]): Location {
  const location: Location = { valid: false, alarms: [], attributes: { report: type } }
  const { attributes } = location
  const fixedAt = instantOfText(fields.date ?? '', fields.time ?? '')
  if (fixedAt) location.fixedAt = fixedAt
  const satellites = numberOf(fields.satellites)
  if (satellites !== undefined) location.satellites = satellites
  keepCoordinates(
    location,
    numberOf(fields.latitude) ?? 0,
    numberOf(fields.longitude) ?? 0,
    fields.fix !== '0',
  )
  keepMotion(location, numberOf(fields.speed), numberOf(fields.course))
  if (fields.messageType) keepMessageType(location, fields.messageType === '1')
  readCell(location, fields)
  if (fields.inputs && /^[01]{8}$/.test(fields.inputs))
    keepInputBits(location, Number.parseInt(fields.inputs, 2))
  if (fields.outputs && /^[01]{8}$/.test(fields.outputs))
    location.outputs = [...fields.outputs]
      .reverse()
      .slice(0, 3)
      .map((digit) => digit === '1')
  if (type === 'STT') attributes.mode = fields.code ?? ''
  else if (type === 'ALT') readAlert(location, fields)
  else attributes.serialData = fields.modifier ?? ''
  const messageNumber = type === 'STT' ? numberOf(fields.number) : undefined
  if (messageNumber !== undefined) attributes.messageNumber = messageNumber
  readRest(location, rest)
  return location
}

function readCell({ attributes }: Location, { cell, mcc, mnc, lac, signal }: Named): void {
  if (!cell || !(Number.parseInt(cell, 16) > 0)) return
  attributes.cellId = Number.parseInt(cell, 16)
  attributes.mcc = numberOf(mcc) ?? 0
  attributes.mnc = numberOf(mnc) ?? 0
  attributes.lac = Number.parseInt(lac ?? '', 16) || 0
  attributes.gsmSignal = numberOf(signal) ?? 0
}

function readAlert(location: Location, { code = '', modifier, number }: Named): void {
  location.attributes.code = code
  if (modifier) location.attributes.modifier = modifier
  if (number) location.attributes.alertData = number
  const alarm = alertOf(code, true)
  if (alarm) location.alarms.push(alarm)
}

/** Contains supply and battery, in a model-specific order: above 6 V is the vehicle's. */
function readRest(location: Location, rest: string[]): void {
  if (!rest.some((field) => field !== '')) return
  location.attributes.rest = rest.join(';')
  for (const field of rest.slice(0, 5)) {
    if (!/^\d{1,2}\.\d{1,2}$/.test(field)) continue
    const volts = Number(field)
    if (volts > 6) location.powerV ??= volts
    else if (volts >= 2.5) location.batteryV ??= volts
  }
}
