// Reports as CSV (RFC 4180), with exact values: for a spreadsheet of the language, or for programs.

import { csvText } from '../../../platform/http/csv.ts'
import type {
  Cell,
  CellType,
  ReportColumn,
  ReportDocument,
  ReportLocale,
  ReportRow,
  WriteReport,
} from '../document.types.ts'
import type { CsvDialect } from '../report.types.ts'
import { inSlices, toChunks } from './chunks.ts'
import type { LocalTime } from './local-time.ts'
import { createLocalTime, twoDigits } from './local-time.ts'
import { exactDistance, exactPercent, exactSpeed, titleWithUnit } from './units.ts'
import { typeOfValue } from './values.ts'

interface Writing {
  locale: ReportLocale
  dialect: CsvDialect
  separator: string
  hasDecimalComma: boolean
  localTime: LocalTime
}

const byteOrderMark = '\ufeff'
const endOfLine = '\r\n'

/** Excel opens files of its own language only: there, programs in Spanish and Portuguese separate by semicolons. */
export function writeCsv(dialect: CsvDialect): WriteReport {
  return (document) => {
    const { locale } = document
    const hasDecimalComma = dialect === 'excel' && locale.language !== 'en'
    const separator = hasDecimalComma ? ';' : ','
    const localTime = createLocalTime(locale.timeZone)
    return toChunks(writeTables(document, { locale, dialect, separator, hasDecimalComma, localTime }))
  }
}

async function* writeTables({ tables }: ReportDocument, writing: Writing): AsyncGenerator<string> {
  if (writing.dialect === 'excel') yield byteOrderMark
  for (const [index, { title, columns, rows }] of tables.entries()) {
    if (index > 0) yield endOfLine
    if (tables.length > 1) yield lineOf([csvText(title)], writing)
    yield headerOf(columns, writing)
    for await (const some of rows) {
      for (const slice of inSlices(some)) yield slice.map((row) => rowText(row, columns, writing)).join('')
    }
  }
}

/** Programs tell sums from rows by the first column; people by their look. */
function headerOf(columns: ReportColumn[], writing: Writing): string {
  const { dialect, locale } = writing
  const titles = columns.map((column) => {
    const title = titleWithUnit(column, locale.units)
    return csvText(dialect === 'rfc' && column.type === 'duration' ? `${title} (s)` : title)
  })
  return lineOf(dialect === 'rfc' ? ['type', ...titles] : titles, writing)
}

function rowText({ type, cells }: ReportRow, columns: ReportColumn[], writing: Writing): string {
  const texts = columns.map((column, index) => cellText(cells[index] ?? null, column.type, writing))
  return lineOf(writing.dialect === 'rfc' ? [type, ...texts] : texts, writing)
}

const lineOf = (cells: string[], { separator }: Writing) => cells.join(separator) + endOfLine

function cellText(value: Cell, type: CellType, writing: Writing): string {
  const valueType = typeOfValue(value, type)
  if (valueType === 'empty') return ''
  if (valueType === 'text') return csvText(value as string)
  if (valueType === 'day') return value as string
  const number = value as number
  const { locale, dialect } = writing
  const isForPrograms = dialect === 'rfc'
  switch (valueType) {
    case 'distance':
      return decimal(exactDistance(number, locale.units), writing)
    case 'speed':
      return decimal(exactSpeed(number, locale.units), writing)
    case 'share':
      return isForPrograms ? String(number) : `${decimal(exactPercent(number), writing)}%`
    case 'duration':
      return isForPrograms ? String(number) : decimal(clockText(number), writing)
    case 'dateTime':
      return isForPrograms
        ? isoTime(number, writing)
        : decimal(localText(number, writing.localTime).replace('T', ' '), writing)
    default:
      return decimal(String(number), writing)
  }
}

const decimal = (text: string, { hasDecimalComma }: Writing) =>
  hasDecimalComma ? text.replace('.', ',') : text

/** As in 27:05:09. */
function clockText(seconds: number): string {
  const ms = Math.round(Math.abs(seconds) * 1_000)
  const whole = Math.floor(ms / 1_000)
  const clock = `${Math.floor(whole / 3_600)}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`
  return `${seconds < 0 ? '-' : ''}${clock}${milliseconds(ms % 1_000)}`
}

const isoTime = (instantMs: number, { localTime }: Writing) =>
  `${localText(instantMs, localTime)}${localTime.offsetText(instantMs)}`

/** Spreadsheets of every language read 2026-11-18 07:05:09; any other order of day and month is read by one of them. */
function localText(instantMs: number, localTime: LocalTime): string {
  return localTime.text(instantMs) + milliseconds(((Math.floor(instantMs) % 1_000) + 1_000) % 1_000)
}

const milliseconds = (ms: number) => (ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`)
