// Reports as one page of HTML without scripts, which prints well: title, facts, figures, tables, footnotes.

import type {
  Cell,
  ReportColumn,
  ReportDocument,
  ReportRow,
  ReportTable,
  WriteReport,
} from '../document.types.ts'
import { inSlices, toChunks } from './chunks.ts'
import { shade } from './figures/colours.ts'
import { drawFigure } from './figures/draw-figure.ts'
import { estimateWidth } from './figures/shapes.ts'
import { toSvg } from './figures/svg.ts'
import type { RowLimit } from './limited-rows.ts'
import { createRowLimit, greatestShaded, limitRows, maxReadableRows } from './limited-rows.ts'
import { pageStyle } from './page-style.ts'
import { tableTitles } from './units.ts'
import type { ValueFormat } from './values.ts'
import { createValueFormat, isRightAligned } from './values.ts'
import { escapeXml } from './xml.ts'

const figureWidth = 520
/** More of them need smaller text. */
const manyColumns = 16

export const writeHtml: WriteReport = (document) => toChunks(writePage(document))

async function* writePage(document: ReportDocument): AsyncGenerator<string> {
  const { title, locale, facts, figures, tables, words } = document
  const format = createValueFormat(locale)
  const limit = createRowLimit()
  // Nothing is loaded or run, whatever the texts contain.
  yield `<!doctype html>\n<html lang="${locale.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeXml(title)}</title><style>${pageStyle}</style></head><body><h1>${escapeXml(title)}</h1>`
  yield `<dl>${facts.map(({ label, value }) => `<div><dt>${escapeXml(label)}</dt><dd>${escapeXml(value)}</dd></div>`).join('')}</dl>`
  for (const figure of figures) {
    const drawing = drawFigure(figure, {
      format,
      locale,
      width: figureWidth,
      widthOf: estimateWidth,
    })
    yield `<figure class="${figure.type}"><figcaption>${escapeXml(drawing.title)}</figcaption>${toSvg(drawing)}</figure>`
  }
  for (const table of tables) yield* writeTable(table, document, format, limit)
  if (limit.left === maxReadableRows) yield `<p class="note">${escapeXml(words.noRows)}</p>`
  if (limit.isExceeded) yield `<p class="note">${escapeXml(words.moreRows)}</p>`
  const footnotes = document.footnotes()
  if (footnotes.length > 0)
    yield `<footer>${footnotes.map((note) => `<p>${escapeXml(note)}</p>`).join('')}</footer>`
  yield '</body></html>\n'
}

async function* writeTable(
  { title: tableTitle, columns, rows }: ReportTable,
  { title: reportTitle, locale, baseUrl }: ReportDocument,
  format: ValueFormat,
  limit: RowLimit,
): AsyncGenerator<string> {
  const { title, columnTitles } = tableTitles({ title: tableTitle, columns }, locale.units)
  const heads = columns.map(
    (column, index) => `<th scope="col"${classOf(column)}>${escapeXml(columnTitles[index]!)}</th>`,
  )
  // One table needs no second title.
  yield `<section>${title === reportTitle ? '' : `<h2>${escapeXml(title)}</h2>`}<div class="table"><table${columns.length > manyColumns ? ' class="wide"' : ''}><thead><tr>${heads.join('')}</tr></thead><tbody>`
  const write = (row: ReportRow, greatest: number) => rowOf(row, { columns, baseUrl, format, greatest })
  if (columns.some(({ isShaded }) => isShaded)) {
    // The darkest cell is known when all rows are.
    const all = (await Array.fromAsync(limitRows(rows, limit))).flat()
    const greatest = greatestShaded(
      all,
      columns.map(({ isShaded }) => isShaded === true),
    )
    for (const row of all) yield write(row, greatest)
  } else {
    for await (const some of limitRows(rows, limit)) {
      for (const slice of inSlices(some)) yield slice.map((row) => write(row, 0)).join('')
    }
  }
  yield '</tbody></table></div></section>'
}

interface RowInput {
  columns: ReportColumn[]
  baseUrl: string | undefined
  format: ValueFormat
  greatest: number
}

function rowOf(row: ReportRow, { columns, baseUrl, format, greatest }: RowInput): string {
  const { type, cells, path } = row
  if (type === 'group') {
    const text = format.cell(cells[0] ?? null, columns[0]?.type ?? 'text')
    return `<tr class="group"><th scope="colgroup" colspan="${columns.length}">${escapeXml(text)}</th></tr>`
  }
  const texts = columns.map((column, index) => {
    const cell = cells[index] ?? null
    const text = escapeXml(format.cell(cell, column.type))
    const isLinked = index === 0 && baseUrl !== undefined && path !== undefined
    const content = isLinked
      ? `<a href="${escapeXml(baseUrl.replace(/\/$/, '') + path)}">${text || '→'}</a>`
      : text
    return `<td${classOf(column)}${shadeOf(cell, column, row, greatest)}>${content}</td>`
  })
  return `<tr${type === 'row' ? '' : ` class="${type}"`}>${texts.join('')}</tr>`
}

function classOf({ type }: ReportColumn): string {
  if (isRightAligned(type)) return ' class="number"'
  return type === 'text' ? '' : ' class="instant"'
}

function shadeOf(cell: Cell, { isShaded }: ReportColumn, { type }: ReportRow, greatest: number): string {
  if (!isShaded || type !== 'row' || typeof cell !== 'number' || cell <= 0 || greatest <= 0) return ''
  return ` style="background:${shade(cell / greatest)}"`
}
