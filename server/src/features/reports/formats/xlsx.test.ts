import { readXlsx as readWithHucre } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { bytesOf } from '../../../../test/reports/bytes.ts'
import { documentOf, madrid, rowOf, tripColumns, tripRows } from '../../../../test/reports/documents.ts'
import { readXlsx } from '../../../../test/reports/xlsx-reader.ts'
import type { ReportColumn, ReportDocument } from '../document.types.ts'
import { excelLimits } from './xlsx/sheet.ts'
import { writeWorkbook, writeXlsx } from './xlsx.ts'

const column = (title: string, type: ReportColumn['type']): ReportColumn => ({
  key: title,
  title,
  type,
  weight: 1,
})
const columns = [
  column('Inicio', 'dateTime'),
  column('Distancia', 'distance'),
  column('Conducción', 'duration'),
  column('Velocidad', 'speed'),
  column('Ralentí', 'share'),
  column('Viajes', 'count'),
  column('Día', 'day'),
  column('Lugar', 'text'),
]
const cells = [
  Date.UTC(2026, 9, 25, 1, 30),
  51_877.43,
  97_509,
  25,
  0.125,
  3,
  '2026-10-25',
  '3 km al este de Calatayud',
]
const read = async (document: ReportDocument) => readXlsx(await bytesOf(writeXlsx, document))

test('writes dates, durations and numbers as such, with formats', async () => {
  const [sheet] = await read(
    documentOf({ locale: madrid('es'), title: 'Viajes', columns, rows: [rowOf(...cells)] }),
  )
  const cellsOfRow = (row: number) =>
    'ABCDEFGH'.split('').map((letter) => sheet!.cells.get(`${letter}${row}`))
  expect(sheet!.name).toBe('Viajes')
  expect(cellsOfRow(1).map((cell) => cell?.value)).toEqual([
    'Inicio',
    'Distancia (km)',
    'Conducción',
    'Velocidad (km/h)',
    'Ralentí',
    'Viajes',
    'Día',
    'Lugar',
  ])
  // 25 October 2026, 02:30, as days since the end of 1899.
  expect(cellsOfRow(2).map((cell) => cell?.value)).toEqual([
    46_320.10416666667,
    51.87743,
    97_509 / 86_400,
    90,
    0.125,
    3,
    46_320,
    '3 km al este de Calatayud',
  ])
  expect(cellsOfRow(2).map((cell) => cell?.formatCode)).toEqual([
    'dd/mm/yyyy hh:mm',
    '#,##0.0',
    '[h]:mm:ss',
    '#,##0',
    '0.0%',
    '#,##0',
    'dd/mm/yyyy',
    'General',
  ])
})

test('freezes and filters the header, without totals', async () => {
  const rows = [rowOf(...cells), { type: 'total' as const, cells: ['Total', 51_877.43] }]
  const [sheet] = await read(documentOf({ locale: madrid('en'), columns, rows }))
  expect(sheet!.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet!.xml).toContain('<autoFilter ref="A1:H2"/>')
  expect(sheet!.cells.get('A3')).toMatchObject({ value: 'Total', isBold: true })
  expect(sheet!.cells.get('B3')).toMatchObject({ value: 51.87743, isBold: true })
  expect(sheet!.cells.get('B2')).toMatchObject({ isBold: false })
})

test('has facts and footnotes on a sheet of their own', async () => {
  const sheets = await read(
    documentOf({
      locale: madrid('pt'),
      title: 'Viagens',
      columns,
      rows: [],
      facts: [{ label: 'Período', value: 'outubro' }],
      footnotes: ['Primeira', 'Segunda'],
    }),
  )
  expect(sheets.map(({ name }) => name)).toEqual(['Viagens', 'Sobre'])
  expect([...sheets[1]!.cells.values()].map(({ value }) => value)).toEqual([
    'Viagens',
    'Período',
    'outubro',
    'Primeira',
    'Segunda',
  ])
})

test('goes on in another sheet where one is full, by rows or by size', async () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => rowOf(`Camión ${index}`))
  const written = async (limits: Partial<typeof excelLimits>, rows = rowsOf(25)) => {
    const document = documentOf({
      locale: madrid('es'),
      title: 'Viajes',
      columns: [column('A', 'text')],
      rows,
    })
    return readXlsx(
      await bytesOf((one) => writeWorkbook(one, { ...excelLimits, ...limits }), document),
    ).slice(0, -1)
  }
  const sheets = await written({ rows: 11 })
  expect(sheets.map(({ name, cells }) => [name, cells.size])).toEqual([
    ['Viajes', 11],
    ['Viajes (2)', 11],
    ['Viajes (3)', 6],
  ])
  expect(sheets[2]!.cells.get('A6')?.value).toBe('Camión 24')
  expect(await written({ rows: 26 })).toHaveLength(1)
  expect(await written({ rows: 25 })).toHaveLength(2)
  expect(await written({ characters: 1 }, rowsOf(120))).toHaveLength(3)
})

test('links rows to the interface, as many as Excel allows', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({
    ...rowOf(`Camión ${index}`),
    path: `/devices/${index}?a=1&b="`,
  }))
  const document = () =>
    documentOf({
      locale: madrid('es'),
      columns: [column('A', 'text')],
      rows,
      baseUrl: 'https://example.test/',
    })
  const limits = { ...excelLimits, links: 3 }
  const [sheet] = readXlsx(await bytesOf((one) => writeWorkbook(one, limits), document()))
  expect([...sheet!.links]).toEqual([
    ['A2', 'https://example.test/devices/0?a=1&b="'],
    ['A3', 'https://example.test/devices/1?a=1&b="'],
    ['A4', 'https://example.test/devices/2?a=1&b="'],
  ])
  const [plain] = await read({ ...document(), baseUrl: undefined })
  expect(plain!.links.size).toBe(0)
})

test('removes what XML forbids, keeps what looks like codes, and shortens texts at the limit of a cell', async () => {
  const texts = [
    'a\u0000b\u0007c\ud800d\uffffe',
    '<&>"\'',
    '_x0041_ _x',
    'line\r\nbreak',
    ' space ',
    '🚚',
    'x'.repeat(40_000),
  ]
  const document = () =>
    documentOf({
      locale: madrid('es'),
      columns: [column('A', 'text')],
      rows: texts.map((text) => rowOf(text)),
    })
  const [sheet] = await read(document())
  const values = texts.map((_, index) => sheet!.cells.get(`A${index + 2}`)?.value)
  expect(values.slice(0, 6)).toEqual(['abc\ufffdde', '<&>"\'', '_x0041_ _x', 'line\nbreak', ' space ', '🚚'])
  expect(values[6]).toBe(`${'x'.repeat(32_766)}…`)
  const { sheets } = await readWithHucre(await bytesOf(writeXlsx, document()))
  expect(sheets[0]!.rows.slice(1, 7).flat()).toEqual(values.slice(0, 6))
})

test('gives sheets names that spreadsheets accept', async () => {
  const titles = ["'a'", 'A', 'x/y:z', '', 'History', 'n'.repeat(40), 'n'.repeat(50)]
  const tables = titles.map(
    (title) => documentOf({ locale: madrid('en'), title, columns, rows: [] }).tables[0]!,
  )
  const sheets = await read({ ...documentOf({ locale: madrid('en'), columns, rows: [] }), tables })
  expect(sheets.map(({ name }) => name)).toEqual([
    'a',
    'A (2)',
    'x y z',
    'Sheet 1',
    'History 1',
    'n'.repeat(31),
    `${'n'.repeat(27)} (2)`,
    'About',
  ])
})

test('is the same file for the same report', async () => {
  const write = () =>
    bytesOf(
      writeXlsx,
      documentOf({ locale: madrid('es'), columns: tripColumns('es'), rows: tripRows(40, 'es') }),
    )
  expect((await write()).equals(await write())).toBe(true)
})

test('stops reading the rows when nobody takes the file any more', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield tripRows(500, 'es')
    } finally {
      isClosed = true
    }
  }
  const document = documentOf({ locale: madrid('es'), columns: tripColumns('es'), rows: endless() })
  for await (const _ of writeXlsx(document)) break
  let bytes = 0
  for await (const chunk of writeXlsx({
    ...document,
    tables: [{ ...document.tables[0]!, rows: endless() }],
  })) {
    bytes += chunk.length
    if (bytes > 1_000_000) break
  }
  await expect.poll(() => isClosed).toBe(true)
})

test('fails when reading fails', async () => {
  async function* broken() {
    yield [rowOf(...cells)]
    throw new Error('The database is gone.')
  }
  const document = documentOf({ locale: madrid('es'), columns, rows: broken() })
  await expect(bytesOf(writeXlsx, document)).rejects.toThrow('The database is gone.')
})
