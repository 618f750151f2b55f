// One sheet of a table: frozen and filtered header, rows, links, shades (ECMA-376, 18.3).

import type { ReportColumn, ReportLocale } from '../../document.types.ts'
import { titleWithUnit } from '../units.ts'
import { escapeXml } from '../xml.ts'
import { columnName, createRowWriter, textCell } from './cells.ts'
import type { RowReader } from './rows.ts'

export interface SheetLimits {
  /** With the header. */
  rows: number
  /** Of XML: a ZIP entry ends at 4 GB. */
  characters: number
  /** Of external addresses; Excel repairs a sheet that has more. */
  links: number
}

export const excelLimits: SheetLimits = { rows: 1_048_576, characters: 1_000_000_000, links: 65_530 }

/** What is known when the rows are written. */
export interface SheetState {
  linkedRows: number[]
  /** Of these rows, some at a time, separated by zeros: as bytes they need a tenth of the memory. */
  linkedPaths: Buffer[]
  /** The last row of the filter: totals are not filtered. */
  lastFilteredRow: number
}

interface SheetInput {
  columns: ReportColumn[]
  locale: ReportLocale
  baseUrl: string | undefined
  limits: SheetLimits
}

/** Larger texts are collected late; see chunks.ts. */
const rowsPerText = 50
/** More ranges of shades than people look at. */
const maxRanges = 1_000
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const lineHeight = 15
/** In characters. */
const shadedWidth = 10
const widthOf: Record<ReportColumn['type'], number> = {
  text: 30,
  count: 10,
  distance: 12,
  duration: 12,
  speed: 12,
  share: 9,
  volume: 11,
  decimal: 10,
  dateTime: 18,
  day: 12,
}

/** Ends when the table does, or when the sheet is full. */
export async function* writeSheet(
  reader: RowReader,
  { columns, locale, baseUrl, limits }: SheetInput,
  state: SheetState,
): AsyncGenerator<string> {
  const writeRow = createRowWriter(columns, locale)
  const shaded = columns.flatMap(({ isShaded }, index) => (isShaded ? [columnName(index)] : []))
  const ranges: { from: number; to: number }[] = []
  let number = 1
  let characters = 0
  yield headOf(columns, locale)
  while (number < limits.rows && characters < limits.characters && (await reader.hasMore())) {
    const paths: string[] = []
    let text = ''
    for (const row of reader.take(Math.min(rowsPerText, limits.rows - number))) {
      number += 1
      const hasLink =
        baseUrl !== undefined && row.path !== undefined && state.linkedRows.length < limits.links
      if (hasLink) {
        state.linkedRows.push(number)
        paths.push(row.path!)
      }
      if (row.type !== 'total') state.lastFilteredRow = number
      if (row.type === 'row' && shaded.length > 0) extend(ranges, number)
      text += writeRow(row, number, hasLink)
    }
    if (paths.length > 0) state.linkedPaths.push(Buffer.from(paths.join('\0')))
    characters += text.length
    yield text
  }
  yield tailOf(columns, state, shadesOf(shaded, ranges))
}

/** Of one row more: the range before it, or one of its own. */
function extend(ranges: { from: number; to: number }[], row: number): void {
  const last = ranges.at(-1)
  if (last?.to === row - 1) last.to = row
  else if (ranges.length < maxRanges) ranges.push({ from: row, to: row })
}

function headOf(columns: ReportColumn[], { units }: ReportLocale): string {
  const titles = columns.map((column) => titleWithUnit(column, units))
  const widths = columns.map(({ type, isShaded }, index) => {
    const longestWord = Math.max(...titles[index]!.split(' ').map((word) => word.length))
    return Math.max(isShaded ? shadedWidth : widthOf[type], longestWord + 4)
  })
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const cells = titles.map((title, index) =>
    textCell(title, `${columnName(index)}1`, 'header', columns[index]!.type),
  )
  // Not every program fits the height of a row to its lines.
  const lines = Math.max(...titles.map((title, index) => countLines(title, widths[index]! - 3)))
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}" xmlns:r="${relationships}">` +
    `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="${lineHeight}"/><cols>${cols.join('')}</cols>` +
    `<sheetData><row r="1" ht="${lines * lineHeight}" customHeight="1">${cells.join('')}</row>`
  )
}

/** Of words in lines of so many characters. */
function countLines(text: string, width: number): number {
  let [lines, used] = [1, 0]
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + 1 + length > width) [lines, used] = [lines + 1, length]
    else used += length + (used > 0 ? 1 : 0)
  }
  return lines
}

function tailOf(
  columns: ReportColumn[],
  { linkedRows, lastFilteredRow }: SheetState,
  shades: string,
): string {
  const hyperlinks = linkedRows.map((row, index) => `<hyperlink ref="A${row}" r:id="rId${index + 1}"/>`)
  return (
    `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${lastFilteredRow}"/>${shades}` +
    `${hyperlinks.length > 0 ? `<hyperlinks>${hyperlinks.join('')}</hyperlinks>` : ''}` +
    `<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>` +
    `<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>` +
    `<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
  )
}

/** From white to blue by value. */
function shadesOf(columns: string[], ranges: { from: number; to: number }[]): string {
  if (columns.length === 0 || ranges.length === 0) return ''
  const [first, last] = [columns[0]!, columns.at(-1)!]
  const area = ranges.map(({ from, to }) => `${first}${from}:${last}${to}`).join(' ')
  return (
    `<conditionalFormatting sqref="${area}"><cfRule type="colorScale" priority="1"><colorScale><cfvo type="num" val="0"/>` +
    `<cfvo type="max"/><color rgb="FFFFFFFF"/><color rgb="FF74B0E4"/></colorScale></cfRule></conditionalFormatting>`
  )
}

/** The addresses of the links, which are not part of the sheet. */
export async function* writeLinks({ linkedPaths }: SheetState, baseUrl: string): AsyncGenerator<string> {
  const origin = baseUrl.replace(/\/$/, '')
  let number = 0
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
  for (const paths of linkedPaths) {
    const links = paths.toString().split('\0')
    yield links
      .map((path) => {
        number += 1
        return `<Relationship Id="rId${number}" Type="${relationships}/hyperlink" Target="${escapeXml(origin + path)}" TargetMode="External"/>`
      })
      .join('')
  }
  yield '</Relationships>'
}
