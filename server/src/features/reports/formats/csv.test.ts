import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { textOf } from '../../../../test/reports/bytes.ts'
import { documentOf, madrid, rowOf } from '../../../../test/reports/documents.ts'
import type { ReportColumn } from '../document.types.ts'
import { writeCsv } from './csv.ts'

const column = (title: string, type: ReportColumn['type']): ReportColumn => ({
  key: title,
  title,
  type,
  weight: 1,
})
const columns = [
  column('Device', 'text'),
  column('Distance', 'distance'),
  column('Driving', 'duration'),
  column('Speed', 'speed'),
  column('Idle', 'share'),
  column('Trips', 'count'),
  column('Start', 'dateTime'),
  column('Day', 'day'),
]
const rows = [
  { type: 'group' as const, cells: ['Norte; sur', null, null, null, null, null, null, null] },
  rowOf('Camión "12"', 51_877.43, 97_509, 25, 0.125, 3, Date.UTC(2026, 9, 25, 0, 30), '2026-10-25'),
  rowOf(null, 0, 0, 0, 0, 0, Date.UTC(2026, 9, 25, 1, 30, 0, 250), null),
  { type: 'total' as const, cells: ['Total', 51_877.43, 97_509, null, null, 3, null, null] },
]

test('writes what Excel in Spanish opens: mark, semicolons, decimal commas, local times', async () => {
  const text = await textOf(writeCsv('excel'), documentOf({ locale: madrid('es'), columns, rows }))
  expect(text).toBe(
    '\ufeffDevice;Distance (km);Driving;Speed (km/h);Idle;Trips;Start;Day\r\n' +
      '"Norte; sur";;;;;;;\r\n' +
      '"Camión ""12""";51,87743;27:05:09;90;12,5%;3;2026-10-25 02:30:00;2026-10-25\r\n' +
      ';0;0:00:00;0;0%;0;2026-10-25 02:30:00,250;\r\n' +
      'Total;51,87743;27:05:09;;;3;;\r\n',
  )
})

test('writes what Excel in English opens: mark, commas, decimal points', async () => {
  const text = await textOf(
    writeCsv('excel'),
    documentOf({ locale: madrid('en'), columns, rows: rows.slice(1, 2) }),
  )
  expect(text).toBe(
    '\ufeffDevice,Distance (km),Driving,Speed (km/h),Idle,Trips,Start,Day\r\n' +
      '"Camión ""12""",51.87743,27:05:09,90,12.5%,3,2026-10-25 02:30:00,2026-10-25\r\n',
  )
})

test('writes for programs in every language: seconds, ISO times with offset, types of rows', async () => {
  const text = await textOf(writeCsv('rfc'), documentOf({ locale: madrid('pt'), columns, rows }))
  expect(text).toBe(
    'type,Device,Distance (km),Driving (s),Speed (km/h),Idle,Trips,Start,Day\r\n' +
      'group,"Norte; sur",,,,,,,\r\n' +
      'row,"Camión ""12""",51.87743,97509,90,0.125,3,2026-10-25T02:30:00+02:00,2026-10-25\r\n' +
      'row,,0,0,0,0,0,2026-10-25T02:30:00.250+01:00,\r\n' +
      'total,Total,51.87743,97509,,,3,,\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  '"=1',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  'a;=1',
  'a\n=1',
  ' =1',
])('makes %j harmless in both dialects, also where a spreadsheet splits at semicolons', async (text) => {
  for (const dialect of ['excel', 'rfc'] as const) {
    const written = await textOf(
      writeCsv(dialect),
      documentOf({ locale: madrid('es'), columns: [column(text, 'text')], rows: [rowOf(text)] }),
    )
    const delimiter = dialect === 'excel' ? ';' : ','
    const cells = (parse(written, { bom: true, delimiter, relax_column_count: true }) as string[][]).flat()
    for (const part of cells.flatMap((one) => one.split(/[;\t\r\n]/)))
      expect(part).not.toMatch(/^[" ]*[=+\-@＝＋－＠]/)
  }
})

test('leaves negative numbers as they are', async () => {
  const document = documentOf({
    locale: madrid('en'),
    columns: [column('Change', 'distance')],
    rows: [rowOf(-1_500)],
  })
  expect(await textOf(writeCsv('rfc'), document)).toBe('type,Change (km)\r\nrow,-1.5\r\n')
})

test('writes several tables with their titles, and a table without rows', async () => {
  const document = documentOf({
    locale: madrid('en'),
    title: 'One',
    columns: [column('A', 'text')],
    rows: [],
  })
  const other = documentOf({
    locale: madrid('en'),
    title: 'Two',
    columns: [column('B', 'text')],
    rows: [rowOf('b')],
  })
  const both = { ...document, tables: [...document.tables, ...other.tables] }
  expect(await textOf(writeCsv('rfc'), both)).toBe('One\r\ntype,A\r\n\r\nTwo\r\ntype,B\r\nrow,b\r\n')
})
