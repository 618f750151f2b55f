// Opens files in LibreOffice, which knows nothing of our code: no repair, right types, right sums, in three languages.

import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { documentOf, madrid, rowOf, tripColumns, tripRows } from '../../../../test/reports/documents.ts'
import type { Cell, ReportDocument, WriteReport } from '../document.types.ts'
import { writeCsv } from './csv.ts'
import { createLocalTime } from './local-time.ts'
import { writeXlsx } from './xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'rastro-sheets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Excel's numbers of languages, as LibreOffice names them. */
const languageNumbers = { en: 2_057, es: 3_082, pt: 1_046 }
const utf8 = 76
type Language = keyof typeof languageNumbers

let files = 0

async function fileOf(write: WriteReport, document: ReportDocument, extension: string): Promise<string> {
  files += 1
  const file = join(folder, `report-${files}.${extension}`)
  await pipeline(Readable.from(write(document)), createWriteStream(file))
  return file
}

/** As flat XML, in which every cell has its type and its value. */
function convert(file: string, options: string[] = []): string {
  const args = [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    ...options,
    '--convert-to',
    'fods',
  ]
  execFileSync('soffice', [...args, '--outdir', folder, file], { stdio: 'pipe', timeout: 110_000 })
  return readFileSync(file.replace(/\.\w+$/, '.fods'), 'utf8')
}

interface Seen {
  type: string
  value: string
  text: string
}

/** The rows of the first sheet. Empty cells are undefined. */
function rowsOf(xml: string): (Seen | undefined)[][] {
  const table = xml.slice(xml.indexOf('<table:table '), xml.indexOf('</table:table>'))
  return [...table.matchAll(/<table:table-row[ >].*?<\/table:table-row>/gs)].map(([row]) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, head, content]) => {
        const repeated = Number(/number-columns-repeated="(\d+)"/.exec(head!)?.[1] ?? 1)
        const type = /office:value-type="(\w+)"/.exec(head!)?.[1]
        const value = /office:(?:date-|time-)?value="([^"]*)"/.exec(head!)?.[1] ?? ''
        const text = (content ?? '').replaceAll(/<[^>]+>/g, '').trim()
        const cell = type ? { type, value, text } : undefined
        return Array.from({ length: Math.min(repeated, 20) }, () => cell)
      },
    ),
  )
}

const secondsOf = (duration: string) => {
  const [, hours, minutes, seconds] = /PT(\d+)H(\d+)M([\d.]+)S/.exec(duration)!.map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return Math.round(hours * 3_600 + minutes * 60 + seconds)
}

const types = [
  'date',
  'date',
  'string',
  'string',
  'string',
  'float',
  'time',
  'time',
  'percentage',
  'float',
  'float',
  'string',
  'date',
  'float',
]

function expectSameRows(seen: (Seen | undefined)[][], language: Language): void {
  const given = tripRows(60, language)
  const localTime = createLocalTime('Europe/Madrid')
  const readValue = (cell: Seen | undefined, column: number): Cell => {
    if (!cell) return null
    if (cell.type === 'string') return cell.text
    if (cell.type === 'date')
      return column === 12 ? cell.value.slice(0, 10) : Math.round(Date.parse(`${cell.value}Z`) / 1_000)
    if (cell.type === 'time') return secondsOf(cell.value)
    return types[column] === 'float' && column !== 10
      ? Math.round(Number(cell.value) * 1e5)
      : Number(cell.value)
  }
  const expectedOf = (cell: Cell, column: number): Cell => {
    if (cell === null || typeof cell === 'string') return cell
    if (column < 2) return Math.round(localTime.toLocalMs(cell) / 1_000)
    if (column === 9) return Math.round(cell * 3.6 * 1e5)
    return types[column] === 'float' && column !== 10 ? Math.round(cell * 100) : cell
  }
  const shares = (cells: Cell[]) =>
    cells.map((cell, column) => (column === 8 && cell !== null ? Number(Number(cell).toFixed(9)) : cell))
  for (const [index, { type, cells }] of given.entries()) {
    const row = seen[index + 1]!.slice(0, 14)
    const padded = Array.from({ length: 14 }, (_, column) => row[column])
    expect(shares(padded.map(readValue))).toEqual(shares(cells.map(expectedOf)))
    if (type !== 'row') continue
    for (const [column, cell] of padded.entries())
      if (cell) expect([column, cell.type]).toEqual([column, types[column]])
  }
}

describe.each(['en', 'es', 'pt'] as const)('in %s', (language) => {
  const document = () =>
    documentOf({
      locale: madrid(language),
      title: 'Camión 12',
      columns: tripColumns(language),
      rows: tripRows(60, language),
      baseUrl: 'https://example.test',
    })

  test('XLSX has dates, durations, shares and numbers, exactly', async () => {
    const xml = convert(await fileOf(writeXlsx, document(), 'xlsx'))
    expectSameRows(rowsOf(xml), language)
    expect(xml).toContain('https://example.test/history/dev_0?trip=trp_0')
    expect(xml).toContain('table:display-filter-buttons="true"')
  })

  test('CSV for spreadsheets reads the same in that language', async () => {
    const separator = language === 'en' ? 44 : 59
    // Separator, quotes, characters, first line, columns, language, quoted as text, detect special numbers.
    const filter = `CSV:${separator},34,${utf8},1,,${languageNumbers[language]},false,true`
    const xml = convert(await fileOf(writeCsv('excel'), document(), 'csv'), [`--infilter=${filter}`])
    expectSameRows(rowsOf(xml), language)
  })
})

test('no text becomes a formula', async () => {
  const hostile = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '=HYPERLINK("http://127.0.0.1/")', '＝1+1']
  const document = () =>
    documentOf({
      locale: madrid('es'),
      columns: [{ key: 'a', title: '=2+2', type: 'text', weight: 1 }],
      rows: hostile.map((text) => rowOf(text)),
    })
  for (const [write, extension, options] of [
    [writeXlsx, 'xlsx', []],
    [
      writeCsv('excel'),
      'csv',
      [`--infilter=CSV:59,34,${utf8},1,,${languageNumbers.es},false,true,false,false,false,0,true`],
    ],
  ] as const) {
    const xml = convert(await fileOf(write, document(), extension), [...options])
    expect(xml).not.toContain('table:formula')
    expect(
      rowsOf(xml)
        .flat()
        .filter((cell) => cell && cell.type !== 'string'),
    ).toEqual([])
  }
})

test('a table of more rows than a sheet goes on in a second one', async () => {
  const count = 1_048_577
  async function* source() {
    for (let start = 0; start < count; start += 2_000) {
      yield Array.from({ length: Math.min(2_000, count - start) }, (_, index) => rowOf(start + index))
    }
  }
  const columns = [{ key: 'a', title: 'Viajes', type: 'count' as const, weight: 1 }]
  const document = documentOf({ locale: madrid('es'), title: 'Viajes', columns, rows: source() })
  const file = await fileOf(writeXlsx, document, 'xlsx')
  const filter = `csv:Text - txt - csv (StarCalc):44,34,${utf8},1,,0,false,true,false,false,false,-1`
  const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', filter]
  execFileSync('soffice', [...args, '--outdir', folder, file], { stdio: 'pipe', timeout: 110_000 })
  const read = (sheet: string) =>
    (parse(readFileSync(file.replace('.xlsx', `-${sheet}.csv`))) as string[][])
      .slice(1)
      .map(([cell]) => Number(cell!.replaceAll(/\D/g, '')))
  const [first, second] = [read('Viajes'), read('Viajes (2)')]
  expect([first.length, second.length]).toEqual([1_048_575, 2])
  expect([first[0], first.at(-1), ...second]).toEqual([0, 1_048_574, 1_048_575, 1_048_576])
}, 300_000)
