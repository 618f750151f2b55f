import { expect, test } from 'vitest'
import { textOf } from '../../../../test/reports/bytes.ts'
import { documentOf, madrid, rowOf } from '../../../../test/reports/documents.ts'
import type { ReportColumn } from '../document.types.ts'
import { writeJson, writeNdjson } from './json.ts'

const columns: ReportColumn[] = [
  { key: 'device', title: 'Dispositivo', type: 'text', weight: 2 },
  { key: 'distance', title: 'Distancia', type: 'distance', weight: 1 },
]
const report = () =>
  documentOf({
    locale: madrid('es'),
    title: 'Viajes',
    columns,
    rows: [
      { ...rowOf('Camión 12', 51_877.43), path: '/history/dev_1' },
      rowOf('"\u2028\n', null),
      { type: 'total', cells: ['Total', 51_877.43] },
    ],
    facts: [{ label: 'Zona horaria', value: 'Europe/Madrid' }],
    footnotes: ['Nota'],
  })
const head = {
  title: 'Viajes',
  language: 'es',
  timeZone: 'Europe/Madrid',
  facts: [{ label: 'Zona horaria', value: 'Europe/Madrid' }],
  figures: [],
}
const table = {
  title: 'Viajes',
  columns: columns.map(({ key, title, type }) => ({ key, title, type })),
}
const rows = [
  { type: 'row', values: { device: 'Camión 12', distance: 51_877.43 }, path: '/history/dev_1' },
  { type: 'row', values: { device: '"\u2028\n', distance: null } },
  { type: 'total', values: { device: 'Total', distance: 51_877.43 } },
]

test('writes one document with values as in the API', async () => {
  const text = await textOf(writeJson, report())
  expect(JSON.parse(text)).toEqual({ ...head, tables: [{ ...table, rows }], footnotes: ['Nota'] })
})

test('writes a line for the report, each table, each row and the footnotes', async () => {
  const lines = (await textOf(writeNdjson, report())).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { type: 'report', ...head },
    { type: 'table', ...table },
    ...rows,
    { type: 'footnotes', footnotes: ['Nota'] },
  ])
})

test('writes a table without rows', async () => {
  const document = documentOf({ locale: madrid('es'), columns, rows: [] })
  expect(JSON.parse(await textOf(writeJson, document)).tables[0].rows).toEqual([])
})

test('reads footnotes after the rows', async () => {
  const seen: string[] = []
  async function* source() {
    yield [rowOf('a', 1)]
    seen.push('rows')
  }
  const document = documentOf({ locale: madrid('es'), columns, rows: source() })
  for (const write of [writeJson, writeNdjson]) {
    seen.length = 0
    await textOf(write, {
      ...document,
      tables: [{ ...document.tables[0]!, rows: source() }],
      footnotes: () => {
        seen.push('footnotes')
        return []
      },
    })
    expect(seen).toEqual(['rows', 'footnotes'])
  }
})
