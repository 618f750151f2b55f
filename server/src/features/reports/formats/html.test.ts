import { expect, test } from 'vitest'
import { textOf } from '../../../../test/reports/bytes.ts'
import { documentOf, madrid, rowOf } from '../../../../test/reports/documents.ts'
import type { ReportColumn, ReportRow } from '../document.types.ts'
import { writeHtml } from './html.ts'

const columns: ReportColumn[] = [
  { key: 'device', title: 'Dispositivo', type: 'text', weight: 2 },
  { key: 'distance', title: 'Distancia', type: 'distance', weight: 1 },
]
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

test('writes title, facts, rows, sums and footnotes', async () => {
  const page = await textOf(
    writeHtml,
    documentOf({
      locale: madrid('es'),
      title: 'Viajes',
      columns,
      rows: [
        { type: 'group', cells: ['Camión 12', null] },
        { ...rowOf('Camión 12', 51_877.4), path: '/history/dev_1?a=1&b=2' },
        { type: 'total', cells: ['Total', 51_877.4] },
      ],
      facts: [{ label: 'Zona horaria', value: 'Europe/Madrid' }],
      footnotes: ['12,4 km en línea recta.'],
      baseUrl: 'https://example.test',
    }),
  )
  expect(page).toContain('<html lang="es">')
  expect(page).toContain('<dt>Zona horaria</dt><dd>Europe/Madrid</dd>')
  expect(page).toContain('<th scope="col">Dispositivo</th><th scope="col" class="number">Distancia (km)</th>')
  expect(page).toContain('<tr class="group"><th scope="colgroup" colspan="2">Camión 12</th></tr>')
  expect(page).toContain(
    '<tr><td><a href="https://example.test/history/dev_1?a=1&amp;b=2">Camión 12</a></td><td class="number">51,9</td></tr>',
  )
  expect(page).toContain('<tr class="total"><td>Total</td><td class="number">51,9</td></tr>')
  expect(page).toContain('<footer><p>12,4 km en línea recta.</p></footer>')
})

test('escapes every text, and allows no scripts', async () => {
  const page = await textOf(writeHtml, {
    ...documentOf({
      locale: madrid('en'),
      title: hostile,
      columns: [{ key: 'a', title: hostile, type: 'text', weight: 1 }],
      rows: [
        { ...rowOf(hostile), path: `/${hostile}` },
        { type: 'group', cells: [hostile] },
      ],
      facts: [{ label: hostile, value: hostile }],
      footnotes: [hostile],
      baseUrl: 'https://example.test',
      figures: [
        { type: 'bars', title: hostile, valueType: 'count', bars: [{ label: hostile, value: 1 }] },
        { type: 'shares', title: hostile, valueType: 'count', parts: [{ label: hostile, value: 1 }] },
        { type: 'track', title: hostile, lines: [], stops: [{ latitude: 1, longitude: 1, label: hostile }] },
      ],
    }),
  })
  expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>'?"/)
  expect(page.match(/<(\w+)/g)?.filter((tag) => ['<script', '<img', '<iframe'].includes(tag))).toEqual([])
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
})

test('shows the first 10,000 rows, the totals, and a note', async () => {
  const rows = [
    ...Array.from({ length: 10_001 }, (_, index) => rowOf(`Camión ${index}`, index)),
    { type: 'total' as const, cells: ['Total', 1] },
  ]
  const page = await textOf(writeHtml, documentOf({ locale: madrid('en'), columns, rows }))
  expect(page.match(/<tr><td>/g)).toHaveLength(10_000)
  expect(page).toContain('<tr class="total">')
  expect(page).toContain('Only the first 10,000 rows are shown. XLSX has all.')
  const shorter = await textOf(
    writeHtml,
    documentOf({ locale: madrid('en'), columns, rows: rows.slice(0, 10_000) }),
  )
  expect(shorter).not.toContain('Only the first')
})

test('states that there are no rows', async () => {
  const page = (rows: ReportRow[]) => textOf(writeHtml, documentOf({ locale: madrid('en'), columns, rows }))
  expect(await page([])).toContain('<p class="note">No rows.</p>')
  expect(await page([rowOf('a', 1)])).not.toContain('No rows.')
})

test('shades cells by their value, but no sums', async () => {
  const shaded = columns.map((column) => ({ ...column, isShaded: column.type === 'distance' }))
  const rows = [
    rowOf('a', 1_000),
    rowOf('b', 500),
    rowOf('c', null),
    { type: 'total' as const, cells: ['Total', 1_500] },
  ]
  const page = await textOf(writeHtml, documentOf({ locale: madrid('en'), columns: shaded, rows }))
  expect(page.match(/style="background:#\w+"/g)).toEqual([
    'style="background:#74b0e4"',
    'style="background:#bad8f2"',
  ])
})
