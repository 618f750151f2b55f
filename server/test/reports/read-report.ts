// Reads the rows of a finished report back from each format. Of files that people read, the texts of the cells.

import { execFileSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import type { Cell, CellType } from '../../src/features/reports/document.types.ts'
import type { ReportFormat } from '../../src/features/reports/report.types.ts'
import { readXlsx } from './xlsx-reader.ts'

export interface ReadColumn {
  key: string
  type: CellType
}

/** Exact formats: the cells of each row. */
export function readCells(format: ReportFormat, file: Buffer, columns: ReadColumn[]): Cell[][] {
  switch (format) {
    case 'json':
      return JSON.parse(file.toString()).tables[0].rows.map(valuesOf)
    case 'ndjson':
      return file
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ values }) => values !== undefined)
        .map(valuesOf)
    case 'csv': {
      const [, ...lines] = parse(file) as string[][]
      return lines.map(([, ...texts]) => texts.map((text, index) => ofCsv(text, columns[index]!.type)))
    }
    case 'xlsx':
      return ofSheet(file, columns)
    default:
      throw new Error(`${format} has no exact cells.`)
  }
}

const valuesOf = ({ values }: { values: Record<string, Cell> }) => Object.values(values)

/** Kilometres with all decimals, seconds. */
function ofCsv(text: string, type: CellType): Cell {
  if (text === '') return null
  if (type === 'text') return text
  return type === 'distance' ? Math.round(Number(text) * 1e5) / 100 : Number(text)
}

const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Kilometres, and days. */
function ofSheet(file: Buffer, columns: ReadColumn[]): Cell[][] {
  const [sheet] = readXlsx(file)
  const rows: Cell[][] = []
  for (let row = 2; ; row += 1) {
    const cells = columns.map(({ type }, index) => {
      const value = sheet!.cells.get(`${columnName(index)}${row}`)?.value ?? null
      if (typeof value !== 'number') return value
      if (type === 'distance') return Math.round(value * 1e5) / 100
      return type === 'duration' ? Math.round(value * 86_400) : value
    })
    if (cells.every((cell) => cell === null)) return rows
    rows.push(cells)
  }
}

/** The texts of each row that are not empty, in the order of the file. */
export function readTexts(
  format: 'html' | 'pdf',
  file: Buffer,
  isRow: (first: string) => boolean,
): string[][] {
  const lines =
    format === 'html'
      ? [...file.toString().matchAll(/<tr(?: class="\w+")?>(.*?)<\/tr>/g)].map(([, row]) =>
          [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) =>
            cell!.replaceAll(/<[^>]*>/g, ''),
          ),
        )
      : execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8' })
          .split(/[\n\f]/)
          .map((line) => line.trim().split(/\s+/))
  return (
    lines
      .map((texts) => texts.filter((text) => text !== ''))
      // Captions of figures are names, too.
      .filter(
        ([first, second]) => first !== undefined && second !== undefined && isRow(first) && !isRow(second),
      )
  )
}
