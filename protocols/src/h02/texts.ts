// Texts without a position: cells, link status, requests and answers.
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'
import { decimalOf, hexadecimalOf, instantOfDayFirst, isDigits } from '../text-values.ts'
import { keepStatus } from './status.ts'

/** hhmmss, mcc, mnc, delay, count, then area, cell and signal of each, ddmmyy, status. */
export function readCells(fields: readonly string[]): Location | undefined {
  const count = decimalOf(fields[7]) ?? Number.NaN
  const dateAt = 8 + count * 3
  if (!(fields.length > dateAt + 1)) return undefined
  const cells: string[] = []
  for (let at = 8; at < dateAt; at += 3) {
    cells.push(`${fields[4]},${fields[5]},${fields[at]},${fields[at + 1]},${fields[at + 2]}`)
  }
  return reportAt(fields, dateAt, cells)
}

/** hhmmss, mcc and mnc in one, count, four fields for each cell, battery, reboots, X, ddmmyy, status. */
export function readCellsInFours(fields: readonly string[]): Location | undefined {
  const network = fields[4] ?? ''
  const count = decimalOf(fields[5]) ?? Number.NaN
  const batteryAt = 6 + count * 4
  if (!(fields.length > batteryAt + 4) || !isDigits(network, 4, 6)) return undefined
  const cells: string[] = []
  for (let at = 6; at < batteryAt; at += 4) {
    const area = Number(fields[at])
    cells.push(`${network.slice(0, 3)},${Number(network.slice(3))},${area},${Number(fields[at + 1])}`)
  }
  return reportAt(fields, batteryAt + 3, cells)
}

/** hhmmss, gsm, satellites, battery, steps, turns, ddmmyy, status. */
export function readLink(fields: readonly string[]): Location | undefined {
  const location = reportAt(fields, 9, [])
  if (!location) return undefined
  const gsmSignal = decimalOf(fields[4])
  const satellites = decimalOf(fields[5])
  const batteryPct = decimalOf(fields[6])
  const steps = decimalOf(fields[7])
  if (gsmSignal !== undefined) location.attributes.gsmSignal = gsmSignal
  if (satellites !== undefined) location.satellites = satellites
  if (batteryPct !== undefined && batteryPct <= 100) location.batteryPct = batteryPct
  if (steps) location.attributes.steps = steps
  return location
}

/** Watches: 3 is a geofence, without the direction. */
export function readAlarm(fields: readonly string[]): Location {
  const alarms: Record<string, AlarmName> = { 1: 'sos', 2: 'lowBattery' }
  const code = fields[3] ?? ''
  const alarm = isDigits(code, 1, 2) ? alarms[code] : undefined
  return { valid: false, alarms: alarm ? [alarm] : [], attributes: { alarmCode: code } }
}

/** V,mcc,mnc, then area, cell and signal of each, with a Y between cells. */
export function readCellsWithY(fields: readonly string[]): Location {
  const cells = fields.slice(6).join(',').split('Y')
  const network = `${fields[4]},${fields[5]},`
  return {
    valid: false,
    alarms: [],
    attributes: { cells: cells.map((cell) => network + cell).join(';') },
  }
}

/** The time is in field 3 in all of them. */
function reportAt(fields: readonly string[], dateAt: number, cells: string[]): Location | undefined {
  const word = hexadecimalOf(fields[dateAt + 1])
  if (fields.length <= dateAt + 1 || word === undefined) return undefined
  const location: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOfDayFirst(fields[dateAt]!, fields[3]!)
  if (fixedAt) location.fixedAt = fixedAt
  if (cells.length > 0) location.attributes.cells = cells.join(';')
  keepStatus(location, word | 0)
  return location
}
