// A history as CSV: the columns of the API's own export, in its units.

import { ClientError } from '../failure.ts'
import type { LocationRow, NewLocation } from './new-location.ts'
import type { TableRow } from './tables.ts'
import { readTime } from './times.ts'

const names = new Map([
  ['time', 'dateTime'],
  ['timestamp', 'dateTime'],
  ['lat', 'latitude'],
  ['lon', 'longitude'],
  ['lng', 'longitude'],
])
const numbers = [
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
  'satellites',
  'battery',
  'powerVoltage',
  'fuel',
  'fuel2',
  'temperature',
  'temperature2',
  'humidity',
  'rpm',
  'mileage',
  'inactiveSeconds',
]
const booleans = ['valid', 'ignition', 'moving']
/** 1 and 0, separated by spaces; the first is number 1. */
const switches = ['inputs', 'outputs']
/** Columns of an export that a report must not have. */
const ofTheServer = ['receivedAt', 'deviceTime', 'place']
const known = ['dateTime', ...numbers, ...booleans, ...switches, 'alerts', 'attributes']
const knownByLowerCase = new Map([...known, ...ofTheServer].map((name) => [name.toLowerCase(), name]))

export async function* readCsvHistory(
  rows: AsyncIterable<TableRow>,
  timeZone: string,
): AsyncGenerator<LocationRow> {
  let fields: string[] | undefined
  for await (const { line, columns, cells } of rows) {
    fields ??= fieldsOf(columns)
    yield { where: `line ${line}`, ...readRow(fields, cells, timeZone) }
  }
}

function fieldsOf(columns: string[]): string[] {
  const fields = columns.map((column) => names.get(column) ?? knownByLowerCase.get(column) ?? '')
  const unknown = columns.filter((_, at) => fields[at] === '')
  const missing = ['dateTime', 'latitude', 'longitude'].filter((name) => !fields.includes(name))
  if (unknown.length === 0 && missing.length === 0) return fields
  const faults = [
    ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []),
    ...(unknown.length > 0 ? [`Unknown: ${unknown.join(', ')}.`] : []),
  ]
  throw new ClientError(
    `The first line must name the columns. ${faults.join(' ')} Known are: ${known.join(', ')}.`,
  )
}

function readRow(
  fields: string[],
  cells: (string | null)[],
  timeZone: string,
): { location: NewLocation } | { fault: string } {
  if (cells.length !== fields.length)
    return { fault: `has ${cells.length} cells, but the header has ${fields.length}` }
  const location: Record<string, unknown> = {}
  for (const [at, field] of fields.entries()) {
    const cell = cells[at]?.trim()
    if (!cell || ofTheServer.includes(field)) continue
    const value = readCell(field, cell, timeZone)
    if (value === undefined) return { fault: `${field} cannot be "${cell.slice(0, 60)}"` }
    location[field] = value
  }
  const missing = ['dateTime', 'latitude', 'longitude'].find((name) => location[name] === undefined)
  return missing ? { fault: `${missing} is empty` } : { location: location as NewLocation }
}

function readCell(field: string, cell: string, timeZone: string): unknown {
  if (field === 'dateTime') return readTime(cell, timeZone)
  if (field === 'alerts') return cell.split(/\s+/)
  if (field === 'attributes') return readObject(cell)
  if (booleans.includes(field)) return readBoolean(cell)
  if (switches.includes(field)) {
    const values = cell.split(/\s+/).map(readBoolean)
    return values.includes(undefined) ? undefined : values
  }
  const number = Number(cell)
  return Number.isFinite(number) ? number : undefined
}

function readBoolean(text: string): boolean | undefined {
  return /^(true|1|yes)$/i.test(text) ? true : /^(false|0|no)$/i.test(text) ? false : undefined
}

function readObject(text: string): object | undefined {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}
