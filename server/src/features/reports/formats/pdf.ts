// Reports as PDF: title, facts, figures as vectors, tables over pages, footnotes. Text can be copied; fonts are embedded.

import type { Figure, ReportDocument, ReportRow, ReportTable, WriteReport } from '../document.types.ts'
import { inPieces } from './chunks.ts'
import { faint, ink } from './figures/colours.ts'
import { drawFigure } from './figures/draw-figure.ts'
import type { RowLimit } from './limited-rows.ts'
import { createRowLimit, greatestShaded, limitRows, maxReadableRows } from './limited-rows.ts'
import type { Pages } from './pdf/pages.ts'
import { createPages } from './pdf/pages.ts'
import { drawShapes } from './pdf/shapes.ts'
import { createTableDrawing, textsOf } from './pdf/table.ts'
import { layoutTable } from './pdf/table-layout.ts'
import { tableTitles } from './units.ts'
import type { ValueFormat } from './values.ts'
import { createValueFormat } from './values.ts'

const maxPortraitColumns = 6
const sampledRows = 400
const titleSize = 17
const textSize = 8
const factHeight = 12
const noteHeight = 11
const columnGap = 18

export const writePdf: WriteReport = async function* (document) {
  const isWide = document.tables.some(({ columns }) => columns.length > maxPortraitColumns)
  const pages = createPages(document, isWide ? 'landscape' : 'portrait')
  const format = createValueFormat(document.locale)
  const limit = createRowLimit()
  drawTitle(pages, document)
  drawFigures(pages, document, format)
  for (const table of document.tables) {
    for await (const _ of drawTable(pages, table, document, format, limit)) yield* inPieces(pages.take())
  }
  const { noRows, moreRows } = document.words
  const remarks = limit.left === maxReadableRows ? [noRows] : limit.isExceeded ? [moreRows] : []
  drawNotes(pages, [...remarks, ...document.footnotes()])
  pages.end()
  yield* inPieces(pages.take())
}

/** Facts stand in two columns, one after the other. */
function drawTitle(pages: Pages, { title, facts }: ReportDocument): void {
  const { typeface, left, width } = pages
  for (const line of typeface.wrap(title, width, { size: titleSize, isBold: true }, 2)) {
    pages.y += titleSize
    typeface.draw(line, left, pages.y, { size: titleSize, isBold: true, colour: ink })
    pages.y += titleSize * 0.25
  }
  pages.y += 8
  const labelWidth = Math.max(0, ...facts.map(({ label }) => typeface.widthOf(label, textSize))) + 10
  const columnWidth = width / 2
  const perColumn = Math.ceil(facts.length / 2)
  const tops = [pages.y, pages.y]
  for (const [index, { label, value }] of facts.entries()) {
    const column = index < perColumn ? 0 : 1
    const x = left + column * columnWidth
    const lines = typeface.wrap(value, columnWidth - labelWidth - 12, { size: textSize }, 3)
    typeface.draw(label, x, tops[column]! + textSize, { size: textSize, colour: faint })
    for (const line of lines) {
      typeface.draw(line, x + labelWidth, tops[column]! + textSize, { size: textSize, colour: ink })
      tops[column]! += factHeight
    }
  }
  pages.y = Math.max(...tops) + 6
}

function drawFigures(pages: Pages, { figures, locale }: ReportDocument, format: ValueFormat): void {
  const { pdf, typeface, left, width } = pages
  const widthOf = (text: string, size: number) => typeface.widthOf(text, size)
  for (const { shown, columns } of figureRows(figures)) {
    const columnWidth = (width - (columns - 1) * columnGap) / columns
    const drawings = shown
      .map((figure) => drawFigure(figure, { format, locale, width: columnWidth, widthOf }))
      .filter(({ shapes }) => shapes.length > 0)
    if (drawings.length === 0) continue
    const height = Math.max(...drawings.map((drawing) => drawing.height))
    pages.require(height + 30)
    pages.y += 14
    for (const [index, drawing] of drawings.entries()) {
      const x = left + index * (columnWidth + columnGap)
      const [title = ''] = typeface.wrap(drawing.title, columnWidth, { size: 9, isBold: true }, 1)
      typeface.draw(title, x, pages.y, { size: 9, isBold: true, colour: ink })
      drawShapes(pdf, typeface, drawing, x, pages.y + 7)
    }
    pages.y += height + 13
  }
}

/** Several tracks or lines stand side by side, two in a row. */
function figureRows(figures: Figure[]): { shown: Figure[]; columns: number }[] {
  const isSmall = ({ type }: Figure) => type === 'track' || type === 'lines'
  const tracks = figures.filter(isSmall)
  const columns = Math.min(2, tracks.length)
  const rows = Array.from({ length: Math.ceil(tracks.length / 2) }, (_, row) => ({
    shown: tracks.slice(row * 2, row * 2 + 2),
    columns,
  }))
  return [
    ...figures.filter((figure) => !isSmall(figure)).map((figure) => ({ shown: [figure], columns: 1 })),
    ...rows,
  ]
}

/** Yields after some rows, so that full pages can leave. */
async function* drawTable(
  pages: Pages,
  { title: tableTitle, columns, rows }: ReportTable,
  { title: reportTitle, locale, baseUrl }: ReportDocument,
  format: ValueFormat,
  limit: RowLimit,
): AsyncGenerator<void> {
  const shaded = columns.map(({ isShaded }) => isShaded === true)
  const limited = limitRows(rows, limit)
  try {
    // The darkest cell of a shaded table is known when all rows are.
    const { sample, isComplete } = await readSample(limited, shaded.includes(true) ? undefined : sampledRows)
    const { title, columnTitles: titles } = tableTitles({ title: tableTitle, columns }, locale.units)
    const sums = sample.slice(sampledRows).filter(({ type }) => type !== 'row')
    const layout = layoutTable({
      columns,
      titles,
      sample: [...sample.slice(0, sampledRows), ...sums].map((row) => textsOf(row, columns, format)),
      isComplete,
      width: pages.width,
      typeface: pages.typeface,
    })
    const drawing = createTableDrawing(
      pages,
      {
        title: title === reportTitle ? undefined : title,
        columns,
        titles,
        format,
        baseUrl,
        greatest: greatestShaded(sample, shaded),
      },
      layout,
    )
    drawing.head()
    drawing.rows(sample)
    yield
    for await (const some of limited) {
      drawing.rows(some)
      yield
    }
    drawing.end()
  } finally {
    // A writer that is abandoned after the sample closes its source too.
    await limited.return(undefined)
  }
}

/** The first rows; all of them if there is no limit. */
async function readSample(
  rows: AsyncGenerator<ReportRow[]>,
  max = Number.POSITIVE_INFINITY,
): Promise<{ sample: ReportRow[]; isComplete: boolean }> {
  const sample: ReportRow[] = []
  while (sample.length < max) {
    const { done, value } = await rows.next()
    if (done) return { sample, isComplete: true }
    sample.push(...value)
  }
  return { sample, isComplete: false }
}

function drawNotes(pages: Pages, notes: string[]): void {
  const { typeface, left, width } = pages
  pages.y += 12
  for (const note of notes) {
    for (const line of typeface.wrap(note, width, { size: textSize }, 6)) {
      pages.require(noteHeight)
      typeface.draw(line, left, pages.y + textSize, { size: textSize, colour: faint })
      pages.y += noteHeight
    }
  }
}
