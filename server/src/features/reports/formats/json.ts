// Reports as one JSON document, and as JSON lines: values as in the API, by the keys of their columns.

import type { ReportColumn, ReportDocument, ReportRow, ReportTable, WriteReport } from '../document.types.ts'
import { inSlices, toChunks } from './chunks.ts'

export const writeJson: WriteReport = (document) => toChunks(writeDocument(document))

/** One object per line: the report, then each table with its rows, and the footnotes as the end. */
export const writeNdjson: WriteReport = (document) => toChunks(writeLines(document))

async function* writeDocument(document: ReportDocument): AsyncGenerator<string> {
  const opening = JSON.stringify(headOf(document)).slice(0, -1)
  yield `${opening},"tables":[`
  for (const [index, table] of document.tables.entries()) {
    const head = JSON.stringify(tableHeadOf(table)).slice(0, -1)
    yield `${index === 0 ? '' : ','}\n${head},"rows":[`
    let isFirst = true
    for await (const rows of table.rows) {
      for (const slice of inSlices(rows)) {
        const texts = slice.map((row) => JSON.stringify(rowOf(row, table.columns)))
        yield `${isFirst ? '' : ','}\n${texts.join(',\n')}`
        isFirst = false
      }
    }
    yield ']}'
  }
  yield `],"footnotes":${JSON.stringify(document.footnotes())}}\n`
}

async function* writeLines(document: ReportDocument): AsyncGenerator<string> {
  yield line({ type: 'report', ...headOf(document) })
  for (const table of document.tables) {
    yield line({ type: 'table', ...tableHeadOf(table) })
    for await (const rows of table.rows) {
      for (const slice of inSlices(rows)) yield slice.map((row) => line(rowOf(row, table.columns))).join('')
    }
  }
  yield line({ type: 'footnotes', footnotes: document.footnotes() })
}

const line = (value: object) => `${JSON.stringify(value)}\n`

function headOf({ title, locale, facts, figures }: ReportDocument): object {
  return { title, language: locale.language, timeZone: locale.timeZone, facts, figures }
}

const tableHeadOf = ({ title, columns }: ReportTable) => ({
  title,
  columns: columns.map(({ key, title, type }) => ({ key, title, type })),
})

function rowOf({ type, cells, path }: ReportRow, columns: ReportColumn[]): object {
  const values = Object.fromEntries(columns.map(({ key }, index) => [key, cells[index] ?? null]))
  return { type, values, ...(path !== undefined && { path }) }
}
