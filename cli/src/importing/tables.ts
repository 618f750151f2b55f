// Tables in files, as databases and spreadsheets write them: CSV with a header, tabs with a header (mysql --batch),
// and the COPY of a plain pg_dump. The first line determines the format.

import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { ClientError } from '../failure.ts'
import { linesOf } from './source.ts'

export interface TableRow {
  /** Its name, if the file has it. */
  table: string | undefined
  line: number
  /** In lower case. */
  columns: string[]
  cells: (string | null)[]
}

export async function* readTables(pieces: AsyncGenerator<string>): AsyncGenerator<TableRow> {
  const { first, all } = await peek(pieces)
  if (/^\s*(--|\/\*|SET |COPY |BEGIN|INSERT |CREATE |\\restrict)/i.test(first)) yield* readDump(all)
  else if (first.includes('\t')) yield* readTabs(all)
  else yield* readCsv(all, first.includes(';') && !first.includes(',') ? ';' : ',')
}

/** The first line, and all chunks including it. */
async function peek(pieces: AsyncGenerator<string>) {
  let start = ''
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) break
    start += value
    if (/\n/.test(start.trimStart()) || start.length > 1_000_000) break
  }
  async function* all(): AsyncGenerator<string> {
    yield start
    yield* pieces
  }
  const [first = ''] = start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/)
  return { first, all: all() }
}

async function* readCsv(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<TableRow> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 1_000_000,
  })
  // The reader of the parser receives its errors.
  pipeline(Readable.from(pieces), parser, () => {})
  let columns: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (!columns) columns = headerOf(record)
      else yield { table: undefined, line: info.lines, columns, cells: record.map((cell) => cell || null) }
    }
  } catch (error) {
    throw error instanceof ClientError
      ? error
      : new ClientError(`This is not CSV: ${(error as Error).message}`)
  }
}

/** As `mysql --batch` writes them: NULL is a word, and special characters are escaped by a backslash. */
async function* readTabs(pieces: AsyncIterable<string>): AsyncGenerator<TableRow> {
  let columns: string[] | undefined
  for await (const { line, text } of linesOf(pieces)) {
    if (text === '') continue
    if (!columns) columns = headerOf(text.replace(/^\uFEFF/, '').split('\t'))
    else {
      const cells = text
        .split('\t')
        .map((cell) => (cell === 'NULL' || cell === '\\N' ? null : unhidden(cell)))
      yield { table: undefined, line, columns, cells }
    }
  }
}

async function* readDump(pieces: AsyncIterable<string>): AsyncGenerator<TableRow> {
  let open: { table: string; columns: string[] } | undefined
  for await (const { line, text } of linesOf(pieces)) {
    if (open) {
      if (text === '\\.') open = undefined
      else {
        const cells = text.split('\t').map((cell) => (cell === '\\N' ? null : unhidden(cell)))
        yield { ...open, line, cells }
      }
      continue
    }
    const [, table, columns] = /^COPY (?:\S+\.)?"?(\w+)"? \((.*)\) FROM stdin;/i.exec(text) ?? []
    if (table && columns) open = { table: table.toLowerCase(), columns: headerOf(columns.split(',')) }
    else if (/^INSERT INTO /i.test(text)) {
      throw new ClientError(
        'The dump is written as INSERT statements. Use CSV, or pg_dump without --inserts: see docs/moving-from-traccar.md.',
      )
    }
  }
}

function headerOf(cells: string[]): string[] {
  return cells.map((cell) => cell.trim().replaceAll('"', '').toLowerCase())
}

const hidden: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '' }

function unhidden(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, sign: string) => hidden[sign] ?? sign) : cell
}
