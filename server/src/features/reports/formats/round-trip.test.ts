// Random tables come back from CSV, JSON and XLSX as they were: every cell, and every sum to the centimetre and second.

import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneSeed } from '../../../../../scripts/lane.ts'
import { bytesOf, textOf } from '../../../../test/reports/bytes.ts'
import { documentOf } from '../../../../test/reports/documents.ts'
import { readXlsx } from '../../../../test/reports/xlsx-reader.ts'
import { unitSystems } from '../../../platform/http/preferences.ts'
import type { Cell, CellType, ReportDocument, ReportLocale, ReportRow } from '../document.types.ts'
import { writeCsv } from './csv.ts'
import { writeJson, writeNdjson } from './json.ts'
import { columnName } from './xlsx/cells.ts'
import { writeXlsx } from './xlsx.ts'

interface Table {
  locale: ReportLocale
  types: CellType[]
  rows: ReportRow[]
}

const runs = 150
const metresOf = { metric: 1_000, imperial: 1_609.344, nautical: 1_852 }
const zones = ['Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
/** Whole centimetres, seconds, hundredths of metres per second, ten-thousandths, milliseconds. */
const values: Record<CellType, fc.Arbitrary<Cell>> = {
  text: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/\p{Cc}/gu, '') || null),
  count: fc.integer({ min: 0, max: 1e9 }),
  distance: fc.integer({ min: 0, max: 1e11 }).map((centimetres) => centimetres / 100),
  duration: fc.integer({ min: 0, max: 1e8 }),
  speed: fc.integer({ min: 0, max: 10_000 }).map((speed) => speed / 100),
  share: fc.integer({ min: 0, max: 10_000 }).map((share) => share / 10_000),
  volume: fc.integer({ min: 0, max: 1e9 }).map((millilitres) => millilitres / 1_000),
  decimal: fc.integer({ min: 0, max: 1e9 }).map((thousandths) => thousandths / 1_000),
  dateTime: fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) }),
  day: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
}
const tables: fc.Arbitrary<Table> = fc
  .record({
    locale: fc.record({
      language: fc.constantFrom('en' as const, 'es' as const, 'pt' as const),
      units: fc.constantFrom(...unitSystems),
      timeZone: fc.constantFrom(...zones),
    }),
    types: fc.array(fc.constantFrom(...(Object.keys(values) as CellType[])), { minLength: 1, maxLength: 30 }),
  })
  .chain(({ locale, types }) =>
    fc
      .array(fc.tuple(...types.map((type) => fc.option(values[type], { freq: 8 }))), { maxLength: 20 })
      .map((all) => ({ locale, types, rows: all.map((cells): ReportRow => ({ type: 'row', cells })) })),
  )

const documentWith = ({ locale, types, rows }: Table): ReportDocument =>
  documentOf({
    locale,
    columns: types.map((type, index) => ({
      key: `${type}${index}`,
      title: `${type} ${index}`,
      type,
      weight: 1,
    })),
    rows,
  })
const check = (predicate: (table: Table) => Promise<void>) =>
  fc.assert(fc.asyncProperty(tables, predicate), { seed: laneSeed, numRuns: runs })
const sumsOf = (types: CellType[], all: Cell[][]) =>
  types.map((type, column) => {
    const scale = type === 'distance' ? 100 : 1
    const isSummed = type === 'distance' || type === 'duration' || type === 'count'
    return isSummed
      ? all.reduce((sum, cells) => sum + Math.round(((cells[column] as number | null) ?? 0) * scale), 0)
      : 0
  })
/** Texts behind an apostrophe were made harmless. */
const plainText = (text: string) =>
  text.replaceAll(/(?<=^|[;\t\r\n])'(?=["' ]{0,3}[=+\-@\t\r\0＝＋－＠])/g, '')

test('JSON and JSON lines', () =>
  check(async (table) => {
    const document = JSON.parse(await textOf(writeJson, documentWith(table)))
    const lines = (await textOf(writeNdjson, documentWith(table)))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const cellsOf = (all: { values: Record<string, Cell> }[]) => all.map((one) => Object.values(one.values))
    const expected = table.rows.map(({ cells }) => cells)
    expect(cellsOf(document.tables[0].rows)).toEqual(expected)
    expect(cellsOf(lines.filter(({ type }) => type === 'row'))).toEqual(expected)
  }))

test('CSV for programs', () =>
  check(async (table) => {
    const { locale, types, rows } = table
    const [, ...lines] = parse(await textOf(writeCsv('rfc'), documentWith(table))) as string[][]
    const read = lines.map(([, ...texts]) =>
      texts.map((text, index) => programValue(text, types[index]!, locale)),
    )
    expect(read).toEqual(rows.map(({ cells }) => cells))
    expect(sumsOf(types, read)).toEqual(
      sumsOf(
        types,
        rows.map(({ cells }) => cells),
      ),
    )
  }))

function programValue(text: string, type: CellType, { units }: ReportLocale): Cell {
  if (text === '') return null
  if (type === 'text') return plainText(text)
  if (type === 'day') return text
  if (type === 'dateTime') return Date.parse(text)
  if (type === 'distance') return Math.round(Number(text) * metresOf[units] * 100) / 100
  if (type === 'speed') return Math.round(((Number(text) * metresOf[units]) / 3_600) * 100) / 100
  return Number(text)
}

test('CSV for spreadsheets', () =>
  check(async (table) => {
    const { locale, types, rows } = table
    const delimiter = locale.language === 'en' ? ',' : ';'
    const options = { bom: true, delimiter, skip_empty_lines: false }
    const [, ...lines] = parse(await textOf(writeCsv('excel'), documentWith(table)), options) as string[][]
    const read = lines.map((texts) => texts.map((text, index) => sheetValue(text, types[index]!, locale)))
    expect(read).toEqual(
      rows.map(({ cells }) => cells.map((cell, index) => wallClock(cell, types[index]!, locale))),
    )
    expect(sumsOf(types, read)).toEqual(
      sumsOf(
        types,
        rows.map(({ cells }) => cells),
      ),
    )
  }))

/** A spreadsheet has no zones: of the hour that comes twice, only the time on the clock is known. */
function wallClock(cell: Cell, type: CellType, { timeZone }: ReportLocale): Cell {
  if (type !== 'dateTime' || cell === null) return cell
  return Temporal.Instant.fromEpochMilliseconds(cell as number)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ fractionalSecondDigits: 3 })
}

function sheetValue(text: string, type: CellType, locale: ReportLocale): Cell {
  if (text === '' || type === 'text' || type === 'day') return programValue(text, type, locale)
  const plain = locale.language === 'en' ? text : text.replace(',', '.')
  if (type === 'dateTime') return Temporal.PlainDateTime.from(plain).toString({ fractionalSecondDigits: 3 })
  if (type === 'share') return Number((Number(plain.replace('%', '')) / 100).toFixed(6))
  if (type !== 'duration') return programValue(plain, type, locale)
  const [hours, minutes, seconds] = plain.split(':').map(Number) as [number, number, number]
  return hours * 3_600 + minutes * 60 + seconds
}

test('XLSX', () =>
  check(async (table) => {
    const { locale, types, rows } = table
    const [sheet] = readXlsx(await bytesOf(writeXlsx, documentWith(table)))
    const read = rows.map((_, row) =>
      types.map((type, column) => {
        const cell = sheet!.cells.get(`${columnName(column)}${row + 2}`)
        return cell ? storedValue(cell.value, type, locale) : null
      }),
    )
    expect(read).toEqual(
      rows.map(({ cells }) => cells.map((cell, index) => wallClock(cell, types[index]!, locale))),
    )
    expect(sumsOf(types, read)).toEqual(
      sumsOf(
        types,
        rows.map(({ cells }) => cells),
      ),
    )
  }))

function storedValue(value: string | number, type: CellType, { units }: ReportLocale): Cell {
  if (typeof value === 'string') return value
  const days = (count: number) => new Date(Math.round((count - 25_569) * 86_400_000)).toISOString()
  switch (type) {
    case 'dateTime':
      return days(value).slice(0, -1)
    case 'day':
      return days(value).slice(0, 10)
    case 'duration':
      return Math.round(value * 86_400)
    case 'distance':
      return Math.round(value * metresOf[units] * 100) / 100
    case 'speed':
      return Math.round(((value * metresOf[units]) / 3_600) * 100) / 100
    default:
      return value
  }
}
