// Reads an imported spreadsheet: CSV with a header. Faults are reported by the line and the column of the file.

import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Type } from 'typebox'
import { createSlices } from '../async/slices.ts'
import type { Fault } from './errors.ts'
import { InvalidError, MediaTypeError } from './errors.ts'
import type { App } from './server.ts'

export const maxImportRows = 10_000
export const maxImportBytes = 8 * 1024 ** 2
const maxFaults = 1_000
/** Parsed without a pause. */
const pieceLength = 16_384

export const ImportFault = Type.Object({
  path: Type.String({ description: 'Line and column of the file, like `12.name`.' }),
  message: Type.String(),
})

/** Of one plugin: its routes accept nothing else. */
export function acceptCsv(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new MediaTypeError({ form: 'CSV', type: 'text/csv' })),
  )
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit: maxImportBytes },
    (_request, body, done) => done(null, body),
  )
}

export interface ImportedRow {
  line: number
  /** "all", or a message about a wrong number of cells. */
  cells: string
  /** By column; empty cells are absent. */
  values: Map<string, string>
}

export interface ImportColumns {
  /** `name` is required. */
  names: readonly string[]
  /** Others that are accepted, and how the message calls them. */
  others?: { isKnown(name: string): boolean; example: string }
}

export async function readImport(csv: string, columns: ImportColumns): Promise<ImportedRow[]> {
  const records = await parseCsv(csv)
  const header = records.shift()?.record ?? []
  requireColumns(header, columns)
  if (records.length > maxImportRows) throw tooMany()
  if (records.length === 0) throw new InvalidError('import.empty', 'The file has no rows after the header.')
  return records.map(({ record, info }) => {
    const isWhole = record.length === header.length
    const cells = isWhole ? 'all' : `has ${record.length} cells, but the header has ${header.length}`
    const values = header.map((name, index) => [name, record[index] ?? ''] as const)
    return { line: info.lines, cells, values: new Map(values.filter(([, text]) => text !== '')) }
  })
}

/** As the reader of the file finds them. Faults of one line stay in the order of its columns. */
export function inLineOrder(faults: Fault[]): Fault[] {
  return faults.sort((left, right) => Number.parseInt(left.path, 10) - Number.parseInt(right.path, 10))
}

export function shownFaults(faults: Fault[]): Fault[] {
  return faults.slice(0, maxFaults)
}

export function requireNoFaults(faults: Fault[]): void {
  if (faults.length === 0) return
  throw new InvalidError('import.invalid', `${faults.length} fault(s) in the file; nothing was created.`, {
    details: shownFaults(faults),
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
    to: maxImportRows + 2,
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

function requireColumns(header: string[], { names, others }: ImportColumns): void {
  const known = new Set(names)
  const details = header.flatMap((name, index) => {
    if (header.indexOf(name) !== index) return [{ path: name, message: 'is a duplicate column' }]
    return known.has(name) || others?.isKnown(name) ? [] : [{ path: name, message: 'is not a known column' }]
  })
  if (!header.includes('name')) details.push({ path: 'name', message: 'is a required column' })
  if (details.length === 0) return
  const wanted = [...known, ...(others ? [others.example] : [])].join(', ')
  throw new InvalidError(
    'import.columns',
    `The first line must contain the column names. Allowed: ${wanted}.`,
    { details },
  )
}

function tooMany(): InvalidError {
  return new InvalidError(
    'import.too_many_rows',
    `A file may have at most ${maxImportRows.toLocaleString('en')} rows.`,
  )
}
