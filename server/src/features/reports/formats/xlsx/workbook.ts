// The parts of a workbook beside its sheets (ECMA-376, parts 1 and 2).

import type { ReportDocument } from '../../document.types.ts'
import { escapeXml } from '../xml.ts'
import { textCell } from './cells.ts'
import { lineHeight } from './sheet.ts'

export interface WrittenSheet {
  name: string
  /** As in $A$1:$F$20. The sheet of facts has none. */
  filter?: string
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const maxNameLength = 31
/** In characters. */
const factsWidth = 90
/** Rows are at most 409 points high. */
const maxLines = 27

export const packageRelationships = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`

export const corePropertiesXml = (title: string) =>
  `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Rastro</dc:creator></cp:coreProperties>`

export function contentTypesXml(sheets: WrittenSheet[]): string {
  const overrides = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`
}

export function workbookXml(sheets: WrittenSheet[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  // Excel names the filter itself, and LibreOffice expects the name. The header repeats on printed pages.
  const names = (name: string, hidden: string, area: (sheet: WrittenSheet) => string) =>
    sheets.flatMap((sheet, index) =>
      sheet.filter
        ? [
            `<definedName name="_xlnm.${name}" localSheetId="${index}"${hidden}>${escapeXml(`'${sheet.name.replaceAll("'", "''")}'!${area(sheet)}`)}</definedName>`,
          ]
        : [],
    )
  const defined = [
    ...names('_FilterDatabase', ' hidden="1"', ({ filter }) => filter!),
    ...names('Print_Titles', '', () => '$1:$1'),
  ]
  const definedNames = defined.length > 0 ? `<definedNames>${defined.join('')}</definedNames>` : ''
  return `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${office}/relationships"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list.join('')}</sheets>${definedNames}</workbook>`
}

export function workbookRelationships(sheets: WrittenSheet[]): string {
  const list = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packages}/relationships">${list.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/relationships/styles" Target="styles.xml"/></Relationships>`
}

/** Facts and footnotes, apart from the rows. */
export function factsSheetXml({ title, facts }: ReportDocument, footnotes: string[]): string {
  const firstNote = facts.length + 4
  const rows = [
    `<row r="1">${textCell(title, 'A1', 'title')}</row>`,
    ...facts.map(({ label, value }, index) => {
      const row = index + 3
      return `<row r="${row}"${heightOf(value)}>${textCell(label, `A${row}`, 'note')}${textCell(value, `B${row}`, 'note')}</row>`
    }),
    ...footnotes.map((note, index) => {
      const row = firstNote + index
      return `<row r="${row}"${heightOf(note)}>${textCell(note, `B${row}`, 'note')}</row>`
    }),
  ]
  return `${declaration}<worksheet xmlns="${spreadsheet}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="${lineHeight}"/><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="${factsWidth}" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`
}

/** Not every program fits the height of a row to its lines. */
function heightOf(text: string): string {
  const lines = Math.min(maxLines, Math.ceil(text.length / (factsWidth - 4)))
  return lines > 1 ? ` ht="${lines * lineHeight}" customHeight="1"` : ''
}

/** A name that spreadsheets accept and no other sheet has. `used` has names in lower case. */
export function sheetName(title: string, used: Set<string>): string {
  const bare = title
    .replace(/[[\]:*?/\\]|[^\P{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
  const wanted = bare === '' || bare.toLowerCase() === 'history' ? `${bare || 'Sheet'} 1` : bare
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : ` (${attempt})`
    const name = wanted.slice(0, maxNameLength - suffix.length).trim() + suffix
    if (used.has(name.toLowerCase())) continue
    used.add(name.toLowerCase())
    return name
  }
}
