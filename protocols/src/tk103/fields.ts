// Comma-separated messages: personal trackers and later clones, and the cells of older units.
import type { Decoded, Location } from '../protocol.types.ts'
import { decimalOf, hexadecimalOf, instantOfDayFirst, isDigits } from '../text-values.ts'
import { alarmOfCommand } from './alarms.ts'
import { readFields, readFixed } from './positions.ts'

/** Levels 2 to 6 in percent. From an open implementation. */
const batteryPctOfLevel: ReadonlyMap<string, number> = new Map([
  ['2', 10],
  ['3', 20],
  ['4', 50],
  ['5', 80],
  ['6', 100],
])

const MAX_CELLS = 16

/** None of them has a known answer. */
export function decodeFields(identifier: string, text: string): Decoded {
  const fields = text.split(',')
  const command = fields[0]!
  if (command === 'ZC03') return decodeResult(identifier, text, fields)
  const location = readMessage(command, fields)
  if (!location) return { kind: 'ignored', identifier, why: `message ${command.slice(0, 8)} is not known` }
  const alarm = alarmOfCommand(command)
  if (alarm) location.alarms.push(alarm)
  if (alarm === 'ignitionOn' || alarm === 'ignitionOff') location.ignition = alarm === 'ignitionOn'
  if (command !== 'BP05') location.attributes.event = command
  return { kind: 'locations', identifier, locations: [location] }
}

function readMessage(command: string, fields: readonly string[]): Location | undefined {
  if (command === 'ZC20') return readBattery(fields)
  if (command === 'BZ00') return readCell(fields) ?? readBracedCells(fields.join())
  // Others have their position in fields, these in fixed widths.
  if (command === 'BQ81') return readFieldAlarm(fields)
  if (command === 'BP02' && fields[1] === 'G') return readFixed(fields[3] ?? '')
  if (/^DW[56]/.test(command)) return readSurroundings(fields)
  return fields[2] === 'A' || fields[2] === 'V' ? readFields(fields, 1) : undefined
}

/** ddmmyy, hhmmss, and the text between dollars. */
function decodeResult(identifier: string, text: string, fields: readonly string[]): Decoded {
  const from = text.indexOf('$')
  if (from < 0) return { kind: 'bad', identifier, why: 'a result without a text' }
  const to = text.indexOf('$', from + 1)
  const answer = text.slice(from + 1, to < 0 ? undefined : to)
  return { kind: 'answer', identifier, text: fields.length < 4 ? '' : answer }
}

/** ALARM, its type, a number, and a position in fixed widths. From one published message. */
function readFieldAlarm(fields: readonly string[]): Location | undefined {
  const location = fields[1] === 'ALARM' ? readFixed(fields[4] ?? '') : undefined
  const code = decimalOf(fields[2])
  if (!location || code === undefined) return undefined
  location.attributes.alarmCode = code
  if (code === 1) location.alarms.push('overspeed')
  return location
}

/** `{country,network,area,cell}` in decimal, repeated. */
export function readBracedCells(text: string): Location | undefined {
  const found = [...text.matchAll(/\{(\d{1,4}),(\d{1,4}),(\d{1,6}),(\d{1,10})\}/g)].slice(0, MAX_CELLS)
  if (found.length === 0) return undefined
  const cells = found.map((match) => match.slice(1, 5).join()).join(';')
  return { valid: false, alarms: [], attributes: { cells } }
}

/** ddmmyy, hhmmss, level, battery in 0.01 V, supply in 0.1 V; all ones if unknown. */
function readBattery(fields: readonly string[]): Location | undefined {
  const location = reportAt(fields[1], fields[2])
  if (!location) return undefined
  const batteryPct = batteryPctOfLevel.get(fields[3] ?? '')
  if (batteryPct !== undefined) location.batteryPct = batteryPct
  const battery = decimalOf(fields[4])
  const supply = decimalOf(fields[5])
  if (battery !== undefined && battery < 65_535) location.batteryV = battery / 100
  if (supply !== undefined && supply < 65_535) location.powerV = supply / 10
  return location
}

/** mcc, mnc, then area and cell of each in hexadecimal, with or without its signal. The nearest is first. */
function readCell(fields: readonly string[]): Location | undefined {
  const lac = hexadecimalOf(fields[3])
  const cellId = hexadecimalOf(fields[4])
  const mcc = decimalOf(fields[1])
  const mnc = decimalOf(fields[2])
  if (lac === undefined || cellId === undefined || mcc === undefined || mnc === undefined) return undefined
  return { valid: false, alarms: [], attributes: { mcc, mnc, lac, cellId } }
}

/** mcc, mnc, area, cell, count of hotspots, the hotspots, ddmmyy, hhmmss. */
function readSurroundings(fields: readonly string[]): Location | undefined {
  const location = reportAt(fields.at(-2), fields.at(-1))
  const [mcc, mnc, lac, cellId, count] = fields.slice(1, 6).map(decimalOf)
  if (!location || count === undefined || fields.length !== 8 + count) return undefined
  if (mcc !== undefined && mnc !== undefined) Object.assign(location.attributes, { mcc, mnc })
  if (lac !== undefined && cellId !== undefined) Object.assign(location.attributes, { lac, cellId })
  if (count > 0) location.attributes.wifi = fields.slice(6, 6 + count).join(';')
  return location
}

function reportAt(date = '', time = ''): Location | undefined {
  if (!isDigits(date, 6, 6) || !isDigits(time, 6, 6)) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirst(date, time)
  if (fixedAt) location.fixedAt = fixedAt
  return location
}
