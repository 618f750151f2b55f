import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bytesOf } from '../../../../test/reports/bytes.ts'
import { documentOf, madrid, rowOf, tripColumns, tripRows } from '../../../../test/reports/documents.ts'
import type { ReportColumn, ReportDocument, ReportRow } from '../document.types.ts'
import { writePdf } from './pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'rastro-pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

const columns: ReportColumn[] = [
  { key: 'device', title: 'Dispositivo', type: 'text', weight: 2 },
  { key: 'distance', title: 'Distancia', type: 'distance', weight: 1 },
]

async function fileOf(document: ReportDocument): Promise<string> {
  const file = join(folder, `${Math.random()}.pdf`)
  writeFileSync(file, await bytesOf(writePdf, document))
  return file
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })
/** Pages, as text in the order of reading. */
const pagesOf = (file: string) => run('pdftotext', '-layout', file, '-').split('\f').slice(0, -1)

describe.each(['en', 'es', 'pt'] as const)('in %s', (language) => {
  test('text can be copied, the head repeats, and pages are counted', async () => {
    const rows = tripRows(300, language)
    const total = rows.at(-1)!
    const file = await fileOf(
      documentOf({
        locale: madrid(language),
        title: 'Camión 12 – Łódź – Αθήνα – Камаз',
        columns: tripColumns(language),
        rows,
        facts: [{ label: 'Zona', value: 'Europe/Madrid' }],
        footnotes: ['12,4 km en línea recta.'],
        baseUrl: 'https://example.test',
      }),
    )
    const pages = pagesOf(file)
    const page = language === 'en' ? 'Page' : 'Página'
    expect(pages.length).toBeGreaterThan(5)
    for (const [index, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`${page} ${index + 1} (of|de) ${pages.length}\\b`))
      // Footnotes may have the last page for themselves.
      if (index < pages.length - 1) expect(text).toMatch(/\(km\)/)
      expect(text).toContain('Łódź – Αθήνα – Камаз')
    }
    expect(pages.join('')).toContain('Begoña Íñiguez')
    expect(pages.at(-1)).toContain('12,4 km en línea recta.')
    const sum = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    expect(pages.slice(-2).join('')).toContain(sum.format((total.cells[5] as number) / 1_000))
    expect(run('pdfinfo', file)).toMatch(/Page size: +841\.89 x 595\.28/)
  })
})

test('embeds subsets of its fonts, and no others', async () => {
  const file = await fileOf(
    documentOf({
      locale: madrid('es'),
      columns,
      rows: tripRows(5, 'es').map(({ cells }) => rowOf(String(cells[2]), 1)),
    }),
  )
  const [, , ...fonts] = run('pdffonts', file).trimEnd().split('\n')
  expect(fonts.length).toBeGreaterThan(0)
  for (const font of fonts)
    expect(font).toMatch(/^[A-Z]{6}\+Inter-\S+ +CID TrueType +Identity-H +yes yes yes/)
})

test('shows figures, long texts, characters without a glyph, and tables without rows', async () => {
  const file = await fileOf({
    ...documentOf({
      locale: madrid('es'),
      title: 'Título '.repeat(60),
      columns,
      rows: [rowOf('palabra '.repeat(400), 1), rowOf('x'.repeat(3_000), 2), rowOf('🚚 東京 \u0007', 3)],
      facts: [{ label: 'Dispositivos', value: 'Camión 12, '.repeat(300) }],
      figures: [
        { type: 'bars', title: 'Por día', valueType: 'distance', bars: [{ label: '1', value: 25_000 }] },
        { type: 'shares', title: 'Estados', valueType: 'duration', parts: [{ label: 'Viajes', value: 60 }] },
        {
          type: 'track',
          title: 'Camino',
          lines: [
            [
              [41, -1],
              [42, -2],
            ],
          ],
          stops: [{ latitude: 41, longitude: -1, label: 'Getafe' }],
        },
        { type: 'track', title: 'Nada', lines: [], stops: [] },
      ],
    }),
  })
  const text = pagesOf(file).join('\n')
  for (const shown of ['Por día (km)', 'Estados', 'Viajes', 'Camino', 'Getafe', 'palabra', '??'])
    expect(text).toContain(shown)
  expect(text).not.toContain('Nada')
  expect(pagesOf(file).length).toBeLessThan(4)
  const empty = await fileOf(documentOf({ locale: madrid('es'), columns, rows: [] }))
  expect(pagesOf(empty)[0]).toContain('Distancia (km)')
  expect(pagesOf(empty)[0]).toContain('Sin filas.')
})

test('has room for texts that only later rows have', async () => {
  const withDriver: ReportColumn[] = [
    ...columns,
    { key: 'driver', title: 'Driver', type: 'text', weight: 2.2 },
  ]
  const rows = Array.from({ length: 600 }, (_, index) =>
    rowOf('palabra '.repeat(20), 1_000, index < 550 ? null : 'Begoña Íñiguez'),
  )
  const text = pagesOf(await fileOf(documentOf({ locale: madrid('es'), columns: withDriver, rows }))).join('')
  expect(text).toContain('Begoña Íñiguez')
})

test('the title of a group repeats on every page, and sums are not left alone', async () => {
  for (const length of [52, 53, 54, 55, 56, 57, 58]) {
    const rows: ReportRow[] = [
      { type: 'group', cells: ['Madrid', null] },
      ...Array.from({ length }, (_, index) => rowOf(`Camión ${index}`, 1_000)),
      { type: 'subtotal', cells: ['Subtotal', 1_000 * length] },
      { type: 'total', cells: ['Total', 1_000 * length] },
    ]
    const pages = pagesOf(await fileOf(documentOf({ locale: madrid('es'), columns, rows })))
    for (const page of pages.filter((one) => one.includes('Camión'))) expect(page).toContain('Madrid')
    expect(pages.at(-1)).toMatch(/Camión \d+ .*\n\s*Subtotal .*\n\s*Total /)
  }
})

test('shows the first 10,000 rows, the totals, and a note', async () => {
  const rows = [
    ...Array.from({ length: 10_500 }, (_, index) => rowOf(`Camión-${index}.`, 1_000)),
    { type: 'total' as const, cells: ['Total', 10_500_000] },
  ]
  const text = pagesOf(await fileOf(documentOf({ locale: madrid('en'), columns, rows }))).join('')
  expect(text).toContain('Camión-9999.')
  expect(text).not.toContain('Camión-10000.')
  expect(text).toContain('10,500.0')
  expect(text).toContain('Only the first 10,000 rows are shown. XLSX has all.')
})

test('links rows to the interface', async () => {
  const file = await fileOf(
    documentOf({
      locale: madrid('es'),
      columns,
      rows: [{ ...rowOf('a', 1), path: '/history/1' }],
      baseUrl: 'https://example.test/',
    }),
  )
  expect(run('pdfinfo', '-url', file)).toContain('https://example.test/history/1')
})

test('pages leave as they are full', async () => {
  let written = 0
  async function* source() {
    for (let part = 0; part < 4; part += 1) {
      if (part > 1) expect(written).toBeGreaterThan(part * 10_000)
      yield Array.from({ length: 500 }, (_, index) => rowOf(`Camión ${part}-${index}`, index))
    }
  }
  for await (const chunk of writePdf(documentOf({ locale: madrid('es'), columns, rows: source() })))
    written += chunk.length
  expect(written).toBeGreaterThan(40_000)
})

test('closes its source when nobody takes the file any more', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Array.from({ length: 500 }, (_, index) => rowOf(`Camión ${index}`, index))
    } finally {
      isClosed = true
    }
  }
  for await (const _ of writePdf(documentOf({ locale: madrid('es'), columns, rows: endless() }))) break
  expect(isClosed).toBe(true)
})
