// A table over pages: its head repeats, sums stand out, rows are links.

import type { ReportColumn, ReportRow } from '../../document.types.ts'
import { accent, faint, ink, rule, shade } from '../figures/colours.ts'
import type { ValueFormat } from '../values.ts'
import { isRightAligned } from '../values.ts'
import type { Pages } from './pages.ts'
import type { SampledRow, TableLayout } from './table-layout.ts'

export interface TableInput {
  /** One table needs none: the report has it. */
  title: string | undefined
  columns: ReportColumn[]
  titles: string[]
  format: ValueFormat
  baseUrl: string | undefined
  /** Of shaded cells. */
  greatest: number
}

export interface TableDrawing {
  head(): void
  /** The last of them is drawn with the next ones, or at the end. */
  rows(rows: ReportRow[]): void
  end(): void
}

const maxLines = 3
/** pdfkit keeps each of them until the end, in some 4 kB. */
const maxLinks = 4_000
const white = '#ffffff'
const groupGround = '#e7f0f9'
const totalGround = '#f1f3f5'
const titleSize = 11

export const textsOf = (
  { cells, type }: ReportRow,
  columns: ReportColumn[],
  format: ValueFormat,
): SampledRow => ({
  texts:
    // The title of a group has the whole width.
    type === 'group'
      ? []
      : columns.map((column, index) => {
          // Sums decide how wide the days of a month are, and so how small all text is.
          const write = column.isShaded && type !== 'row' ? format.narrow : format.cell
          return write(cells[index] ?? null, column.type)
        }),
  isBold: type !== 'row',
})

export function createTableDrawing(pages: Pages, input: TableInput, layout: TableLayout): TableDrawing {
  const { pdf, typeface } = pages
  const { columns, titles, format, baseUrl, greatest } = input
  const { size, widths, padding, lineHeight } = layout
  const gap = size * 0.35
  let links = 0
  /** Its title is repeated on each page. */
  let openGroup: ReportRow | undefined
  let held: ReportRow | undefined
  const edges = widths.map(
    (_, index) => pages.left + widths.slice(0, index).reduce((sum, one) => sum + one, 0),
  )
  const baselineOf = (top: number, line: number) => top + gap + line * lineHeight + size * 0.95
  const heightOf = (lines: number) => lines * lineHeight + 2 * gap
  // A word that is too long is drawn smaller, not broken.
  const headLines = titles.map((title, index) => {
    const longest = Math.max(...title.split(' ').map((word) => typeface.widthOf(word, size, true)))
    const room = Math.max(widths[index]! - 2 * padding, longest)
    return typeface.wrap(title, room, { size, isBold: true }, maxLines)
  })
  const headHeight = heightOf(Math.max(1, ...headLines.map(({ length }) => length)))

  function drawLine(
    text: string,
    column: number,
    y: number,
    style: { colour: string; isBold: boolean },
  ): void {
    const room = widths[column]! - 2 * padding
    const natural = typeface.widthOf(text, size, style.isBold)
    // A sum may be wider than anything in the sample.
    const shrunk = natural > room ? (size * room) / natural : size
    const isRight = isRightAligned(columns[column]!.type)
    const x = edges[column]! + padding + (isRight ? room - Math.min(natural, room) : 0)
    typeface.draw(text, x, y, { ...style, size: shrunk })
  }

  function head(): void {
    pdf.rect(pages.left, pages.y, pages.width, headHeight).fill(accent)
    for (const [column, lines] of headLines.entries()) {
      const top = pages.y + headHeight - heightOf(lines.length)
      for (const [index, line] of lines.entries())
        drawLine(line, column, baselineOf(top, index), { colour: white, isBold: true })
    }
    pages.y += headHeight
  }

  function fillBackground({ type, cells }: ReportRow, height: number): void {
    const ground = type === 'group' ? groupGround : type === 'total' ? totalGround : undefined
    if (ground) pdf.rect(pages.left, pages.y, pages.width, height).fill(ground)
    for (const [index, { isShaded }] of columns.entries()) {
      const cell = cells[index]
      if (!isShaded || type !== 'row' || typeof cell !== 'number' || cell <= 0 || greatest <= 0) continue
      pdf.rect(edges[index]!, pages.y, widths[index]!, height).fill(shade(cell / greatest))
    }
  }

  function requireRoom(height: number): void {
    if (!pages.require(height)) return
    head()
    if (openGroup) drawGroup(openGroup)
  }

  function drawGroup(row: ReportRow): void {
    const height = heightOf(1) + gap
    fillBackground(row, height)
    const text = format.cell(row.cells[0] ?? null, columns[0]?.type ?? 'text')
    const [line = ''] = typeface.wrap(text, pages.width - 2 * padding, { size, isBold: true }, 1)
    typeface.draw(line, pages.left + padding, baselineOf(pages.y + gap / 2, 0), {
      size,
      isBold: true,
      colour: ink,
    })
    pages.y += height
  }

  function row(given: ReportRow, next?: ReportRow): void {
    if (given.type === 'group') {
      openGroup = undefined
      requireRoom(heightOf(1) + gap + heightOf(2))
      openGroup = given
      drawGroup(given)
      return
    }
    if (given.type === 'total') openGroup = undefined
    const { texts, isBold } = textsOf(given, columns, format)
    const lines = texts.map((text, index) =>
      columns[index]!.type === 'text'
        ? typeface.wrap(text, widths[index]! - 2 * padding, { size, isBold }, maxLines)
        : [text],
    )
    const height = heightOf(Math.max(...lines.map(({ length }) => length)))
    // A subtotal and the total after it are not left alone on a page.
    const isBeforeSum = given.type === 'row' && next !== undefined && next.type !== 'row'
    requireRoom(isBeforeSum ? height + heightOf(1) * 2 : height)
    fillBackground(given, height)
    const url =
      baseUrl !== undefined && given.path !== undefined && links < maxLinks
        ? baseUrl.replace(/\/$/, '') + given.path
        : undefined
    for (const [column, cellLines] of lines.entries()) {
      const colour = url && column === 0 ? accent : ink
      for (const [index, line] of cellLines.entries())
        if (line) drawLine(line, column, baselineOf(pages.y, index), { colour, isBold })
    }
    if (url) links += 1
    if (url) pdf.link(pages.left, pages.y, widths[0]!, height, url)
    const isSum = given.type !== 'row'
    if (isSum) drawRule(pages.y, faint, given.type === 'total' ? 1 : 0.6)
    pages.y += height
    drawRule(pages.y, rule, 0.4)
  }

  const drawRule = (y: number, colour: string, width: number) =>
    pdf
      .moveTo(pages.left, y)
      .lineTo(pages.left + pages.width, y)
      .lineWidth(width)
      .stroke(colour)

  return {
    head() {
      // The title is not left alone at the end of a page.
      pages.require(titleSize * 2 + headHeight + heightOf(3))
      pages.y += titleSize * 0.6
      if (input.title) {
        pages.y += titleSize * 0.4
        const [line = ''] = typeface.wrap(input.title, pages.width, { size: titleSize, isBold: true }, 1)
        typeface.draw(line, pages.left, pages.y, { size: titleSize, isBold: true, colour: ink })
        pages.y += titleSize * 0.6
      }
      head()
    },
    rows(rows) {
      for (const next of rows) {
        if (held) row(held, next)
        held = next
      }
    },
    end() {
      if (held) row(held)
    },
  }
}
