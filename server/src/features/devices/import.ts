// Imports devices from a spreadsheet: reports every fault of every row, and creates all devices or none.

import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { createSlices } from '../../platform/async/slices.ts'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { faultsOf as faultsOfSchema } from '../../platform/http/validation.ts'
import { countLicenses } from '../licenses/license.api.ts'
import { DeviceBody } from './device.schema.ts'
import type { DeviceDocument } from './device.types.ts'
import { createDevices } from './device-changes.api.ts'
import * as queries from './device-changes.queries.ts'

export const maxRows = 10_000
const maxFaults = 1_000
/** Parsed without a pause. */
const pieceLength = 16_384

const columns = [
  'name',
  'description',
  'identifier',
  'phoneNumber',
  'model',
  'vehicleType',
  'licensePlate',
  'driverName',
  'driverPhone',
  'protocol',
] as const
const limitColumns = ['expirationDate', 'dailyEmailLimit', 'dailySmsLimit'] as const
const groupColumn = 'group'
const tagPrefix = 'tag.'

export interface ImportPreview {
  rows: number
  /** `path` is the line and column of the file: `12.identifier`. */
  faults: Fault[]
  licensesNeeded: number
  licensesFree: number
}

interface Row {
  line: number
  /** "all", or a message about a wrong number of cells. */
  cells: string
  document: DeviceDocument
}

/** What an import would do. */
export async function previewImport(
  ctx: Pick<Tx, 'db' | 'now'>,
  caller: Caller,
  csv: string,
): Promise<ImportPreview> {
  const rows = await readRows(csv)
  const faults = await faultsOf(ctx, caller, rows)
  const { free } = await countLicenses(ctx.db, ctx.now())
  const today = await queries.findToday(ctx.db, ctx.now())
  const needed = rows.filter(
    ({ document: { limits } }) => !limits?.expirationDate || limits.expirationDate > today,
  )
  return {
    rows: rows.length,
    faults: faults.slice(0, maxFaults),
    licensesNeeded: needed.length,
    licensesFree: free,
  }
}

/** Creates every device of the file, or none. */
export async function importDevices(ctx: Tx, caller: Caller, csv: string): Promise<string[]> {
  const rows = await readRows(csv)
  const faults = await faultsOf(ctx, caller, rows)
  if (faults.length > 0) {
    throw new InvalidError('import.invalid', `${faults.length} fault(s) in the file; nothing was created.`, {
      details: faults.slice(0, maxFaults),
    })
  }
  return createDevices(
    ctx,
    caller,
    rows.map((row) => row.document),
  )
}

async function faultsOf(ctx: Pick<Tx, 'db'>, caller: Caller, rows: Row[]): Promise<Fault[]> {
  const faults = [...(await faultsOfRows(rows)), ...(await faultsOfIdentifiers(ctx, rows))]
  return inLineOrder([...faults, ...(await findGroups(ctx, caller, rows))])
}

/** As the reader of the file finds them. Faults of one line stay in the order of its columns. */
function inLineOrder(faults: Fault[]): Fault[] {
  return faults.sort((left, right) => Number.parseInt(left.path, 10) - Number.parseInt(right.path, 10))
}

/** Replaces the names of groups by their ids. A cell names one group, or several separated by semicolons. */
async function findGroups(ctx: Pick<Tx, 'db'>, caller: Caller, rows: Row[]): Promise<Fault[]> {
  const grouped = rows.filter((row) => row.document.groups)
  const cells = grouped.map((row) => row.document.groups![0]!)
  const found = await queries.listGroupsByName(ctx.db, [...new Set([...cells, ...cells.flatMap(namesIn)])])
  const ids = new Map(
    found.filter(({ id }) => includesGroup(caller.scope, id)).map(({ id, name }) => [name, id]),
  )
  return grouped.flatMap(({ document, line }) => {
    const [cell = ''] = document.groups ?? []
    // The name of a group may contain a semicolon.
    const names = ids.has(cell) ? [cell] : namesIn(cell)
    const unknown = names.filter((name) => !ids.has(name))
    document.groups = [...new Set(names.flatMap((name) => ids.get(name) ?? []))]
    return unknown.map((name) => ({ path: `${line}.${groupColumn}`, message: `"${name}" is not a group` }))
  })
}

function namesIn(cell: string): string[] {
  return cell
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean)
}

async function readRows(csv: string): Promise<Row[]> {
  const records = await parseCsv(csv)
  const header = records.shift()?.record ?? []
  requireColumns(header)
  if (records.length > maxRows) throw tooMany()
  if (records.length === 0) throw new InvalidError('import.empty', 'The file has no rows after the header.')
  return records.map(({ record, info }) => {
    const isWhole = record.length === header.length
    const cells = isWhole ? 'all' : `has ${record.length} cells, but the header has ${header.length}`
    return { line: info.lines, cells, document: toDocument(header, record) }
  })
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

async function parseCsv(csv: string): Promise<CsvRecord[]> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    max_record_size: 20_000,
    to: maxRows + 2,
  })
  const records: CsvRecord[] = []
  const pause = createSlices()
  try {
    for await (const record of Readable.from(piecesOf(csv)).pipe(parser)) {
      records.push(record)
      await pause()
    }
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new InvalidError('import.not_csv', `The file is not CSV: ${error.message}`)
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += pieceLength) yield text.slice(from, from + pieceLength)
}

/** Detects the delimiter from the header: where the comma is the decimal separator, spreadsheets write semicolons. */
function delimiterOf(csv: string): string {
  const [header = ''] = /^[^\r\n]*/.exec(csv) ?? []
  return [';', '\t'].find((mark) => header.includes(mark)) ?? ','
}

function requireColumns(header: string[]): void {
  const known = new Set<string>([...columns, ...limitColumns, groupColumn])
  const details = header.flatMap((name, index) => {
    if (header.indexOf(name) !== index) return [{ path: name, message: 'is a duplicate column' }]
    return known.has(name) || isTagColumn(name) ? [] : [{ path: name, message: 'is not a known column' }]
  })
  if (!header.includes('name')) details.push({ path: 'name', message: 'is a required column' })
  if (details.length === 0) return
  const wanted = [...known, `${tagPrefix}…`].join(', ')
  throw new InvalidError(
    'import.columns',
    `The first line must contain the column names. Allowed: ${wanted}.`,
    {
      details,
    },
  )
}

function isTagColumn(name: string): boolean {
  return name.startsWith(tagPrefix) && name !== tagPrefix && name !== `${tagPrefix}__proto__`
}

function toDocument(header: string[], record: string[]): DeviceDocument {
  const document: Record<string, unknown> = {}
  const limits: Record<string, unknown> = {}
  const tags: Record<string, string> = {}
  for (const [index, name] of header.entries()) {
    const text = record[index] ?? ''
    if (text === '') continue
    if (name.startsWith(tagPrefix)) tags[name.slice(tagPrefix.length)] = text
    else if (name === groupColumn) document.groups = [text]
    else if (name === 'expirationDate') Object.assign(limits, { expires: true, expirationDate: text })
    else if (name.startsWith('daily')) limits[name] = /^\d+$/.test(text) ? Number(text) : text
    else document[name] = text
  }
  if (Object.keys(tags).length > 0) document.tags = tags
  if (Object.keys(limits).length > 0) document.limits = { expires: false, ...limits }
  return document as unknown as DeviceDocument
}

async function faultsOfRows(rows: Row[]): Promise<Fault[]> {
  const lines = new Map<string, number>()
  const faults: Fault[] = []
  const pause = createSlices()
  for (const { line, cells, document } of rows) {
    await pause()
    if (cells !== 'all') {
      faults.push({ path: String(line), message: cells })
      continue
    }
    for (const { path, message } of faultsOfSchema(DeviceBody, document))
      faults.push({ path: `${line}.${path.replace('limits.', '')}`, message })
    const { identifier } = document
    if (!identifier) continue
    const first = lines.get(identifier)
    if (first === undefined) lines.set(identifier, line)
    else faults.push({ path: `${line}.identifier`, message: `is also in line ${first}` })
  }
  return faults
}

async function faultsOfIdentifiers(ctx: Pick<Tx, 'db'>, rows: Row[]): Promise<Fault[]> {
  const identified = rows.filter((row) => typeof row.document.identifier === 'string')
  const taken = new Set(
    await queries.listOwnIdentifiers(
      ctx.db,
      identified.map((row) => row.document.identifier!),
    ),
  )
  return identified
    .filter((row) => taken.has(row.document.identifier!))
    .map((row) => ({ path: `${row.line}.identifier`, message: 'already belongs to a device' }))
}

function tooMany(): InvalidError {
  return new InvalidError(
    'import.too_many_rows',
    `A file may have at most ${maxRows.toLocaleString('en')} rows.`,
  )
}
