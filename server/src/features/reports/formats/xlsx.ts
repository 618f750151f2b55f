// Reports as XLSX, written while the rows are read: a sheet per table, more where a table is longer than a sheet, and one
// with facts and footnotes.

import type { Language } from '../../../platform/http/accept-language.ts'
import type { ReportDocument, ReportTable, WriteReport } from '../document.types.ts'
import { inPieces } from './chunks.ts'
import { columnName } from './xlsx/cells.ts'
import { createRowReader } from './xlsx/rows.ts'
import type { SheetLimits, SheetState } from './xlsx/sheet.ts'
import { excelLimits, writeLinks, writeSheet } from './xlsx/sheet.ts'
import { stylesXml } from './xlsx/styles.ts'
import * as workbook from './xlsx/workbook.ts'
import type { Zip } from './xlsx/zip.ts'
import { createZip } from './xlsx/zip.ts'

interface Writing {
  document: ReportDocument
  limits: SheetLimits
  zip: Zip
  sheets: workbook.WrittenSheet[]
  names: Set<string>
}

const factsNames: Record<Language, string> = { en: 'About', es: 'Acerca de', pt: 'Sobre' }

export const writeXlsx: WriteReport = (document) => writeWorkbook(document, excelLimits)

export async function* writeWorkbook(
  document: ReportDocument,
  limits: SheetLimits,
): AsyncGenerator<Uint8Array> {
  const writing: Writing = { document, limits, zip: createZip(), sheets: [], names: new Set() }
  for await (const chunk of writeParts(writing)) yield* inPieces(chunk)
}

/** The list of sheets is known at the end, where archives may have it. */
async function* writeParts(writing: Writing): AsyncGenerator<Uint8Array> {
  const { document, zip, sheets, names } = writing
  yield* zip.entry('_rels/.rels', once(workbook.packageRelationships))
  for (const table of document.tables) yield* writeTable(writing, table)
  const facts = workbook.factsSheetXml(document, document.footnotes())
  sheets.push({ name: workbook.sheetName(factsNames[document.locale.language], names) })
  yield* zip.entry(`xl/worksheets/sheet${sheets.length}.xml`, once(facts))
  const rest = {
    'xl/styles.xml': stylesXml(document.locale.language),
    'xl/workbook.xml': workbook.workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': workbook.workbookRelationships(sheets),
    'docProps/core.xml': workbook.corePropertiesXml(document.title),
    '[Content_Types].xml': workbook.contentTypesXml(sheets),
  }
  for (const [name, text] of Object.entries(rest)) yield* zip.entry(name, once(text))
  yield zip.end()
}

async function* writeTable(
  writing: Writing,
  { title, columns, rows }: ReportTable,
): AsyncGenerator<Uint8Array> {
  const { document, limits, zip, sheets, names } = writing
  const { locale, baseUrl } = document
  const reader = createRowReader(rows)
  try {
    do {
      const name = workbook.sheetName(title, names)
      const state: SheetState = { linkedRows: [], linkedPaths: [], lastFilteredRow: 1 }
      const file = `sheet${sheets.length + 1}.xml`
      const content = writeSheet(reader, { columns, locale, baseUrl, limits }, state)
      yield* zip.entry(`xl/worksheets/${file}`, content)
      if (baseUrl !== undefined && state.linkedRows.length > 0)
        yield* zip.entry(`xl/worksheets/_rels/${file}.rels`, writeLinks(state, baseUrl))
      sheets.push({ name, filter: `$A$1:$${columnName(columns.length - 1)}$${state.lastFilteredRow}` })
    } while (await reader.hasMore())
  } finally {
    await reader.close()
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
